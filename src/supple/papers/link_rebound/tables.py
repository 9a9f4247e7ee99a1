"""The impact over the number of modes, over friction and over the rate at which the link strikes.

Digits of the other program are printed to six places over the modes and to four over friction and rate; WITHIN is the
relative difference that is allowed, DIGITS half of the last place of what is printed shorter.
"""

import math

from ..study import judged
from .expected import (
    ANGLE_MOST,
    CONVERGENCE,
    DEFLECTION_LEAST,
    DEPTH,
    FIRST_SEPARATION,
    LINKS,
    LOG,
    NAMES,
    OVER_MU,
    OVER_OMEGA,
    UNITS,
)
from .link import Case, rebound

RTOL = 1e-10
WITHIN = 1e-4
DIGITS = 5e-5  # e, e_rigid over friction and rate
JOULE = 1e-6  # [J]
QUICK = 6  # modes up to which a quick study goes


def convergence(quick=False):
    """{number of modes: impact} of the case of the paper."""
    return {n: rebound(Case(modes=n), RTOL) for n in CONVERGENCE if n <= QUICK or not quick}


def over_friction():
    """{(modes, mu): impact}."""
    return {(n, mu): rebound(Case(modes=n, mu=mu)) for mu in OVER_MU for n in LINKS}


def over_rate():
    """{(modes, omega): impact}."""
    return {(n, omega): rebound(Case(modes=n, omega=omega)) for omega in OVER_OMEGA for n in LINKS}


def of_modes(n):
    """A link in words."""
    return {0: "rigid", 1: "1 mode"}.get(n, f"{n} modes")


def row(one):
    """An impact as a row of CONVERGENCE."""
    return (one.e, one.e_rigid, one.collisions, one.peak, 1e6 * one.in_contact, 1e6 * one.t_f, 1e6 * one.permanent,
            one.friction, one.plastic, one.bending)  # fmt: skip


def convergence_items(runs):
    """Everything over the number of modes."""
    for n, one in runs.items():
        source = f"Over the modes, {of_modes(n)}: computed apart"
        for name, unit, value, found in zip(NAMES, UNITS, CONVERGENCE[n], row(one), strict=True):
            if value is None:
                continue
            if unit == "J":
                yield judged(name, value, found, unit, source, rule="absolute", tolerance=JOULE)
            else:
                yield judged(name, value, found, unit, source, tolerance=0.0 if name == "collisions" else WITHIN)
    yield from _extreme_items(runs)
    yield from log_items(runs[3])
    for n, value in FIRST_SEPARATION.items():
        if n in runs:
            found = 1e6 * (runs[n].touches[0].end - runs[n].start)
            source = f"First separation, {of_modes(n)}: computed apart"
            yield judged("first separation", value, found, "us", source, tolerance=WITHIN)


def _extreme_items(runs):
    """Figs 3 and 4: extremes of the curves."""
    for n, value in ANGLE_MOST.items():
        source = f"Fig. 3, {of_modes(n)}: computed apart"
        yield judged("largest angle", value, runs[n].angle_most, "rad", source, rule="absolute", tolerance=1e-6)
    for n, value in DEFLECTION_LEAST.items():
        source = f"Fig. 4, {of_modes(n)}: computed apart"
        yield judged("smallest deflection", value, 1e3 * runs[n].deflection_least, "mm", source, tolerance=WITHIN)
    for n, value in DEPTH.items():
        source = f"Fig. 2, {of_modes(n)}: computed apart"
        yield judged("largest indentation", value, 1e6 * runs[n].depth, "um", source, tolerance=WITHIN)


def log_items(one):
    """The events of three modes, as far as they were told: which they are, and when."""
    source = "Events, 3 modes: computed apart"
    same = sum(what == word for (_, what), (word, _) in zip(one.log, LOG, strict=False))
    yield judged("events of the same kind", len(LOG), same, "", source, tolerance=0.0)
    for (time, what), (_, value) in zip(one.log[1:], LOG[1:], strict=False):
        yield judged(f"{what} at {value:g} us", value, 1e6 * time, "us", source, rule="absolute", tolerance=6e-3)


def restitution_items(runs, expected, symbol, figure):
    """e over friction or over rate; `runs` by (modes, value)."""
    for place, n in enumerate(LINKS):
        source = f"{figure}, {of_modes(n)}: computed apart"
        other = 0
        for value, rows in expected.items():
            one, (e, e_rigid, collisions) = runs[n, value], rows[place]
            other += one.collisions != collisions
            note = f"{one.collisions} collision{'s' if one.collisions > 1 else ''}"
            for name, known, found in (("e", e, one.e), ("e_rigid", e_rigid, one.e_rigid)):
                yield judged(f"{name}, {symbol} = {value:g}", known, found, "-", source, rule="absolute",
                             tolerance=DIGITS, note=note)  # fmt: skip
        yield judged("rows with another number of collisions", 0, other, "", source, rule="absolute", tolerance=0.0)


def coefficient_items(runs):
    """Newton's, Poisson's and Stronge's coefficient of the whole event, which nobody else has computed."""
    for n, one in runs.items():
        source, event = f"Whole event, {of_modes(n)}: this study", one.event
        for name, value in (
            ("Newton", event.e_kinematic),
            ("Poisson", event.e_kinetic),
            ("Stronge", event.e_energetic),
        ):
            yield judged(name, None, math.nan if value is None else value, "-", source, rule="shown")
