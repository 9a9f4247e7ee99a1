"""Runs with flexible bodies: all methods agree, the ledger closes, files keep everything, runs go on with the same bits."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from physics.flexible_beams import TIP, arm
from results.rows import parts

import supple as sp

pytestmark = pytest.mark.slow

END = 0.25
METHODS = ("bogacki_shampine", "dormand_prince", "dop853", "rodas5p", "ode23s", "trapezoid")


SHORT = """
import json, supple as sp
from physics.flexible_beams import arm
print(json.dumps(list(sp.simulate(arm(), 0.01, rtol=1e-5).final)))
"""


@pytest.fixture(scope="module")
def run():
    return sp.simulate(arm(), END, rtol=1e-7)


@pytest.mark.parametrize("method", METHODS)
def test_methods_agree(run, method):
    rtol = 1e-7 if method not in ("bogacki_shampine", "ode23s", "trapezoid") else 1e-5
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


@pytest.mark.jit
def test_compiled_and_plain_python_agree():
    paths = os.pathsep.join([str(Path(sp.__file__).parents[1]), str(Path(__file__).parents[1])])
    env = {**os.environ, "PYTHONPATH": paths, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", SHORT], env=env, capture_output=True, text=True, check=True)
    final = sp.simulate(arm(), 0.01, rtol=1e-5).final
    np.testing.assert_allclose(json.loads(done.stdout), final, rtol=1e-10, atol=1e-11)
