"""Conformance suites: what every law, method, joint and drive must do, for those of the package and of its users."""

from .drive import check_drive
from .friction import check_friction_law
from .integrator import check_integrator
from .joint import check_joint
from .normal import check_normal_law

__all__ = ["check_drive", "check_friction_law", "check_integrator", "check_joint", "check_normal_law"]
