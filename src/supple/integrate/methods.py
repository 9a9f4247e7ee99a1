"""Names of methods -> the arrays that the loop reads.

A run always carries one explicit pair, one Rosenbrock pair and the trapezoidal rule; KIND says which one steps. `auto`
begins with an explicit pair (Dormand-Prince, or DOP853 for tight tolerances), changes to Rodas5P where stability and not
accuracy holds the steps, and goes back after the next jump or when that did not pay.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from .._check import one_of
from .solver import EXPLICIT, ROSENBROCK, TRAPEZOID, Explicit, Rosenbrock
from .tableaus import ALIASES, METHODS, ExplicitTableau, RosenbrockTableau, find_method

TIGHT = 2e-6  # tolerance below which auto takes the method of order 8: there it is the cheaper one nearly everywhere
# the same where samples end steps: what lies between two of them is then one step, not two or three
TIGHT_SAMPLED = 2e-5
TIGHT_CROWDED = 1e-8  # the same where many bodies touch: more steps end at events than by their error
# |h lambda| beyond which a step is called stiff: near the edge of the stability region for a lightly damped oscillation
STABILITY = {"dormand_prince": 1.8, "dop853": 4.5, "bogacki_shampine": 1.5}


class Method(NamedTuple):
    """What the loop needs to know of the methods of a run."""

    name: str
    kind: int
    auto: bool
    explicit: Explicit
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


def choose_method(name, rtol, tight=TIGHT):
    """The method of that name (or alias, or "auto") as arrays; tight: from where on auto takes the method of order 8."""
    explicit, rosenbrock = METHODS["dop853" if rtol < tight else "dormand_prince"], METHODS["rodas5p"]
    if one_of("method", str(name).lower(), method_names()) == "auto":
        text, kind, auto = f"auto ({explicit.name}, {rosenbrock.name})", EXPLICIT, True
    else:
        tableau = find_method(name)
        text, auto = tableau.name, False
        if isinstance(tableau, ExplicitTableau):
            explicit, kind = tableau, EXPLICIT
        elif isinstance(tableau, RosenbrockTableau):
            rosenbrock, kind = tableau, ROSENBROCK
        else:
            kind = TRAPEZOID
    rule = np.array(METHODS["trapezoid"].dense)
    return Method(
        name=text,
        kind=kind,
        auto=auto,
        explicit=_explicit(explicit.name),
        rosenbrock=_rosenbrock(rosenbrock.name),
        trapezoid=rule,
        n_stage=max(explicit.n_dense, rosenbrock.n_stage, 2),
        degree=max(explicit.dense.shape[1], rosenbrock.dense.shape[1], rule.shape[1]),
    )


def method_names() -> tuple[str, ...]:
    """All names that `choose_method` accepts."""
    return ("auto", *METHODS, *ALIASES)
