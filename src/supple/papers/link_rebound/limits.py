"""Cases with a known answer.

Rigid link, t = tan(theta_0), the angle taken as fixed while it touches (R1):

    (1 + mu t) W(F_m) = J omega^2/2      W = W_el + W_pl      W_el = (2/5) F^(5/3)/k^(2/3)      W_pl = eta (F^2 - F_c^2)/2
    e = sqrt[(1 - mu t)/(1 + mu t) W_el(F_m)/W(F_m)]

Without friction this is exact, as energy does not ask for the angle; with friction the angle grows while it is pressed in.
A link with mu >= cot(theta_0) = 0.577 cannot come back: it sticks at its deepest and stays there.

Elastic, no friction: F_m = k (5 m v^2/(4 k))^(3/5) with m v^2 = J omega^2, and e = 1; with a fixed angle the contact lasts
2.943275184 (5 m/(4 k sqrt(v)))^(2/5).

In free flight energy and angular momentum H = (J + q.D q) theta' stay, D = M - S from inertia and foreshortening.
"""

import math

import numpy as np

from ...laws.normal.dispatch import GROWING, kernels_of
from ...scene.scene import Scene
from ...simulation import simulate
from ..study import judged
from .expected import DERIVED, ELASTIC, FREQUENCIES, JAM, LOADING, RIGID
from .link import ANGLE, DIAMETER, INERTIA, LENGTH, MASS, OMEGA, Case, E, add_link, beam_of, law_of, rebound

RTOL = 1e-11
HERTZ = 2.943275184  # duration of an elastic impact over depth/speed
FLIGHT = 20e-3  # [s]
LARGE = (0.02, -0.005, 0.002)  # [m] deflection of the link in flight


def limit_items():
    """Every case, in order."""
    return [*derived_items(), *rigid_items(), *elastic_items(), *jam_items(), *flight_items()]


# --- the link and its law ------------------------------------------------------------------------------------------------
def derived_items():
    """Constants of the link, and the first loading of its contact."""
    law, beam = law_of(), beam_of(len(FREQUENCIES))
    found = (
        MASS, INERTIA, E * math.pi * DIAMETER**4 / 64.0, law.k, law.plastic_compliance, law.yield_force,
        (law.yield_force / law.k) ** (2.0 / 3.0), Case().energy,
    )  # fmt: skip
    source = "The link: computed apart"
    for (name, (value, unit)), ours in zip(DERIVED.items(), found, strict=True):
        yield judged(name, value, ours, unit, source, tolerance=1e-7)
    for i, (value, ours) in enumerate(zip(FREQUENCIES, beam.frequencies(), strict=True)):
        yield judged(f"frequency {1 + i}", value, float(ours), "Hz", source, tolerance=1e-6)
    kernels, p = kernels_of(law), np.array(law.row())
    for depth, force in LOADING.items():
        z = 0.0 if 1e-6 * depth < found[6] else GROWING
        ours = float(kernels.response(1e-6 * depth, 1.0, z, p)[0])
        source = "(13), first loading: computed apart"
        yield judged(f"force at {depth:g} um", force, ours, "N", source, rule="absolute", tolerance=1e-6)


# --- the rigid link ------------------------------------------------------------------------------------------------------
def works(force, law):
    """(elastic, plastic) work of a first loading up to a force [J]."""
    elastic = 0.4 * force ** (5.0 / 3.0) / law.k ** (2.0 / 3.0)
    return elastic, 0.5 * law.plastic_compliance * (force * force - law.yield_force**2)


def closed_form(mu, omega=OMEGA):
    """(R1): restitution and largest force [N] of the rigid link."""
    from scipy.optimize import brentq

    law, t = law_of(), mu * math.tan(ANGLE)
    energy = 0.5 * INERTIA * omega**2 / (1.0 + t)
    force = brentq(lambda f: sum(works(f, law)) - energy, law.yield_force, 1e7, xtol=1e-9, rtol=1e-15)
    return math.sqrt((1.0 - t) / (1.0 + t) * works(force, law)[0] / energy), force


def rigid_items():
    """The rigid link against the other program, and against (R1)."""
    for mu, (e, formula, force) in RIGID.items():
        one, ours = rebound(Case(modes=0, mu=mu), RTOL), closed_form(mu)
        source = f"Rigid link, mu = {mu:g}: "
        yield judged("e_rigid", e, one.e_rigid, "-", source + "computed apart", tolerance=1e-5)
        yield judged("largest force", force, one.peak, "N", source + "computed apart", tolerance=1e-5)
        yield judged("(R1)", formula, ours[0], "-", source + "computed apart", tolerance=1e-5)
        within = 1e-2 if mu else 1e-8
        yield judged("e_rigid by (R1)", ours[0], one.e_rigid, "-", source + "closed form", tolerance=within)


def elastic_items():
    """No friction, no plasticity."""
    one = rebound(Case(modes=0, mu=0.0, plastic=False), RTOL)
    k, (force, duration, frozen) = law_of().k, ELASTIC
    mass, speed = INERTIA / (LENGTH * math.cos(ANGLE)) ** 2, Case().speed
    source = "Rigid link, no loss: "
    yield judged("e", 1.0, one.e, "-", source + "closed form", tolerance=1e-8)
    yield judged("e_rigid", 1.0, one.e_rigid, "-", source + "closed form", tolerance=1e-8)
    closed = k * (1.25 * mass * speed**2 / k) ** 0.6
    yield judged("largest force", closed, one.peak, "N", source + "closed form", tolerance=1e-6)
    yield judged("its closed form", force, closed, "N", source + "computed apart", tolerance=1e-6)
    fixed = HERTZ * (1.25 * mass * speed**2 / k) ** 0.4 / speed
    yield judged("duration", 1e6 * fixed, 1e6 * one.t_f, "us", source + "closed form, fixed angle", tolerance=1e-3)
    yield judged("duration", duration, 1e6 * one.t_f, "us", source + "computed apart", tolerance=1e-5)
    yield judged("duration with a fixed angle", frozen, 1e6 * fixed, "us", source + "computed apart", tolerance=1e-5)


def jam_items():
    """mu = 0.6 > cot(theta_0)."""
    one = rebound(Case(modes=0, mu=0.6))
    source = "Rigid link, mu = 0.6: computed apart"
    stuck = [1e6 * time for time, what in one.log if what == "stick"]
    yield judged(
        "sticks for good", JAM, stuck[-1] if stuck else math.nan, "us", source, rule="absolute", tolerance=1e-3
    )
    yield judged(
        "separations", 0, sum(what == "lost" for _, what in one.log), "", source, rule="absolute", tolerance=0.0
    )
    below, above = (rebound(Case(modes=0, mu=mu)) for mu in (0.577, 0.578))
    limit = 1.0 / math.tan(ANGLE)
    note = "the angle has grown by then, so that it jams a little before cot(pi/3)"
    yield judged("jams below cot(theta_0)", None, float(below.jammed), "", f"Rigid link, cot = {limit:.5f}: this study",
                 rule="shown", note=note)  # fmt: skip
    yield judged("jams at mu = 0.578", 1.0, float(above.jammed), "", f"Rigid link, cot = {limit:.5f}: cone of friction",
                 tolerance=0.0)  # fmt: skip


# --- free flight ---------------------------------------------------------------------------------------------------------
def flight():
    """Relative drift of energy and angular momentum of a link that is bent far and turns freely."""
    scene = Scene(gravity=(0.0, 0.0, 0.0), name="a bent link in flight")
    add_link(scene, beam_of(len(LARGE), deflection=LARGE), rate=OMEGA)
    run = simulate(scene, FLIGHT, rtol=RTOL)
    D = beam_of(len(LARGE)).invariants().J2[..., 2, 2]
    first, n = 1 + run.names.index("link.angle"), len(LARGE)
    q = run.y[:, first : first + n]
    H = (INERTIA + np.einsum("ti,ij,tj->t", q, D, q)) * run["link.rate"]
    energy = run.ledger.total
    return tuple(float(np.max(np.abs(value / value[0] - 1.0))) for value in (energy, H))


def flight_items():
    """20 ms of free flight."""
    source = "Free flight of a bent link, 3 modes, 20 ms: conservation"
    for name, drift in zip(("drift of the energy", "drift of the angular momentum"), flight(), strict=True):
        yield judged(name, 0.0, drift, "-", source, rule="absolute", tolerance=1e-8)
