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
from supple.scene.files import Setup

SCENES = Path(__file__).parents[2] / "examples" / "scenes"
REACH = 1.4  # truths are drawn within this factor of the scene's values,
BOUNDS = 3.0  # and searched within this one, from the scene's values and `starts` others, of which one is refined
FAR, FAR_BOUNDS = (
    3.0,
    10.0,
)  # the same far from the scene's values, with the bounds and starts that a fit has if not told


class Case(NamedTuple):
    """What is measured, how well, and what is to be found."""

    scene: str  # a file of the examples, or "biobiped1"
    noise: dict  # {column: standard deviation}, which the fit is told
    unsaid: dict  # the same, which it has to find out
    parameters: tuple
    dt: float  # [s] between two measurements
    starts: int = 4  # besides the given one; with any, two are refined


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
    "biped": Case(
        "biobiped1",
        {f"right_{body}.angle": 0.005 for body in ("thigh", "shank", "foot")},  # [rad]
        {},
        ("knee_extensor", "ankle_extensor", "gastrocnemius"),
        1.0 / 200.0,
        starts=0,
    ),
}
QUICK = ("force plate", "leg")  # cases for ordinary tests


def biped(values):
    """One stride of BioBiped1 with other stiffnesses of its cables [N/m]."""
    numbers = sp.robots.biobiped1_numbers("A")
    for name, stiffness in values.items():
        numbers["cables"][name]["stiffness"] = stiffness
    return Setup(sp.robots.biobiped1(numbers=numbers), {"end": numbers["stride"]}, {})


def scene_of(case):
    """What `fit_scene` takes as a scene, the values that it has, and a function that makes it with others."""
    if case.scene == "biobiped1":
        cables = sp.robots.biobiped1_numbers("A")["cables"]
        return biped, {name: cables[name]["stiffness"] for name in case.parameters}, biped
    path = SCENES / case.scene
    return path, read_document(path).content["parameters"], lambda values: sp.read_scene(path, set=values)


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


def trial(name, seed, starts=None, far=False):
    """One trial of a case; far: with truths FAR from the scene's values."""
    case, rng = CASES[name], np.random.default_rng(seed)
    starts = case.starts if starts is None else starts
    scene, file, made = scene_of(case)
    reach, bound = (FAR, FAR_BOUNDS) if far else (REACH, BOUNDS)
    truth = {name: file[name] * reach ** rng.uniform(-1.0, 1.0) for name in case.parameters}
    setup = made(truth)
    data = measured(sp.simulate(setup.scene, **setup.run), case, rng)
    bounds = {name: (file[name] / bound, file[name] * bound) for name in case.parameters}
    search = {} if far else {"starts": starts, "refine": 2 if starts else 1}
    fit = sp.fit_scene(scene, data, bounds, noise=case.noise, seed=seed, **search)
    return Trial(truth, fit)
