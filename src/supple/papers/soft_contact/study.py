"""The study of soft contact models in Simulink (Taghipour Bibalan & Featherstone, ACRA 2009): its tables and figures.

Every published count of steps stands beside two of ours:

    published formulation   the block diagram's own problem, free internal states integrated, counted as Simulink
                            counts (`simulink.py`); within 20 % for ode45 without friction
    supple                  `simulate` of the scene a user would write, at least as accurate (`equal_accuracy.py`): to take
                            fewer steps

Not judged, only shown: ode23s, whose counts in Simulink we cannot explain (a pair of order 2 needs 10 times the steps for
a 1000 times tighter tolerance, as ours does; between 1e-3 and 1e-6 theirs needs 35 times as many); Table 5 as published,
whose friction diagram is not printed and which we could not reproduce; steps that end at the samples of the fast servo,
whose floor of samples and located events may lie above the published count.
Numbers, reasons and misprints of the paper: docs/soft-contact-study.md.
"""

import math
from typing import NamedTuple

import numpy as np

from ...integrate.methods import TIGHT as AUTO_TIGHT
from ...simulation import simulate
from ..study import Study, judged
from .cases import END, GRAVITY, HEIGHT, LAM, Case, scene_of
from .equal_accuracy import cheapest, paper_run, supple_run
from .simulink import TIGHT, positions_at, reference_run

CLOSE = 0.2  # of a published count
SERVO = 1e-3  # [s] the fast servo: its samples alone are 2000 steps
TOLERANCES = (1e-3, 1e-6, 1e-9)
# stiffness [N/m], method -> counts at 1e-3, 1e-6, 1e-9
TABLE_2 = {
    (5e4, "ode45"): (136, 259, 624),
    (5e5, "ode45"): (1471, 1718, 2810),
    (5e4, "ode23s"): (185, 6423, 76677),
    (5e5, "ode23s"): (355, 7994, 192507),
}
# law, period of the servo [s] -> count; (S-D 1, without) is a cell of Table 2
TABLE_3 = {
    ("nonlinear", 0.0): 189,
    ("S-D 1", 0.1): 141,
    ("nonlinear", 0.1): 196,
    ("S-D 1", SERVO): 2012,
    ("nonlinear", SERVO): 2004,
}
TABLE_5 = {
    ("S-D 1", "double state"): 800,
    ("nonlinear", "double state"): 871,
    ("S-D 1", "Bliman-Sorine"): 802,
    ("nonlinear", "Bliman-Sorine"): 813,
}
STOP = 0.1794049267  # [m] where the mass of two freedoms stops, computed apart from supple
LEFT_OUT = ("Table 2: ode23s at 1e-9 (k = 5e4 and 5e5)",)


class Cell(NamedTuple):
    """A published count."""

    name: str
    source: str
    case: Case
    method: str
    tolerance: float
    published: int
    rule: str  # that judges the published formulation


def cells(quick=False):
    """Every published count."""
    for (k, method), counts in TABLE_2.items():
        for tolerance, count in zip(TOLERANCES, counts, strict=True):
            if quick and method == "ode23s" and tolerance == 1e-9:
                continue
            rule = "relative" if method == "ode45" else "shown"
            name = f"{method} {_power(tolerance)}, k = {_power(k)}"
            yield Cell(name, "BF Table 2", Case(k=k), method, tolerance, count, rule)
    for (normal, period), count in TABLE_3.items():
        servo = f"servo {period:g} s" if period else "no servo"
        yield Cell(f"{normal}, {servo}", "BF Table 3", Case(normal, sample=period), "ode45", 1e-3, count, "relative")
    for (normal, friction), count in TABLE_5.items():
        case = Case(normal, friction=friction, freedoms=2)
        yield Cell(f"{normal}, {friction}", "BF Table 5", case, "ode45", 1e-3, count, "shown")


def _power(value):
    """1e-3 and not 1e-03."""
    mantissa, exponent = f"{value:.0e}".split("e")
    return f"{mantissa}e{int(exponent)}"


# --- the published formulation ------------------------------------------------------------------------------------------
def published_item(cell):
    """The count of the published formulation beside the published one."""
    run, error = paper_run(cell.case, cell.method, cell.tolerance)
    note = f"error {error:.1e} m, {run.right_hand_sides} right-hand sides, {len(run.events)} events"
    if cell.case.friction != "none":
        note += "; not reproduced: the paper does not print its friction diagram"
    elif cell.rule == "shown":
        note += "; Simulink's ode23s: not judged"
    tolerance = None if cell.rule == "shown" else CLOSE
    name = f"{cell.name}: as published"
    return judged(
        name, cell.published, run.counted, "steps", cell.source, rule=cell.rule, tolerance=tolerance, note=note
    )


# --- supple at equal accuracy -------------------------------------------------------------------------------------------
def supple_items(cell):
    """What supple needs for a cell."""
    return [idle_servo_item(cell), ended_steps_item(cell)] if cell.case.sample == SERVO else [beaten_item(cell)]


def beaten_item(cell):
    """The steps of supple at equal accuracy: to be fewer than published."""
    best, auto = cheapest(cell.case, cell.method, cell.tolerance)
    note = f"{_fewer(cell, best)}; {_told(best)}; {_auto(auto)}; {_why(cell, best)}"
    return judged(f"{cell.name}: supple", cell.published, best.steps, "steps", cell.source, rule="less than", note=note)


def ended_steps_item(cell):
    """The fast servo with steps that end at its samples, as a controller that acts would need them."""
    best, _ = cheapest(cell.case, cell.method, cell.tolerance)
    events = len(supple_run(cell.case, best.method, best.rtol).events)
    note = f"{_told(best)}; cannot be less than {END / SERVO:.0f} samples + {events} located events"
    name = f"{cell.name}, steps end at the samples: supple"
    return judged(name, cell.published, best.steps, "steps", cell.source, rule="shown", note=note)


def idle_servo_item(cell):
    """The fast servo, whose delay block acts on nothing: its samples are read from the interpolant."""
    best, auto = cheapest(cell.case, cell.method, cell.tolerance, own=Case(cell.case.normal))
    note = f"{_fewer(cell, best)}; {_told(best)}; {_auto(auto)}; the delay acts on nothing: no step must end at its samples"
    name = f"{cell.name}: supple"
    return judged(name, cell.published, best.steps, "steps", cell.source, rule="less than", note=note)


def _fewer(cell, cost):
    factor = cell.published / cost.steps
    return f"{factor:.0f} x fewer" if factor >= 10.0 else f"{factor:.1f} x fewer"


def _told(cost):
    return f"{cost.method} {_power(cost.rtol)}, error {cost.error:.1e} m, {cost.right_hand_sides} right-hand sides"


def _auto(cost):
    return f"auto {cost.steps} steps" if cost else "auto is not accurate enough"


def _why(cell, best):
    """What saves steps in a cell."""
    reasons = {
        "free ground in closed form": cell.case.normal != "nonlinear",
        "free bristle in closed form": cell.case.friction == "double state",
        "no bristle in flight": cell.case.friction == "Bliman-Sorine",
        f"order 8 instead of {2 if cell.method == 'ode23s' else 5}": best.method == "dop853" or _is_high_order(best),
        "stiff pair of order 5": best.method == "rodas5p",
        "one step per event": True,
    }
    return ", ".join(reason for reason, holds in reasons.items() if holds)


def _is_high_order(cost):
    """Whether `auto` has begun with the method of order 8."""
    return cost.method == "auto" and cost.rtol < AUTO_TIGHT


# --- numbers to check by hand -------------------------------------------------------------------------------------------
def derived_items():
    """Closed forms and the reference answer beside what supple computes."""
    speed = math.sqrt(2.0 * GRAVITY * HEIGHT)
    rest = supple_run(Case(), "dop853", 1e-9)
    slide = Case(friction="double state", freedoms=2)
    other = reference_run(slide).position[-1, 1]
    own = supple_run(slide, "dop853", TIGHT)["cart.displacement"][-1]
    times = np.linspace(0.0, 2.0, 401)
    apart = positions_at(reference_run(Case()), times)[:, 0] - supple_run(Case(), "dop853", TIGHT).at(times)[:, 0]
    late = "free fall: sqrt(2 h/g) = 0.247 s; 0.4 s would be a fall from 0.78 m: a misprint, or another height"
    paper = "BF section 3, 'Ground models'"
    return [
        judged("time of the first impact", 0.4, rest.impacts[0].start, "s", paper, rule="shown", note=late),
        judged("speed of the first impact", speed, rest.impacts[0].speed, "m/s", "derived: sqrt(2 g h)", tolerance=1e-8),
        judged("depth at rest, S-D 1", 2.0 * GRAVITY / 5e4, -rest.final[0], "m", "derived: m g/k", tolerance=1e-6),
        *_restitution_items(speed),
        judged("two formulations, S-D 1, height apart", 0.0, float(np.max(np.abs(apart))), "m", "derived: equal physics",
               rule="absolute", tolerance=1e-9),
        *(
            judged(f"stop of the sliding mass: {who}", STOP, x, "m", "derived: computed apart", rule="absolute",
                   tolerance=1e-9)
            for who, x in (("supple", own), ("as published", other))
        ),
    ]  # fmt: skip


def _restitution_items(speed):
    """The three laws of Table 1 lose similar energy in the first collision, says the paper."""
    zeta = 180.0 / (2.0 * math.sqrt(5e4 * 2.0))
    linear = math.exp(-2.0 * zeta * math.acos(zeta) / math.sqrt(1.0 - zeta * zeta))
    closed = {
        "S-D 1": (linear, "derived: e of zeta = b/(2 sqrt(k m))"),
        "S-D 2": (None, "BF Table 1"),
        "nonlinear": (_nonlinear_restitution(speed), "derived: d (v0 + v1) = ln((1 + d v0)/(1 - d v1)), d = b/k"),
    }
    for law, (expected, source) in closed.items():
        weighty = supple_run(Case(law), "dop853", 1e-9).impacts[0].restitution
        note = f"without gravity; with it e = {weighty:.4f}, {100.0 * (1.0 - weighty**2):.0f} % of the energy lost"
        measured = _weightless_restitution(law, speed)
        yield judged(f"restitution at the first impact, {law}", expected, measured, "-", source, tolerance=1e-6, note=note,
                     rule="shown" if expected is None else "relative")  # fmt: skip


def _weightless_restitution(law, speed):
    """Restitution of the point mass at an impact speed, without gravity, as supple computes it."""
    scene, _ = scene_of(Case(law), gravity=0.0, speed=-speed)
    return simulate(scene, 0.3, method="dop853", rtol=1e-9).impacts[0].restitution


def _nonlinear_restitution(speed):
    """Restitution of the Hunt-Crossley law at an impact speed, from its exact implicit equation."""
    from scipy.optimize import brentq

    d = LAM / 5e4
    rebound = brentq(lambda v: d * (speed + v) - math.log((1.0 + d * speed) / (1.0 - d * v)), 1e-9, (1.0 - 1e-12) / d)
    return rebound / speed


def claim_items():
    """What the figures are said to show, as ratios in the published formulation that must be below 1."""
    counts = {law: paper_run(Case(law), "ode45", 1e-3)[0].counted for law in ("S-D 1", "S-D 2", "nonlinear")}
    light, heavy = (_mean_step_at_rest(Case(mass=mass)) for mass in (2.0, 5.0))
    most = f"S-D 2 takes the most steps of the three: {counts['S-D 2']}"
    foot = f"a light foot takes smaller steps at rest: {light * 1e3:.0f} ms, a heavy one {heavy * 1e3:.0f} ms"
    claims = (
        ("steps of S-D 1 / S-D 2", counts["S-D 1"] / counts["S-D 2"], "BF Fig. 5", most),
        ("steps of nonlinear / S-D 2", counts["nonlinear"] / counts["S-D 2"], "BF Fig. 5", most),
        ("mean step at rest, 2 kg / 5 kg", light / heavy, "BF Fig. 7", foot),
    )
    return [judged(name, 1.0, ratio, "-", source, rule="less than", note=note) for name, ratio, source, note in claims]


def _mean_step_at_rest(case):
    t = paper_run(case, "ode45", 1e-3)[0].t
    return float(np.mean(np.diff(t[t > 1.5])))


# --- the study ----------------------------------------------------------------------------------------------------------
def run(quick=False, out=None, progress=None):
    """Run everything; write figures 4 to 9 to the directory `out` if there is one. Return the items."""
    todo = list(cells(quick))
    items = []
    for i, cell in enumerate(todo):
        items += [published_item(cell), *supple_items(cell)]
        if progress is not None:
            progress((i + 1.0) / (len(todo) + 2.0))
    items += derived_items() + claim_items()
    if out is not None:
        from .figures import draw_all

        draw_all(out)
    if progress is not None:
        progress(1.0)
    return items


STUDY = Study(
    name="soft-contact-study",
    title="Soft contact models in Simulink: Taghipour Bibalan & Featherstone, ACRA 2009, Tables 2, 3, 5 and Figs 4 to 9",
    run=run,
    left_out=LEFT_OUT,
)
