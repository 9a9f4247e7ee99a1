"""Names of methods -> the arrays that the loop reads.

A run always carries two explicit pairs, one Rosenbrock pair and the trapezoidal rule; KIND says which one steps. `auto`
begins with Dormand-Prince (DOP853 for tight tolerances), changes to the other one where that is cheaper (rivals.py) and to
Rodas5P where stability and not accuracy holds the steps (control.py), and goes back after the next jump or when that did
not pay. The two pairs of any other method are the same.
"""

import math
from functools import cache
from typing import NamedTuple

import numpy as np

from .._check import one_of
from .solver import EXPLICIT, ROSENBROCK, TRAPEZOID, Explicit, Pairs, Rosenbrock
from .tableaus import ALIASES, METHODS, ExplicitTableau, RosenbrockTableau, find_method

# tolerance below which auto begins with the pair of order 8: there it is the cheaper one nearly everywhere
TIGHT = 2e-6
# below, nothing else: one step of order 5 at its tolerance would err more than a whole run of order 8
TIGHTEST = 1e-8
LEAD, LEAD_PER_DECADE = 0.1, 0.15  # the farther from there, the surer
# |h lambda| beyond which a step is called stiff: near the edge of the stability region for a lightly damped oscillation
STABILITY = {"dormand_prince": 1.8, "dop853": 4.5, "bogacki_shampine": 1.5}


class Method(NamedTuple):
    """What the loop needs to know of the methods of a run."""

    name: str
    kind: int
    auto: bool
    pairs: Pairs
    lead: float  # logarithm of what the second pair may cost over what the first does, before anything is known
    rosenbrock: Rosenbrock
    trapezoid: np.ndarray  # its interpolant
    n_stage: int
    degree: int


@cache
def _explicit(name):
    """The arrays of a pair, which all runs of a process share: compiled code only reads them."""
    tableau = METHODS[name]
    e2 = np.zeros(0) if tableau.e2 is None else np.array(tableau.e2)
    a, b, c, e, dense = (np.array(x) for x in (tableau.a, tableau.b, tableau.c, tableau.e, tableau.dense))
    return Explicit(
        a, b, c, e, e2, dense, tableau.n_stage, tableau.error_order, STABILITY[tableau.name], *tableau.spread
    )


@cache
def _rosenbrock(name):
    tableau = METHODS[name]
    arrays = (np.array(getattr(tableau, x)) for x in ("a", "c", "d", "alpha", "b", "e", "dense"))
    return Rosenbrock(float(tableau.gamma), *arrays, tableau.error_order)


def choose_method(name, rtol):
    """The method of that name (or alias, or "auto") as arrays, for a run with this tolerance."""
    explicit, rival, rosenbrock = METHODS["dormand_prince"], METHODS["dop853"], METHODS["rodas5p"]
    if rtol < TIGHT:
        explicit, rival = rival, (explicit if rtol >= TIGHTEST else rival)
    if one_of("method", str(name).lower(), method_names()) == "auto":
        text, kind, auto = (
            f"auto ({', '.join(dict.fromkeys((explicit.name, rival.name, rosenbrock.name)))})",
            EXPLICIT,
            True,
        )
    else:
        tableau = find_method(name)
        text, auto, rival = tableau.name, False, explicit
        if isinstance(tableau, ExplicitTableau):
            explicit, rival, kind = tableau, tableau, EXPLICIT
        elif isinstance(tableau, RosenbrockTableau):
            rosenbrock, kind = tableau, ROSENBROCK
        else:
            kind = TRAPEZOID
    rule = np.array(METHODS["trapezoid"].dense)
    return Method(
        name=text,
        kind=kind,
        auto=auto,
        lead=LEAD + LEAD_PER_DECADE * abs(math.log10(rtol / TIGHT)),
        pairs=Pairs(_explicit(explicit.name), _explicit(rival.name)),
        rosenbrock=_rosenbrock(rosenbrock.name),
        trapezoid=rule,
        n_stage=max(explicit.n_dense, rival.n_dense, rosenbrock.n_stage, 2),
        degree=max(explicit.dense.shape[1], rival.dense.shape[1], rosenbrock.dense.shape[1], rule.shape[1]),
    )


def method_names() -> tuple[str, ...]:
    """All names that `choose_method` accepts."""
    return ("auto", *METHODS, *ALIASES)
