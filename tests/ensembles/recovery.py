"""Scenes fitted to data that were made with known parameters: do the intervals hold them as often as they say?

A trial draws parameters around those of the scene, runs it, adds noise to what would be measured, and fits from the values
in the scene file. With intervals of 95 % a parameter is outside of its own in 5 % of the trials.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

import supple as sp
from supple.ensembles.fitting.result import SceneFit
from supple.scene.documents import read_document

SCENES = Path(__file__).parents[2] / "examples" / "scenes"
REACH = 1.4  # truths are drawn within this factor of the scene's values
BOUNDS = 3.0  # of the search, as a factor


class Case(NamedTuple):
    """What is measured, how well, and what is to be found."""

    scene: str
    noise: dict  # {column: standard deviation}, which the fit is told
    unsaid: dict  # the same, which it has to find out
    parameters: tuple
    dt: float  # [s] between two measurements


CASES = {
    "force plate": Case(
        "force_plate.toml",
        {},
        {"foot/ground.force": 3.0, "foot/ground.friction.x": 1.5},  # [N]
        ("k", "lam", "mu"),
        1.0 / 500.0,
    ),
    "leg": Case(
        "springy_leg.toml",
        {"thigh.angle": 0.01, "shank.angle": 0.01},  # [rad]
        {},
        ("hip", "knee", "damping"),
        1.0 / 100.0,
    ),
}


class Trial(NamedTuple):
    """The truth, and what was found."""

    truth: dict
    fit: SceneFit

    @property
    def inside(self):
        """{name: whether its interval holds the truth}."""
        return {name: one.low <= self.truth[name] <= one.high for name, one in self.fit.estimates.items()}


def measured(run, case, rng):
    """What would be measured of a run."""
    times = np.arange(run.t[0], run.t[-1], case.dt)
    data = {"time": times}
    for name, sd in {**case.noise, **case.unsaid}.items():
        data[name] = value(run, name, times) + rng.normal(0.0, sd, times.size)
    return data


def value(run, name, times):
    """A column, by other means than those of the fit."""
    if name in run.names:
        return run.channel(name, times)
    contact, _, quantity = name.partition(".")
    history = run.contact(contact, times)
    return history.force if quantity == "force" else history.friction[:, 0]


def trial(name, seed, starts=4, refine=2):
    """One trial of a case."""
    case, rng = CASES[name], np.random.default_rng(seed)
    path = SCENES / case.scene
    file = read_document(path).content["parameters"]
    truth = {name: file[name] * REACH ** rng.uniform(-1.0, 1.0) for name in case.parameters}
    setup = sp.read_scene(path, set=truth)
    data = measured(sp.simulate(setup.scene, **setup.run), case, rng)
    bounds = {name: (file[name] / BOUNDS, file[name] * BOUNDS) for name in case.parameters}
    fit = sp.fit_scene(path, data, bounds, noise=case.noise, starts=starts, refine=refine, seed=seed)
    return Trial(truth, fit)
