"""Names of methods -> the arrays that the loop reads.

A run always carries three explicit pairs, one Rosenbrock pair and the trapezoidal rule; KIND says which one steps. `auto`
begins with Dormand-Prince (DOP853 for tight tolerances), changes to another pair where that is cheaper (rivals.py) and to
Rodas5P where stability and not accuracy holds the steps (control.py), and goes back after the next jump or when that did
not pay. The pairs of any other method are one and the same.
"""

import math
from functools import cache
from typing import NamedTuple

import numpy as np

from .._check import one_of
from .explicit import UNKNOWN
from .rivals import RIVALS
from .solver import EXPLICIT, ROSENBROCK, TRAPEZOID, Explicit, Pairs, Rosenbrock
from .tableaus import ALIASES, METHODS, ExplicitTableau, RosenbrockTableau, find_method

# tolerance below which auto begins with the pair of order 8: there it is the cheaper one nearly everywhere
TIGHT = 2e-6
# below, nothing else: one step of order 5 at its tolerance would err more than a whole run of order 8
TIGHTEST = 1e-8
# above, order 8 is not tried, below the other, order 3 is not: they were never the cheapest there
LOOSE, FINE = 5e-3, 5e-5
LEAD, PER_DECADE = 0.1, 0.15  # the farther from TIGHT, the surer
LEAD_OF_3, PER_DECADE_OF_3, LOOSEST = 0.1, 0.2, 0.1
# what its estimate counts for beside pairs whose errors are far below theirs: of a long rolling it lost a tenth of the
# energy at a tolerance of a hundredth
STRICT_OF_3 = 2.0
# |h lambda| beyond which a step is called stiff: near the edge of the stability region for a lightly damped oscillation; of
# the pair of order 3 nothing tells it, since its last two stages are not at one time
STABILITY = {"dormand_prince": 1.8, "dop853": 4.5, "bogacki_shampine": UNKNOWN}


class Method(NamedTuple):
    """What the loop needs to know of the methods of a run."""

    name: str
    kind: int
    auto: bool
    pairs: Pairs
    leads: tuple[float, ...]  # logarithms of what the rivals may cost over the first pair, before anything is known
    rosenbrock: Rosenbrock
    trapezoid: np.ndarray  # its interpolant
    n_stage: int
    degree: int


@cache
def _explicit(name, strict=1.0):
    """The arrays of a pair, which all runs of a process share: compiled code only reads them.

    strict: what its estimate of the error is multiplied by.
    """
    tableau = METHODS[name]
    e2 = np.zeros(0) if tableau.e2 is None else np.array(tableau.e2)
    a, b, c, e, dense = (np.array(x) for x in (tableau.a, tableau.b, tableau.c, tableau.e, tableau.dense))
    return Explicit(
        a, b, c, strict * e, e2, dense, tableau.n_stage, tableau.error_order, STABILITY[tableau.name], *tableau.spread
    )


@cache
def _rosenbrock(name):
    tableau = METHODS[name]
    arrays = (np.array(getattr(tableau, x)) for x in ("a", "c", "d", "alpha", "b", "e", "dense"))
    return Rosenbrock(float(tableau.gamma), *arrays, tableau.error_order)


def _explicit_of_auto(rtol, crowded):
    """The explicit pairs of `auto` at a tolerance: the one it begins with, and its rivals."""
    third, fifth, eighth = (METHODS[name] for name in ("bogacki_shampine", "dormand_prince", "dop853"))
    if rtol < TIGHTEST:
        return (eighth,)
    if rtol < TIGHT and not crowded:
        return eighth, fifth
    rivals = [each for each, wanted in ((eighth, rtol < LOOSE and not crowded), (third, rtol > FINE)) if wanted]
    return fifth, *rivals


def _lead(name, rtol):
    """Logarithm of what a rival may cost over the first pair, before anything is known."""
    if name == "bogacki_shampine":
        return LEAD_OF_3 + PER_DECADE_OF_3 * math.log10(LOOSEST / rtol)
    return LEAD + PER_DECADE * abs(math.log10(rtol / TIGHT))


def choose_method(name, rtol, crowded=False):
    """The method of that name (or alias, or "auto") as arrays, for a run with this tolerance.

    crowded: there are so many bodies that more steps end at events than by their error, which order 8 is not for.
    """
    auto = one_of("method", str(name).lower(), method_names()) == "auto"
    (first, *rivals), rosenbrock, kind = _explicit_of_auto(rtol, crowded), METHODS["rodas5p"], EXPLICIT
    if auto:
        text = f"auto ({', '.join(each.name for each in (first, *rivals, rosenbrock))})"
    else:
        tableau, rivals = find_method(name), []
        text = tableau.name
        if isinstance(tableau, ExplicitTableau):
            first = tableau
        elif isinstance(tableau, RosenbrockTableau):
            rosenbrock, kind = tableau, ROSENBROCK
        else:
            kind = TRAPEZOID
    rule = np.array(METHODS["trapezoid"].dense)
    pairs = [_explicit(first.name), *(_explicit(each.name, STRICT_OF_3 if each.order == 3 else 1.0) for each in rivals)]
    none = RIVALS - len(rivals)
    return Method(
        name=text,
        kind=kind,
        auto=auto,
        leads=(*(_lead(each.name, rtol) for each in rivals), *[0.0] * none),
        pairs=Pairs(*pairs, *[pairs[0]] * none),
        rosenbrock=_rosenbrock(rosenbrock.name),
        trapezoid=rule,
        n_stage=max(*(each.n_dense for each in (first, *rivals)), rosenbrock.n_stage, 2),
        degree=max(each.shape[1] for each in (*(pair.dense for pair in pairs), rosenbrock.dense, rule)),
    )


def method_names() -> tuple[str, ...]:
    """All names that `choose_method` accepts."""
    return ("auto", *METHODS, *ALIASES)
