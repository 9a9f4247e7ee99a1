"""Runs with flexible bodies: all methods agree, the ledger closes, files keep everything, runs go on with the same bits."""

import numpy as np
import pytest
from results.rows import parts

import supple as sp

pytestmark = pytest.mark.slow

END, TIP = 0.25, (0.6, 0.0, 0.0)
METHODS = ("bogacki_shampine", "dormand_prince", "dop853", "rodas5p", "ode23s", "trapezoid")


def arm(damping=0.02):
    """A hub, a flexible link, a hinge at its tip, a second flexible link that falls on a floor; a motor, a spring."""
    scene = sp.Scene(name="arm")
    scene.ground(material="floor", at=(0.0, 0.0, -0.25))
    section = sp.Rectangle(0.02, 0.02)
    words = {"length": 0.6, "section": section, "E": 2e9, "nu": 0.3, "density": 1200.0, "damping": damping}
    scene.body("hub", mass=0.5, inertia=(1e-2, 1e-2, 1e-2), joint=sp.Revolute(axis=(0, 1, 0)))
    scene.body("upper", parent="hub", flexible=sp.Beam(modes=2, torsion=1, at=(0.05, 0.0, 0.0), **words))
    scene.body(
        "lower",
        parent="upper",
        joint=sp.Revolute(axis=(0, 1, 0), at=TIP),
        flexible=sp.Beam(modes=2, ends="pinned-free", ends_z="clamped-free", orientation=(1, 1, 0, 0), **words),
        surfaces=[sp.Sphere(0.02, at=TIP, material="tip")],
    )
    scene.joint_force("hub", -4.0)
    scene.add(sp.Spring(a="upper", at_a=(0.3, 0.0, 0.0), b="world", at_b=(0.3, 0.5, 0.3), stiffness=2.0, length=0.5))
    scene.contact("tip", "floor", normal=sp.HuntCrossley(k=1e5, lam=2e4), friction=sp.StickSlip(mu=0.3, kt=1e4, bt=1.0))
    return scene


@pytest.fixture(scope="module")
def run():
    return sp.simulate(arm(), END, rtol=1e-7)


@pytest.mark.parametrize("method", METHODS)
def test_methods_agree(run, method):
    rtol = 1e-7 if method not in ("bogacki_shampine", "ode23s", "trapezoid") else 1e-6
    other = sp.simulate(arm(), END, rtol=rtol, method=method)
    assert other.success, other.message
    when = [0.05, 0.12, 0.2, END]
    for body in ("upper", "lower"):
        np.testing.assert_allclose(
            other.position(body, when, point=TIP), run.position(body, when, point=TIP), atol=2e-4
        )


def test_the_ledger_closes_with_structural_damping(run):
    assert run.success, run.message
    assert any(event.what == "made" for event in run.events)
    assert run.ledger.totals.relative_residual < 1e-5
    lost = run.ledger.lost["structural damping"]
    assert lost[-1] > 1e-4 and np.all(np.diff(lost) >= 0.0)
    assert run.ledger.stored["flexible bodies"].max() > 1e-3


def test_a_loaded_run_is_the_same(run, tmp_path):
    stored, times = sp.load(run.save(tmp_path / "arm.nc")), np.linspace(0.0, END, 50)
    for one, other in zip(parts(run), parts(stored), strict=True):
        assert one.tobytes() == other.tobytes()
    for body in ("upper", "lower"):
        for point in (TIP, (0.2, 0.01, 0.0)):
            one, other = (r.position(body, times, point=point) for r in (run, stored))
            assert one.tobytes() == other.tobytes()
    assert stored.ledger.residual.tobytes() == run.ledger.residual.tobytes()
    assert sp.jacobian(stored.model, "lower", stored.final, point=TIP).tobytes() == (
        sp.jacobian(run.model, "lower", run.final, point=TIP).tobytes()
    )


def test_a_run_goes_on_with_the_same_bits(run, tmp_path):
    stored = sp.load(run.save(tmp_path / "arm.nc"))
    one = sp.simulate(run.model, END + 0.02, start=END, initial=run)
    other = sp.simulate(stored.model, END + 0.02, start=END, initial=stored)
    assert one.y.tobytes() == other.y.tobytes()


def test_a_run_written_while_it_goes_on_is_the_same(run, tmp_path):
    streamed = sp.simulate(arm(), END, rtol=1e-7, out=tmp_path / "streamed.nc")
    assert streamed.y.tobytes() == run.y.tobytes()


def test_points_and_jacobians_are_those_of_the_motion(run):
    """Velocities J v against differences of positions along the run, on the axis and beside it."""
    h, n_q, n_v = 1e-6, run.model.layout.n_q, run.model.layout.n_v
    for t in (0.03, 0.1, 0.21):
        y = run.at([t])[0]
        for body in ("hub", "upper", "lower"):
            for point in (TIP, (0.31, 0.02, -0.01), (0.0, 0.0, 0.0)):
                before, after = run.position(body, [t - h, t + h], point=point)
                J = sp.jacobian(run.model, body, y, point=point)
                np.testing.assert_allclose(J[3:] @ y[n_q : n_q + n_v], (after - before) / (2.0 * h), atol=2e-6)


def test_the_ball_on_a_section_is_where_the_point_is(run):
    """The contact of the ball at the tip: its depth is that of the point on the bent beam."""
    name = next(name for name in run.contacts if "lower" in name)
    seen = run.contact(name)
    touching = seen.force > 0.0
    z = run.position("lower", point=TIP)[:, 2]
    np.testing.assert_allclose(seen.delta[touching], (0.02 - 0.25 - z)[touching], atol=1e-12)
