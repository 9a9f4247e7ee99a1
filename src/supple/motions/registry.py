"""The generators of motions: one line each, file and class. New ones at the end."""

from ..registry import Registry

MOTIONS = Registry(
    "supple.motions",
    "polynomial.Polynomial",
    "trapezoid.Trapezoid",
    "spline.Spline",
    "fourier.Fourier",
    "sine.Sine",
    "table.Table",
    "sum.Sum",
    "sequence.Sequence",
)
