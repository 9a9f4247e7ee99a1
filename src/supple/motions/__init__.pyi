"""What type checkers see of supple.motions: written by tools/write_stub.py."""

from .fourier import Fourier as Fourier
from .polynomial import Polynomial as Polynomial
from .sequence import Sequence as Sequence
from .sine import Sine as Sine
from .spline import Spline as Spline
from .sum import Sum as Sum
from .table import Table as Table
from .trapezoid import Trapezoid as Trapezoid

__all__: list[str]
