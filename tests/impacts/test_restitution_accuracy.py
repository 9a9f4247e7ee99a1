"""Restitution and duration in proportion to rtol, over damping, speed, stiffness and tolerance, for all power laws.

    d = (lam/k) Z^(p - n) v^q,   k Z^(n+1) = m v^2       the number of damping, which decides e (`laws/restitution.py`)

Compared with closed forms where there are, else with `restitution` (plain Python, rtol 1e-12): maps, users' laws, force
records and `simulate`. A grid, because the place of release is found well or badly by chance of where a step begins.
"""

import math
from functools import cache

import numpy as np
import pytest

from supple.impacts import impact, restitution_map
from supple.impacts.curves import force_record
from supple.laws import AzadFeatherstone, Hertz, HuntCrossley, KelvinVoigt, LeeWang, PowerLaw, UserNormal, restitution
from supple.laws.restitution import hunt_crossley_restitution, kelvin_voigt_restitution

MASS = 0.066
STIFFNESSES = (1e3, 1e10)
TOLERANCES = (1e-5, 7e-7, 1e-7, 1e-9)
NUMBERS = np.geomspace(1e-3, 3.0, 13)  # at the first speed
SPEEDS = np.array([0.3, 2.1])
EXACT = 1e-11  # of the reference

# name: law of (k, lam), n, p, q, error allowed [rtol]: some 100 where a power is no multiple of 1/2, see `one_impact.py`
LAWS = {
    "AzadFeatherstone": (lambda k, lam: AzadFeatherstone(k=k, lam=lam), 1.5, 0.5, 1.0, 5.0),
    "LeeWang": (lambda k, lam: LeeWang(k=k, lam=lam), 1.5, 1.0, 1.0, 5.0),
    "HuntCrossley": (lambda k, lam: HuntCrossley(k=k, lam=lam), 1.5, 1.5, 1.0, 5.0),
    "HuntCrossley n=1": (lambda k, lam: HuntCrossley(k=k, lam=lam, n=1.0), 1.0, 1.0, 1.0, 5.0),
    "KelvinVoigt": (lambda k, lam: KelvinVoigt(k=k, b=lam), 1.0, 0.0, 1.0, 5.0),
    "Hertz": (lambda k, lam: Hertz(k=k), 1.5, 1.5, 1.0, 5.0),
    "n=2 p=0": (lambda k, lam: PowerLaw(k=k, n=2.0, lam=lam, p=0.0), 2.0, 0.0, 1.0, 5.0),
    "n=2 p=1/2": (lambda k, lam: PowerLaw(k=k, n=2.0, lam=lam, p=0.5), 2.0, 0.5, 1.0, 5.0),
    "n=3 p=1": (lambda k, lam: PowerLaw(k=k, n=3.0, lam=lam, p=1.0), 3.0, 1.0, 1.0, 5.0),
    "n=1 p=3/2": (lambda k, lam: PowerLaw(k=k, n=1.0, lam=lam, p=1.5), 1.0, 1.5, 1.0, 50.0),
    "n=3/2 p=1/4": (lambda k, lam: PowerLaw(k=k, n=1.5, lam=lam, p=0.25), 1.5, 0.25, 1.0, 100.0),
    "q=3/2": (lambda k, lam: PowerLaw(k=k, n=1.5, lam=lam, p=0.5, q=1.5), 1.5, 0.5, 1.5, 50.0),
    "q=2": (lambda k, lam: PowerLaw(k=k, n=1.5, lam=lam, p=1.5, q=2.0), 1.5, 1.5, 2.0, 50.0),
}


def depth(k, v, n):
    return (MASS * v * v / k) ** (1.0 / (n + 1.0))


def damping(d, k, v, n, p, q):
    return d * k * depth(k, v, n) ** (n - p) / v**q


@cache
def exact(d, n, p, q):
    if p == n and q == 1.0:
        return hunt_crossley_restitution(d)
    if (n, p, q) == (1.0, 0.0, 1.0):
        return kelvin_voigt_restitution(0.5 * d)
    return restitution(d, n, p, q)


@pytest.mark.jit
@pytest.mark.validation
@pytest.mark.parametrize("k", STIFFNESSES)
@pytest.mark.parametrize("name", LAWS)
def test_maps(name, k):
    make, n, p, q, allowed = LAWS[name]
    laws = [make(k, damping(d, k, SPEEDS[0], n, p, q)) for d in NUMBERS]
    # at another speed, another number: d ~ v^q Z^(p - n) and Z ~ v^(2/(n + 1))
    others = [(v / SPEEDS[0]) ** (q + 2.0 * (p - n) / (n + 1.0)) for v in SPEEDS]
    wanted = np.array([[1.0 if name == "Hertz" else exact(float(d * c), n, p, q) for c in others] for d in NUMBERS])
    for rtol in TOLERANCES:
        error = np.abs(restitution_map(laws, SPEEDS, MASS, rtol=rtol, workers=1) - wanted)
        assert error.max() < allowed * rtol + EXACT, f"rtol = {rtol}, d = {NUMBERS[error.max(axis=1).argmax()]}"


@pytest.mark.parametrize(("n", "p"), [(1.5, 2.5), (1.0, 1.5)])
def test_a_damper_that_fades_faster_than_the_spring_does_not_let_go(n, p):
    """Where p > n the motion runs along F = 0 if the damper is strong: an error of F is no release."""
    law = PowerLaw(k=1e6, n=n, lam=damping(1e3, 1e6, 0.3, n, p, 1.0), p=p)
    for rtol in (1e-3, 1e-4, 1e-5):
        assert impact(law, 0.3, MASS, rtol=rtol).restitution == pytest.approx(exact(1e3, n, p, 1.0), abs=5.0 * rtol)


def like_azad_featherstone(delta, rate, p):
    return p[0] * delta * math.sqrt(delta) + p[1] * math.sqrt(delta) * rate


def like_kelvin_voigt(delta, rate, p):
    return p[0] * delta + p[1] * rate


@pytest.mark.parametrize("k", STIFFNESSES)
@pytest.mark.parametrize(
    ("name", "force"), [("AzadFeatherstone", like_azad_featherstone), ("KelvinVoigt", like_kelvin_voigt)]
)
def test_laws_of_users(name, force, k):
    """The force of a user has no size that is known: what is searched for its release jumps."""
    make, n, p, q, allowed = LAWS[name]
    for d in NUMBERS:
        lam = damping(d, k, SPEEDS[0], n, p, q)
        own = UserNormal(force=force, parameters=(k, lam), singular_start=make(k, lam).singular_start)
        ours = impact(make(k, lam), SPEEDS[0], MASS, rtol=1e-12)
        for rtol in TOLERANCES:
            found = impact(own, SPEEDS[0], MASS, rtol=rtol)
            assert found.restitution == pytest.approx(ours.restitution, abs=allowed * rtol), (d, rtol)
            assert found.duration == pytest.approx(ours.duration, rel=allowed * rtol), (d, rtol)


@pytest.mark.parametrize("name", ["AzadFeatherstone", "KelvinVoigt", "LeeWang", "n=2 p=0", "n=3 p=1"])
def test_a_force_record_ends_at_release(name):
    make, n, p, q, _ = LAWS[name]
    for d in NUMBERS:
        law = make(1e10, damping(d, 1e10, SPEEDS[0], n, p, q))
        duration = impact(law, SPEEDS[0], MASS, rtol=1e-12).duration
        for rtol in TOLERANCES:
            times = duration * (1.0 + 20.0 * rtol * np.array([-1.0, 1.0]))
            forces = force_record(law, SPEEDS[0], MASS, times, rtol)
            assert forces[0] != 0.0 and forces[1] == 0.0, f"rtol = {rtol}, d = {d}: {forces}"


@pytest.mark.slow
@pytest.mark.parametrize("k", STIFFNESSES)
@pytest.mark.parametrize("name", LAWS)
def test_simulate(name, k):
    import supple as sp

    make, n, p, q, _ = LAWS[name]
    v, Z = float(SPEEDS[0]), depth(k, SPEEDS[0], n)
    for d in NUMBERS[::3]:
        scene = sp.Scene(gravity=(0, 0, 0), name="impact")
        scene.ground(material="floor")
        joint = sp.Prismatic(displacement=Z, speed=-v)
        scene.body("mass", mass=MASS, joint=joint, surfaces=[sp.Point(material="tip")])
        scene.contact("tip", "floor", normal=make(k, damping(d, k, v, n, p, q)))
        wanted = 1.0 if name == "Hertz" else exact(float(d), n, p, q)
        for rtol in TOLERANCES:
            found = sp.simulate(scene, 20.0 * Z / v, rtol=rtol).impacts[0].restitution
            assert found == pytest.approx(wanted, abs=50.0 * rtol), f"rtol = {rtol}, d = {d}"
