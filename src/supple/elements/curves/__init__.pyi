"""What type checkers see of supple.elements.curves: written by tools/write_stub.py."""

from .linear import LinearCurve as LinearCurve
from .polynomial import PolynomialCurve as PolynomialCurve
from .tabulated import TableCurve as TableCurve

__all__: list[str]
