"""The pairs of features as compiled code asks them: by a number made of the kinds of A and B."""

from importlib import import_module

from ..._jit import choice, inlined
from ...spatial.vectors import ZERO
from ..contract import Meeting
from .registry import PAIRS

KINDS = 16  # more than there are kinds of features


def _chosen(name, kernel, otherwise):
    files = {a * KINDS + b: import_module(f"supple.shapes.pairs.{file}") for (a, b), file in PAIRS.items()}
    return inlined(choice(name, {number: getattr(file, kernel) for number, file in files.items()}, otherwise))


@inlined
def _far(A, B):
    return Meeting(1e300, (0.0, 0.0, 1.0), ZERO, ZERO)


@inlined
def _steady(A, a, B, b, n):
    return ZERO


meet = _chosen("meet", "meet", _far)
normal_rate_of = _chosen("normal_rate_of", "normal_rate_of", _steady)


@inlined
def _resting(A, a, B, b, n, turn):
    return ZERO


point_rate_of = _chosen("point_rate_of", "point_rate_of", _resting)


@inlined
def pair_number(kind_a, kind_b):
    """The number of a pair, by which `meet`, `normal_rate_of` and `point_rate_of` choose."""
    return kind_a * KINDS + kind_b
