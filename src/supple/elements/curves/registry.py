"""The curves of cables: one line each, file and class. New ones at the end."""

from ...registry import Registry

CURVES = Registry(
    "supple.elements.curves",
    "linear.LinearCurve",
    "polynomial.PolynomialCurve",
    "tabulated.TableCurve",
)
