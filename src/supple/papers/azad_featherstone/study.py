"""The study of Azad & Featherstone: all of it run, published figures beside ours."""

from typing import NamedTuple

from ...laws.restitution import damping_number_of, restitution
from ..study import Study, judged
from . import cases, curves
from . import experiment as drop

STEPS = (958, 887, 255)  # published, of the three phases
TIMES = (2.4, 0.2, 2.4)  # [s] published
PHASES = ("bouncing", "settling", "rest")
WITHIN = 0.2  # of a published count of steps
JUDGED = ("bouncing",)  # phases whose count must be as near as that; the others are shown, and why they differ
WHY = {
    "bouncing": "",
    "settling": "this run has 25 microscopic bounces, not 26; Simulink's error estimate and zero crossings are not public",
    "rest": "the rule does not damp what is left of the oscillation and our estimate sees it: steps stay below 0.01 s",
}
EQUAL = "AF section II-C: equal accuracy"
TIGHT, QUICK = 1e-12, 1e-10  # tolerance of the reference
LEFT_OUT = (
    "section II-C: the reference at 1e-12 (1e-10 instead) and its own error; methods other than auto and rodas5p",
    "Figs 3 to 5: three quarters of the points of the curves",
)


def run(quick=False, out=None, progress=None, data=None):
    """Run everything; return the items.

    out    directory for the pictures, or None;  progress  function of the fraction done, or None.
    data   directory with measured points of the cases of Fig. 5: A.csv to F.csv, columns speed, e; or None.
    """
    say = progress or (lambda fraction: None)
    points = {} if data is None else cases.read_points(data)
    figure_3 = curves.figure_3(quick)
    items = [*curves.closed_form_items(), *curves.figure_3_items(figure_3), *curves.figure_4_items()]
    items += curves.scaling_items()
    say(0.2)
    found = experiment(quick)
    items += experiment_items(found, quick)
    say(0.5)
    fits = cases.fit_cases(points)
    items += [*cases.stiffness_items(), *cases.case_fit_items(fits), *cases.set_items()]
    say(0.7)
    if out is not None:
        from .figures import draw_all

        draw_all(out, quick, figure_3, fits, found)
    say(1.0)
    return items


# --- section II-C -------------------------------------------------------------------------------------------------------
class Experiment(NamedTuple):
    """The sphere: a tight run, and runs as accurate as the paper's."""

    reference: drop.Drop
    settled: float  # [s] that settling takes after the last touch-down
    costs: dict  # longest step [s] -> runs of the methods, that with the fewest steps first

    def best(self, longest):
        """The run with the fewest steps."""
        return self.costs[longest][0]

    def of(self, method, longest):
        """The run of a method."""
        return next(cost for cost in self.costs[longest] if cost.method == method)


def experiment(quick=False):
    """Everything that is run of section II-C."""
    rtol, methods = (QUICK, drop.METHODS[:2]) if quick else (TIGHT, drop.METHODS)
    reference = drop.drop_of("dop853", rtol)
    allowed = drop.errors_of(drop.paper_drop(), reference)
    ends = (drop.LONGEST, drop.FREE)
    costs = {longest: drop.at_equal_accuracy(methods, reference, allowed, longest) for longest in ends}
    return Experiment(reference, drop.settling_time(drop.trajectory_of("dop853", rtol)), costs)


def experiment_items(found, quick=False):
    """What the sphere does, what it costs, and how it rings."""
    return [
        *_motion_items(found.reference, found.settled),
        *_paper_step_items(found.settled),
        *_best_step_items(found),
        *_accuracy_items(found, quick),
        *_resonance_items(found.reference, quick),
    ]


def _motion_items(reference, settled):
    """Times are printed with one decimal: half of it is the tolerance."""
    source = "AF section II-C: motion"
    bouncing, rest = reference.bouncing, reference.touch[-1] + settled
    d = damping_number_of(drop.LAM, drop.SPEED, drop.MASS, drop.K, 1.5, 0.5)
    first = float((reference.heights[0] / drop.HEIGHT) ** 0.5)
    note = f"derived from d = {d:.4f} at {drop.SPEED:.3f} m/s without gravity"
    yield judged("e of the first impact", restitution(d, 1.5, 0.5), first, "-", source, tolerance=1e-4, note=note)
    lengths = (bouncing, rest - bouncing, drop.END - rest)
    notes = ("to the first bounce below 1 mm", "to a depth within 1e-5 of that at rest", "")
    for name, published, measured, note in zip(PHASES, TIMES, lengths, notes, strict=True):
        yield judged(f"time of {name}", published, measured, "s", source, rule="absolute", tolerance=0.05, note=note)
    yield judged("microscopic bounces", 26, reference.microscopic, "-", source, rule="absolute", tolerance=0.0)


def _paper_step_items(settled):
    """Ours with the method of the paper, counted as Simulink counts."""
    paper = drop.paper_drop()
    counts = [n + m for n, m in zip(paper.steps(settled), paper.events(), strict=True)]
    source = "AF section II-C: its method"
    for phase, published, count in zip(PHASES, STEPS, counts, strict=True):
        rule = "relative" if phase in JUDGED else "shown"
        yield judged(f"steps of ode23t, {phase}", published, count, "steps", source, rule=rule, tolerance=WITHIN,
                     note=WHY[phase])  # fmt: skip
    note = f"the phases differ both ways; {sum(paper.steps(settled))} steps, {sum(paper.events())} events, "
    note += f"{paper.right_hand_sides} right-hand sides"
    yield judged("steps of ode23t, all", sum(STEPS), sum(counts), "steps", source, rule="shown", note=note)


def _best_step_items(found):
    """Accepted steps of supple's own error control at equal accuracy, with and without a longest step of 0.01 s."""
    best = found.best(drop.LONGEST)
    counts = best.drop.steps(found.settled)
    rows = [(phase, limit, n, _words(best)) for phase, limit, n in zip(PHASES, STEPS, counts, strict=True)]
    runs = {
        "all": best,
        "no longest step": found.best(drop.FREE),
        "auto": found.of("auto", drop.LONGEST),
        "auto, no longest step": found.of("auto", drop.FREE),
    }
    for name, cost in runs.items():
        counts = cost.drop.steps(found.settled)
        rows.append((name, sum(STEPS), sum(counts), f"{_words(cost)}: {' + '.join(map(str, counts))}"))
    for name, limit, count, note in rows:
        yield judged(f"steps of supple, {name}", limit, count, "steps", EQUAL, rule="less than", note=note)


def _words(cost):
    return f"{cost.method} at rtol {cost.rtol:.1g}, {cost.drop.right_hand_sides} right-hand sides"


def _accuracy_items(found, quick):
    """Errors of the run that is compared, as ratios to those of our run of the paper's method."""
    reference = found.reference
    theirs, ours = drop.errors_of(drop.paper_drop(), reference), found.best(drop.LONGEST).errors
    words = ("end of bouncing", "heights of the bounces before", "last touch-down")
    for name, unit, limit, error in zip(words, (" s", "", " s"), theirs, ours, strict=True):
        note = f"supple {error:.2g}{unit}, ode23t {limit:.2g}{unit}"
        yield judged(
            f"error of supple / of ode23t, {name}", 1.0, error / limit, "-", EQUAL, rule="less than", note=note
        )
    if not quick:
        error = drop.errors_of(reference, drop.drop_of("dop853", 1e-13)).bouncing
        note = "1e-12 against 1e-13"
        yield judged("error of the reference, end of bouncing", None, error, "s", EQUAL, rule="shown", note=note)


def _resonance_items(reference, quick):
    """From the linearised model, from the run, and what a plot of the last bounces shows."""
    source = "AF section II-C: resonance"
    undamped, damped = drop.resonance()
    measured = drop.ringing(drop.trajectory_of("dop853", QUICK if quick else TIGHT))
    note = f"derived: linearised at rest, {undamped:.1f} Hz without damping"
    yield judged("frequency at rest, from the run", damped, measured, "Hz", source, tolerance=1e-4, note=note)
    note = "9 % above what the paper read off, which is near the two below"
    yield judged("frequency at rest", 1400.0, measured, "Hz", source, rule="shown", note=note)
    before, last = drop.last_bounces(reference)
    note = f"from the last touch-down but one to the last; {before:.0f} Hz one bounce before"
    yield judged("frequency of the last bounce", 1400.0, last, "Hz", source, rule="shown", note=note)
    note = "first 4 ms after the last touch-down: the rule is slow at nine steps a period"
    yield judged("frequency of our ode23t run", 1400.0, drop.paper_ringing(), "Hz", source, rule="shown", note=note)


STUDY = Study(
    name="azad-featherstone",
    title="A new nonlinear model of contact normal force: Azad & Featherstone, IEEE Trans. Robotics 2014",
    run=run,
    left_out=LEFT_OUT,
    reads_points=True,
)
