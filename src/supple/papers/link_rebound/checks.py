"""How far the figures can be trusted: the ledger, another friction, other tolerances and methods.

ledger     kinetic, bending and contact energy, plastic work and friction add up to the energy of the first touch
friction   mu v/sqrt(v^2 + v_s^2), v_s = 1 mm/s, instead of exact stick: no event of friction is left. The other program did
           the same with a Runge-Kutta method of fixed steps.
disputed   the four cases in which the other program found something else than supple, and that of the paper: a third
           program with that friction (`plain.py`), and supple with a hundredth of v_s beside exact stick
repeated   20 impacts at another tolerance and with another method must have the same events and the same e
"""

from dataclasses import replace

from ..study import judged
from .expected import SMOOTH, UNSHORTENED
from .link import Case, rebound
from .plain import plain_rebound
from .tables import of_modes

SMOOTHING = 1e-3  # [m/s]
FINE = 1e-5  # [m/s]
FLIP = 1e-9  # [s]
DISPUTED = {
    "as it is": {},
    "mu = 0.25": {"mu": 0.25},
    "mu = 0.45": {"mu": 0.45},
    "damping ratio 0.01": {"damping": 0.01},
    "rigid block": {"rigid_block": True},
}
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


def disputed_items():
    """Three modes: scipy and supple with one smooth friction, and supple with hardly any smoothing and with exact stick."""
    for name, change in DISPUTED.items():
        case = Case(modes=3, smoothing=SMOOTHING, **change)
        source, one, other = f"3 modes, {name}, smooth friction: scipy", rebound(case), plain_rebound(case)
        yield judged("e", other.e, one.e, "-", source, rule="absolute", tolerance=1e-6)
        yield judged("e_rigid", other.e_rigid, one.e_rigid, "-", source, rule="absolute", tolerance=1e-6)
        yield judged("largest force", other.peak, one.peak, "N", source, tolerance=1e-5)
        yield judged("collisions", other.collisions, one.collisions, "", source, tolerance=0.0)
        exact, fine = rebound(replace(case, smoothing=None)), rebound(replace(case, smoothing=FINE))
        source = f"3 modes, {name}, exact stick: v_s = 0.01 mm/s"
        yield judged("e", fine.e, exact.e, "-", source, rule="absolute", tolerance=1e-4)
        yield judged("largest force", fine.peak, exact.peak, "N", source, tolerance=1e-4)
    yield from unshortened_items()


def unshortened_items():
    """A link that does not keep its length, which supple does not have: scipy, taken to v_s = 0 along a straight line."""
    smoothings = (0.3 * SMOOTHING, SMOOTHING)
    near, far = (plain_rebound(Case(modes=3, smoothing=v), foreshortened=False) for v in smoothings)
    source = "3 modes, no foreshortening, scipy towards v_s = 0: computed apart"
    e, force = (a + 0.3 / 0.7 * (a - b) for a, b in ((near.e, far.e), (near.peak, far.peak)))
    yield judged("e", UNSHORTENED[0], e, "-", source, rule="absolute", tolerance=3e-3)
    yield judged("largest force", UNSHORTENED[1], force, "N", source, tolerance=3e-4)


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
