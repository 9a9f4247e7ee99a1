"""The frame of a study: figures of a paper beside ours, each with the rule that judges it.

    rule        ok if
    relative    |measured - published| <= tolerance |published|
    absolute    |measured - published| <= tolerance
    less than   measured < published         (a cost that is to be beaten)
    shown       always: ours stands beside the published figure and nothing is claimed; the tolerance is None

A study is a module of this package with an object STUDY, and a line in STUDIES; it is imported when it is asked for. What
more than one study needs is here: `loosest`, the search for a run that is as accurate as a published one.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import import_module

from .._check import one_of

# name on the command line -> module of this package; a new study is a line here
STUDIES = {
    "soft-contact-study": "soft_contact.study",
    "azad-featherstone": "azad_featherstone.study",
    "spatial-contact": "spatial_contact.study",
    "link-rebound": "link_rebound.study",
    "elastic-robots": "elastic_robots.study",
}
RULES = ("relative", "absolute", "less than", "shown")


@dataclass(frozen=True, slots=True)
class Item:
    """A figure: published (or derived) value, ours, and the verdict."""

    name: str
    published: float | None  # None where there is none
    measured: float
    unit: str
    tolerance: float | None  # of the rule; None: not judged
    ok: bool
    source: str  # table, figure or equation of the paper, or how the value was derived
    note: str = ""
    rule: str = "relative"

    def plain(self):
        """As `--json` prints it."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Study:
    """A study by name: `run(quick, out, progress)` returns its items and writes pictures to the directory `out`.

    `out` may be None (no pictures), `progress` a function of the fraction done or None. A study that reads points of the
    user takes the directory with them as a fourth argument, `data`, which may be None.
    """

    name: str
    title: str
    run: Callable
    left_out: tuple[str, ...] = ()  # what `quick` leaves out, one sentence each
    reads_points: bool = False


def judge(rule, published, measured, tolerance):
    """Whether a measured value passes; see the table above."""
    one_of("rule", rule, RULES)
    if rule == "shown" or published is None:
        return True
    if rule == "less than":
        return bool(measured < published)
    allowed = tolerance * abs(published) if rule == "relative" else tolerance
    return bool(abs(measured - published) <= allowed)  # not a number: not ok


def judged(name, published, measured, unit, source, *, rule="relative", tolerance=None, note=""):
    """An item whose verdict follows from its rule."""
    if rule == "shown":
        tolerance = None
    elif rule == "less than":
        tolerance = 0.0
    elif tolerance is None and published is not None:
        raise ValueError(f"tolerance of {name!r} must be given for the rule {rule!r}, got None")
    ok = judge(rule, published, measured, tolerance)
    return Item(name, published, measured, unit, tolerance, ok, source, note, rule)


def study_names():
    """Names of the studies."""
    return tuple(STUDIES)


def find_study(name):
    """The study of that name; the sentence for an unknown one names the nearest."""
    return import_module(f"{__package__}.{STUDIES[one_of('study', name, study_names())]}").STUDY


def loosest(rtols, confirm, attempt):
    """What `attempt` makes of the loosest tolerance that passes with `confirm` tighter ones behind it; None: none does.

    `attempt(rtol)` returns None where the run is not accurate enough. Where the list ends too early nothing is confirmed.
    """
    first, passed = None, 0
    for rtol in rtols:
        found = attempt(rtol)
        first, passed = (None, 0) if found is None else (first or found, passed + 1)
        if passed > confirm:
            return first
    return None
