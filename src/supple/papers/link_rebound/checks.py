"""How far the figures can be trusted: the ledger, another friction, other tolerances and methods.

    ledger       kinetic, bending and contact energy, plastic work and friction add up to the energy of the first touch
    friction     mu v/sqrt(v^2 + v_s^2), v_s = 1 mm/s, instead of exact stick: no event of friction is left. The other
                 program did the same with a Runge-Kutta method of fixed steps.
    repeated     20 impacts at another tolerance and with another method must have the same events and the same e
"""

from ..study import judged
from .expected import SMOOTH
from .link import Case, rebound
from .tables import of_modes

SMOOTHING = 1e-3  # [m/s]
FLIP = 1e-9  # [s]
MOST_MODES = 5  # of the audit at the finer tolerance
CASES = tuple(Case(modes=n, mu=0.05 * i) for n in (3, 5) for i in range(1, 11))
OTHERS = {"rtol 1e-11": {"rtol": 1e-11}, "dormand_prince, rtol 1e-10": {"rtol": 1e-10, "method": "dormand_prince"}}


def audit_items(runs, sweeps):
    """What the ledger misses, of the energy at the first touch."""
    source = "Ledger over the energy of the first touch: closes"
    worst = max(one.audit for n, one in runs.items() if n <= MOST_MODES)
    yield judged("rtol 1e-10, up to 5 modes", 0.0, worst, "-", source, rule="absolute", tolerance=1e-9)
    worst = max(one.audit for one in sweeps)
    yield judged("rtol 1e-9, over friction and rate", 0.0, worst, "-", source, rule="absolute", tolerance=5e-8)


def friction_items(runs):
    """Smooth friction against the other program, and against exact stick."""
    for n, value in SMOOTH.items():
        one, exact = rebound(Case(modes=n, smoothing=SMOOTHING)), runs[n]
        source = f"Smooth friction, {of_modes(n)}: "
        yield judged("e", value, one.e, "-", source + "computed apart", rule="absolute", tolerance=1e-4)
        source += "exact stick"
        yield judged("e", exact.e, one.e, "-", source, rule="absolute", tolerance=3e-3)
        yield judged("largest force", exact.peak, one.peak, "N", source, tolerance=3e-4)
        yield judged("collisions", exact.collisions, one.collisions, "", source, tolerance=0.0)


def repeated_items():
    """The 20 impacts again."""
    base = [rebound(case) for case in CASES]
    for name, options in OTHERS.items():
        again = [rebound(case, **options) for case in CASES]
        pairs = list(zip(base, again, strict=True))
        source = f"20 impacts again, {name}: rtol 1e-9"
        apart = max(abs(one.e - other.e) for one, other in pairs)
        yield judged("largest difference of e", 0.0, apart, "-", source, rule="absolute", tolerance=1e-6)
        count = sum(one.collisions != other.collisions for one, other in pairs)
        yield judged("impacts with other collisions", 0, count, "", source, rule="absolute", tolerance=0.0)
        count = sum(kinds(one) != kinds(other) for one, other in pairs)
        yield judged("impacts with other events", 0, count, "", source, rule="absolute", tolerance=0.0)


def kinds(one):
    """What happened, in order; not the flips between unloading and yielding at one instant, which rounding makes."""
    found = []
    for time, what in one.log:
        if found and what == "yields" and found[-1][1] == "unloads" and time - found[-1][0] < FLIP:
            found.pop()
        else:
            found.append((time, what))
    return [what for _, what in found]
