"""What `auto` makes of its explicit pairs: who steps where samples, stability or nothing but the error end the steps."""

from pathlib import Path

import numpy as np
import pytest

import supple as sp
from supple.integrate.solver import EXPLICIT, REC_KIND, ROSENBROCK, THIRD

SCENES = Path(__file__).parents[2] / "examples" / "scenes"


def run(name, rtol, method="auto"):
    read = sp.read_scene(SCENES / f"{name}.toml")
    done = sp.simulate(read.scene, read.run["end"], rtol=rtol, method=method)
    assert done.success, done.message
    return done


def kinds(done):
    return done.records.k[:-1, REC_KIND]


@pytest.mark.jit
def test_order_3_steps_between_samples():
    """One step a sample: three right-hand sides instead of six."""
    auto, fifth = run("series_elastic_arm", 1e-3), run("series_elastic_arm", 1e-3, "dormand_prince")
    assert np.mean(kinds(auto) == THIRD) > 0.5
    assert auto.statistics["right-hand sides"] < 0.8 * fifth.statistics["right-hand sides"]


@pytest.mark.jit
@pytest.mark.parametrize("rtol", [1e-3, 1e-4])
def test_order_3_does_not_hide_that_stability_holds_the_steps(rtol):
    """An arm that comes to rest: 11,000 steps of order 3, which nothing would tell, or some hundred of all."""
    done = run("dh_arm", rtol)
    assert np.any(kinds(done) == ROSENBROCK) and done.statistics["steps"] < 600


@pytest.mark.jit
def test_stiff_steps_in_vain_come_to_an_end():
    """Ellipsoids that roll on: once it was stiff for 600 steps, when explicit ones were long again."""
    done = run("rolling_ellipsoids", 0.03)
    assert np.sum(kinds(done) <= EXPLICIT) > np.sum(kinds(done) == ROSENBROCK)


@pytest.mark.jit
def test_the_loosest_tolerances_are_one():
    """A ball that is dropped bounced 4,000 times by its errors at 0.1."""
    loosest, loose = run("drop", 0.1), run("drop", 0.03)
    assert loosest.y.tobytes() == loose.y.tobytes() and len(loosest.events) < 200
