"""Two ellipsoids and a floor (Stramigioli & Duindam 2004, section 5), against an independent integration.

The paper has no parameters; these are ours. D1 grey to floor, D2 black to grey, D3 black to floor [m]. (a) start, (b) D1
touches, (b') D2 touches and presses the grey one deeper, (c) the black one begins to roll off, (d) it is half-way to the
floor, (e) it touches the floor, (f) it leaves the grey one.
"""

import functools

import numpy as np
import pytest
from physics.scenes import METHODS
from physics.spatial import done, two_ellipsoids

import supple as sp

pytestmark = [pytest.mark.validation, pytest.mark.jit]
CONTACTS = ("grey/floor", "black/grey", "black/floor")
END, STEP = 1.5, 1e-4
TIMES = np.linspace(0.0, END, round(END / STEP) + 1)
EVENTS = {"b": 0.142784312, "b'": 0.228212721, "e": 0.730313863, "f": 0.740047546}  # [s]
ROLLING = {"c": 0.2625, "d": 0.6365}  # [s]
MINIMA = ((-0.02116175, 0.277), (-0.02042819, 0.265), (-0.00716788, 0.754))  # [m], [s]
ENDS = {"grey": (0.025972, -0.024774, 0.102258), "black": (0.422794, 0.691497, 0.233308)}  # [m]
# kinetic, gravity, elastic, normal damping, tangential damping and slip together, released [J]
ENERGIES = (0.49652586, 3.29189533, 0.03316392, 3.88307004, 0.04262996 + 0.09991740, 0.00079749)
LAST = 0.530941  # [m] D2 at the end


@functools.cache
def run_of(rtol=1e-11, method="auto"):
    return done(two_ellipsoids(), END, rtol=rtol, method=method)


@functools.cache
def distances(rtol=1e-11, method="auto"):
    """D1, D2, D3 at TIMES."""
    return np.array([-history.delta for history in run_of(rtol, method).histories(CONTACTS, TIMES)])


def events(run):
    """Times of b, b', e, f."""
    first = {}
    for event in run.events:
        first.setdefault((event.contact, event.what), event.time)
    names = (("grey/floor", "made"), ("black/grey", "made"), ("black/floor", "made"), ("black/grey", "lost"))
    return dict(zip(EVENTS, (first[name] for name in names), strict=True))


def energies(run):
    stored, lost = run.ledger.stored, run.ledger.lost
    elastic = stored["contact springs"] + stored["tangential springs"]
    parts = stored["kinetic"], stored["gravity"], elastic, lost["contact damping"], lost["friction"], lost["released"]
    return [part[-1] for part in parts]


@pytest.mark.parametrize("rtol", [1e-8, 1e-11])
def test_distances_events_and_ends(rtol):
    run, D = run_of(rtol), distances(rtol)
    np.testing.assert_allclose(D[:, 0], (0.1, 0.150940, 0.449439), atol=1e-6)
    assert events(run) == pytest.approx(EVENTS, abs=1e-6)
    for one, (least, when) in zip(D, MINIMA, strict=True):
        assert one.min() == pytest.approx(least, abs=1e-6)
        assert TIMES[one.argmin()] == pytest.approx(when, abs=1e-3)
    before = TIMES < EVENTS["b'"]
    assert D[0, before].min() == pytest.approx(-0.0130566, abs=1e-6)
    assert D[0].min() == pytest.approx(-0.0211618, abs=1e-6)
    assert D[1, -1] == pytest.approx(LAST, abs=1e-6)
    for name, end in ENDS.items():
        np.testing.assert_allclose(run.position(name)[-1], end, atol=1e-6)


@pytest.mark.parametrize("rtol", [1e-8, 1e-11])
def test_energies(rtol):
    run = run_of(rtol)
    assert energies(run) == pytest.approx(ENERGIES, abs=1e-7)
    assert sum(energies(run)) == pytest.approx(7.848, abs=1e-7)
    assert np.abs(run.ledger.residual).max() < (1e-7 if rtol > 1e-9 else 1e-9)


def test_the_black_one_rolls_off():
    """(c) its angular velocity over the grey one, in their plane, first exceeds 1 rad/s; (d) D3 has halved since."""
    run, D = run_of(), distances()
    states, history = run.at(TIMES), run.contact("black/grey", TIMES)
    turning = {}
    for name in ("grey", "black"):
        columns = [run.names.index(f"{name}.w{axis}") for axis in "xyz"]
        turning[name] = np.einsum("tij,tj->ti", run.rotation(name, TIMES), states[:, columns])
    w = turning["black"] - turning["grey"]
    in_plane = w - np.einsum("ti,ti->t", w, history.normal)[:, None] * history.normal
    c = np.argmax(np.linalg.norm(in_plane, axis=1) > 1.0)
    assert TIMES[c] == pytest.approx(ROLLING["c"], abs=1e-3)
    d = np.argmax((D[2] < 0.5 * D[2, c]) & (TIMES > TIMES[c]))
    assert TIMES[d] == pytest.approx(ROLLING["d"], abs=1e-3)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_finds_them_at_a_loose_tolerance(method):
    """With the tolerances that the specification gives a fixed step of 1 ms."""
    rtol = 1e-5
    run, D = run_of(rtol, method), distances(rtol, method)
    assert events(run) == pytest.approx(EVENTS, abs=1e-3)
    assert D[1, -1] == pytest.approx(LAST, abs=1e-3)
    for one, (least, _) in zip(D, MINIMA, strict=True):
        assert one.min() == pytest.approx(least, abs=1e-3)
    assert np.abs(run.ledger.residual).max() < 5e-3


def test_the_choices_that_the_paper_leaves_open_show():
    """The load that counts for slip ("total"): e, f and D2 at the end; measured beside the specification's own figures."""
    scene = two_ellipsoids()
    scene.rules.clear()
    for other, k, b, kt, bt in (("floor", 8000, 240, 5600, 40), ("soft", 4000, 120, 2800, 20)):
        normal = sp.DirectionalKelvinVoigt(k=k, b=b, k_b=4000, b_b=120)
        friction = sp.SpatialSlip(mu=0.5, kt=kt, bt=bt, kt_b=2800, bt_b=20, spin_radius=0.02, cone="total")
        scene.contact(other, "soft", normal=normal, friction=friction)
    run = done(scene, END, rtol=1e-10)
    found = events(run)
    assert found["e"] == pytest.approx(0.7297897, abs=1e-6)
    assert found["f"] == pytest.approx(0.7383498, abs=1e-6)
    assert -run.contact("black/grey", [END]).delta[-1] == pytest.approx(0.471969, abs=1e-6)
