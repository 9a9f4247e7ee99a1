"""What the energy audit claims: no stretch of a run misses more than the tolerance admits, however long the run is."""

from types import SimpleNamespace

import numpy as np
import pytest

import supple as sp
from supple.elements.observed import STORED_NAMES
from supple.tables import LEDGER_NAMES
from supple.trajectory.audit import Audit
from supple.trajectory.ledger import Ledger, Totals

RTOL = 1e-6
LEAK = 20 * RTOL  # of the energy turned over


def double_pendulum(upper=2.0, lower=1.0):
    scene = sp.Scene(gravity=(0, 0, -9.81), name="double pendulum")
    rod = {"mass": 1.0, "com": (0, 0, -0.5), "inertia": sp.rod_inertia(1.0, 1.0)}
    scene.body("upper", joint=sp.Revolute(axis=(0, 1, 0), angle=upper), **rod)
    scene.body("lower", parent="upper", joint=sp.Revolute(axis=(0, 1, 0), at=(0, 0, -1), angle=lower), **rod)
    return scene


def bouncing():
    scene = sp.Scene(gravity=(0, 0, -9.81), name="ball")
    scene.ground(material="floor")
    joint = sp.Free(position=(0, 0, 0.12), velocity=(0.1, 0, -0.5))
    scene.body("ball", mass=1.0, joint=joint, surfaces=[sp.Sphere(0.1, material="ball")])
    scene.contact("ball", "floor", normal=sp.HuntCrossley(k=1e6, lam=1e6), friction=sp.StickSlip(mu=0.3, kt=1e5, bt=50))
    return scene


# --- a made-up ledger: an oscillation of 1 J, and what its residual does --------------------------------------------------
PHASE = 0.3  # of a step
ENERGY = 4 * PHASE / (2 * np.pi)  # [J] turned over in a step, on average: once in a quarter of the period


def verdict(residual, pieces=1):
    """What is said of a ledger of that residual, read in that many pieces."""
    phase = PHASE * np.arange(len(residual))
    stored = np.zeros((len(residual), len(STORED_NAMES)))
    stored[:, STORED_NAMES.index("kinetic")] = np.cos(phase) ** 2
    stored[:, STORED_NAMES.index("joint springs")] = np.sin(phase) ** 2 + residual
    state = np.stack([np.sin(phase), np.cos(phase)], axis=1)
    layout = SimpleNamespace(n_q=1, n_v=1, units=("m", "m/s"))
    totals, audit = Totals(), Audit(layout, RTOL)
    for rows in np.array_split(np.arange(len(residual)), pieces):
        ledger = Ledger.of(phase[rows], stored[rows], np.zeros((len(rows), len(LEDGER_NAMES))))
        audit.take(ledger, totals.take(ledger), state[rows])
    return audit.complaint(totals), audit.excess, audit.stretch


@pytest.mark.parametrize("steps", [10, 1000, 50_000])
@pytest.mark.parametrize("sign", [1, -1])
def test_drift_within_the_tolerance_closes_at_every_length(steps, sign):
    assert verdict(sign * 5 * RTOL * ENERGY * np.arange(steps))[0] == ""


@pytest.mark.parametrize("steps", [200, 1000, 100_000])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_leak_is_found_at_every_length(steps, sign):
    assert "worst from" in verdict(sign * LEAK * ENERGY * np.arange(steps))[0]


@pytest.mark.parametrize("before", [0, 100, 100_000])
def test_a_long_accurate_past_does_not_pay_for_a_leak(before):
    """What the first part of a run did not use of its tolerance is gone."""
    said, _, (start, end) = verdict(np.concatenate([np.zeros(before), LEAK * ENERGY * np.arange(200)]))
    assert said
    assert start == pytest.approx(PHASE * before, abs=2.0) and end == pytest.approx(PHASE * (before + 199), abs=2.0)


def test_what_is_not_a_number_does_not_close():
    for bad in (np.nan, np.inf):
        assert verdict(np.array([0.0, 0.0, bad, 0.0, 0.0]))[0]


@pytest.mark.jit
def test_a_run_that_lost_its_energy_bit_by_bit_did_not_succeed():
    assert "too much in the end" in verdict(5 * RTOL * ENERGY * np.arange(400_000))[0]


@pytest.mark.parametrize("pieces", [2, 7, 400])
def test_the_verdict_does_not_depend_on_the_pieces(pieces):
    noise = 30 * RTOL * np.random.default_rng(2).standard_normal(400).cumsum()
    assert verdict(noise, pieces) == verdict(noise)


# --- runs ---------------------------------------------------------------------------------------------------------------
@pytest.mark.jit
@pytest.mark.parametrize(
    ("method", "rtol"),
    [
        ("auto", 1e-6), ("auto", 1e-9), ("bogacki_shampine", 1e-5), ("dop853", 1e-9), ("rodas5p", 1e-4),
        ("rodas5p", 1e-6), ("trapezoid", 1e-4),
    ],
)  # fmt: skip
@pytest.mark.parametrize("end", [10.0, 100.0, 1000.0])
def test_an_accurate_run_succeeds_at_every_length(method, rtol, end):
    run = sp.simulate(double_pendulum(), end, method=method, rtol=rtol)
    assert run.success, run.message


@pytest.mark.jit
@pytest.mark.parametrize("rtol", [1e-5, 1e-6, 1e-7, 1e-8])
@pytest.mark.parametrize("angles", [(2.0, 1.0), (3.0, 0.1), (1.5, 2.5), (2.7, -1.2), (0.9, 0.4)])
def test_no_step_of_dop853_errs_by_much_more_than_its_tolerance_in_chaotic_motion(angles, rtol):
    run = sp.simulate(double_pendulum(*angles), 60.0, method="dop853", rtol=rtol)
    assert run.success, run.message
    turned_over = 20.0  # [J] between the highest and the lowest position of both rods
    assert abs(np.diff(run.ledger.residual)).max() < LEAK / RTOL * rtol * turned_over


@pytest.mark.jit
@pytest.mark.parametrize("end", [0.1, 1.0, 100.0])
@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-9])
def test_a_law_that_creates_energy_fails_at_every_length(end, rtol, monkeypatch):
    """Contact damping that is booked a tenth too high: the ball keeps what the ledger says it lost."""
    assert sp.simulate(bouncing(), end, rtol=rtol).success
    of = Ledger.of.__func__

    def generous(cls, t, stored, integrals):
        ledger = of(cls, t, stored, integrals)
        ledger.lost["contact damping"] = 1.1 * ledger.lost["contact damping"]
        return ledger

    monkeypatch.setattr(Ledger, "of", classmethod(generous))
    run = sp.simulate(bouncing(), end, rtol=rtol)
    assert run.status == sp.Status.ENERGY
    assert "the energy ledger does not close" in run.message and "worst from 0" in run.message


def tumbling():
    scene = sp.Scene(gravity=(0, 0, 0), name="a top that keeps its energy")
    scene.body("top", mass=1.0, inertia=(1, 2, 2.5), joint=sp.Free(angular_velocity=(0.1, 3, 0.1)))
    return scene


def circling():
    scene = sp.Scene(gravity=(0, 0, 0), name="a mass that keeps its speed")
    scene.body("slide", joint=sp.Prismatic(axis=(1, 0, 0), displacement=1.0, spring=100.0))
    scene.body("mass", mass=1.0, parent="slide", joint=sp.Prismatic(axis=(0, 1, 0), speed=10.0, spring=100.0))
    return scene


@pytest.mark.jit
@pytest.mark.parametrize("make", [tumbling, circling])
def test_motions_that_keep_their_energies(make):
    """Nothing changes its form, and the errors of the method add up all the same."""
    run = sp.simulate(make(), 1000.0, rtol=1e-6, method="bogacki_shampine")
    assert run.success, run.message
    assert run.ledger.relative_residual > 20e-6


@pytest.mark.jit
@pytest.mark.parametrize("end", [1.0, 10.0, 100.0])
def test_a_small_leak_at_every_step_fails_at_every_length(end, monkeypatch):
    """A hundredth of the work of a damped joint goes without a book."""
    scene = sp.Scene(gravity=(0, 0, -9.81))
    joint = sp.Revolute(axis=(0, 1, 0), angle=2.0, damping=0.05)
    scene.body("rod", mass=1.0, com=(0, 0, -0.5), inertia=sp.rod_inertia(1.0, 1.0), joint=joint)
    assert sp.simulate(scene, end).success
    of = Ledger.of.__func__

    def careless(cls, t, stored, integrals):
        ledger = of(cls, t, stored, integrals)
        ledger.lost["joint damping"] = 0.99 * ledger.lost["joint damping"]
        return ledger

    monkeypatch.setattr(Ledger, "of", classmethod(careless))
    assert sp.simulate(scene, end).status == sp.Status.ENERGY
