"""Conformance suites: what every law must do, for the laws of the package and for those of its users."""

from .friction import check_friction_law
from .integrator import check_integrator
from .normal import check_normal_law

__all__ = ["check_friction_law", "check_integrator", "check_normal_law"]
