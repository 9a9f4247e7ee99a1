"""What is right and what is wrong about the run of an encounter.

missed     the shapes overlap by more than SLACK and the holes of their features (below) while nothing touches
invented   the first contact after a while without any is made where the shapes are apart by more than SLACK (and the feet
           of a cylinder, which stand out); not judged of a ball that reaches over the border of a terrain, where the
           run ends
passed     the shapes overlap by more than HALF of both roundings, ten times what the energy allows, in a run that succeeds.
           Of a terrain also: a sample of its surface is deeper inside the shape, while nothing touches, than may be unseen
energy     the ledger misses more than 100 rtol of the energy turned over, and the run does not say so
raised     supple or the oracle raised an exception
ended      the run ended with a sentence (deeper than the roundings, beyond the border of a terrain): counted, judged up to
           there but for its energy
unclosed   the run says itself that its ledger does not close at its tolerance: counted, judged otherwise
touched    none of these, and there was a contact; clear: there was none

Holes      edges end before their corners (shapes/pairs/edge_edge.py) by c = 0.05 R, R the sum of the roundings, so that a
           touch in between begins late by c^2/8R of each; the side of a cylinder ends r/2 before its rim: (r/2)^2/8R.
           Nearly parallel edges fade (shapes/pairs/fading.py): where two such overlap, by LATE R more.
"""

import warnings
from typing import NamedTuple

import numpy as np
from draw import draw
from oracle import Land, Motion, are_along, gap_of, least

import supple as sp

METHODS = ("auto", "dormand_prince", "bogacki_shampine", "dop853", "rodas5p", "ode23s", "trapezoid")
RTOLS = (1e-4, 1e-6, 1e-8)
SLACK = 2e-5  # of the size: what the oracle may be wrong by
HALF = 0.5
ENERGY = 100.0  # rtol
WHOLE = 60  # places at which the samples of a terrain are looked at
WRONG = ("missed", "invented", "passed", "energy", "raised")
RIGHT = ("touched", "clear", "unclosed", "ended")
SHORT, SIDE_CUT = 0.05, 0.5  # [R], [r] by which edges and sides of cylinders end early
LATE = 0.0196  # [R] by which nearly parallel edges touch late


class Verdict(NamedTuple):
    """Of one run: answer, energy missed over rtol, depth over the roundings, number of looks, why."""

    answer: str
    energy: float
    depth: float
    looks: int
    note: str


def setting(pair, seed):
    """Method and tolerance of a run: all take turns."""
    turn = seed + sum(map(ord, "-".join(pair)))
    return METHODS[turn % len(METHODS)], RTOLS[seed // len(METHODS) % len(RTOLS)]


def judge(pair, seed):
    """The Verdict on one run."""
    warnings.simplefilter("ignore", sp.SceneWarning)  # of faces that a peak may reach into: judged below
    try:
        encounter = draw(pair, seed)
        method, rtol = setting(pair, seed)
        run = sp.simulate(encounter.scene, encounter.end, method=method, rtol=rtol, max_steps=50_000, time_limit=120.0)
        return _verdict(encounter, run, rtol)
    except Exception as error:  # the campaign goes on, the run is wrong
        return Verdict("raised", 0.0, 0.0, 0, f"{type(error).__name__}: {error}"[:200])


def _verdict(encounter, run, rtol):
    motion, size = Motion(run, encounter), encounter.size
    touching, slack = _touching(run, motion.times), SLACK * size
    late = slack + _holes(encounter)
    floor = np.where(touching > 0, -HALF * encounter.radii, -late)
    gap = gap_of(encounter, motion)
    gaps = least(motion, gap, floor)
    looks = int(np.count_nonzero(~np.isnan(gaps)))
    depth = -np.nanmin(gaps) / encounter.radii
    totals = run.ledger.totals
    error = float(abs(run.ledger.residual).max() / max(totals.turnover, 1e-300) / rtol)

    def verdict(answer, note=""):
        return Verdict(answer, error, float(depth), looks, note)

    inside = np.flatnonzero((touching == 0) & (gaps < -late))
    if any(gaps[k] < -late - LATE * encounter.radii or not are_along(encounter, motion, k) for k in inside):
        return verdict("missed", f"{gaps[inside].min() / size:.2g} of the size")
    begun = np.flatnonzero((touching[1:] > 0) & (touching[:-1] == 0)) + 1
    known = begun[:-1] if begun.size and _ended_at_border(encounter, motion, run, begun[-1:]) else begun
    first = gap(known) if known.size else np.empty(0)
    above = slack + sum(getattr(shape, "foot", 0.0) for shape in encounter.shapes)
    if first.size and first.max() > above:
        return verdict(
            "invented", f"apart by {first.max() / size:.2g} of the size at {motion.times[begun[first.argmax()]]:.9g} s"
        )
    if run.success and depth > HALF:
        return verdict("passed", f"{depth:.2g} of the roundings deep")
    if note := _under_faces(encounter, motion, touching):
        return verdict("passed", note)
    if not run.success:
        return verdict("unclosed" if run.status == sp.Status.ENERGY else "ended", run.message)
    if error > ENERGY:
        return verdict("energy", f"{error:.3g} rtol")
    return verdict("touched" if begun.size else "clear")


def _on_terrain(encounter):
    return type(encounter.shapes[1]).__name__ == "Terrain"


def _ended_at_border(encounter, motion, run, last):
    """Whether the run ended beyond the border of a terrain, at the last touch, to which a ball does reach over it."""
    if not _on_terrain(encounter) or run.status != sp.Status.TOO_DEEP or "beyond the border" not in run.message:
        return False
    return bool(Land(encounter, motion).reaches_over(last)[0])


def _holes(encounter):
    """By how much a touch may begin late, of two shapes with edges."""
    kinds, R = {type(shape).__name__ for shape in encounter.shapes}, encounter.radii
    if kinds & {"Sphere", "Ellipsoid", "HalfSpace", "Terrain"}:
        return 0.0
    sides = (SIDE_CUT * shape.rounding for shape in encounter.shapes if type(shape).__name__ == "Cylinder")
    return (2.0 * (SHORT * R) ** 2 + sum(side**2 for side in sides)) / (8.0 * R)


def _touching(run, times):
    """Number of contacts that touch, at times; at that of an event, after it."""
    made = np.sort([event.time for event in run.events if event.what == "made"])
    lost = np.sort([event.time for event in run.events if event.what == "lost"])
    return np.searchsorted(made, times, side="right") - np.searchsorted(lost, times, side="right")


def _under_faces(encounter, motion, touching):
    """Of a terrain: what its surface does in the shape while nothing touches; an empty text if nothing is wrong."""
    if not _on_terrain(encounter):
        return ""
    land, size = Land(encounter, motion), encounter.size
    free = np.flatnonzero(touching == 0)
    places = free[np.linspace(0, len(free) - 1, min(WHOLE, len(free))).astype(int)]
    inside = -land.whole(places).min(initial=np.inf)
    if inside > land.unseen() + SLACK * size:
        return f"terrain {inside / size:.2g} of the size inside, {land.unseen() / size:.2g} may be unseen"
    return ""
