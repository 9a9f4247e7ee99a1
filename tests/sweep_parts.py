"""Scenes and reductions of the tests of ensembles: worker processes import them."""

import os
import signal
import time

import numpy as np

import supple as sp


def drop(height=0.5, mass=1.0, material="steel"):
    """A ball that falls on the ground."""
    scene = sp.Scene(name="drop")
    scene.ground(material="floor")
    joint = sp.Prismatic(axis=(0, 0, 1), displacement=height)
    scene.body("ball", mass=mass, joint=joint, surfaces=[sp.Sphere(0.1, material=material)])
    scene.contact(material, "floor", normal=sp.HuntCrossley.from_dissipation(k=1e5, d=0.2))
    return scene


def drop_file(folder):
    """The same as a file with a parameter."""
    path = folder / "drop.toml"
    path.write_text(
        """
[parameters]
height = 0.5
[ground]
material = "floor"
[bodies.ball]
mass = 1.0
joint = { type = "Prismatic", axis = [0, 0, 1], displacement = "$height" }
surfaces = [{ type = "Sphere", radius = 0.1, material = "steel" }]
[[contacts]]
materials = ["steel", "floor"]
normal = { type = "HuntCrossley", from = "dissipation", k = 1e5, d = 0.2 }
[run]
end = 0.05
"""
    )
    return path


WAYS = {  # what to do -> a part of the sentence
    "fine": "",
    "negative mass": "mass of 'ball' must be >= 0 kg",
    "no law": "normal must be a normal contact law",
    "no scene": "must return a Scene",
    "division": "ZeroDivisionError",
    "exit": "SystemExit",
    "deep": "the middle of what touches",
    "controller": "controller",
    "raises": "output seen: KeyError",
    "nan": "output seen must be finite, got nan",
    "shape": "output seen must have the shape",
    "text": "output seen: could not convert",
}


def failing(number, way):
    """A scene that fails in this way, or in the reduction `seen`."""
    if way == "no scene":
        return None
    if way == "division":
        return 1 / 0
    if way == "exit":
        raise SystemExit(3)
    scene = drop(mass=-1.0 if way == "negative mass" else 1.0, height=-40.0 if way == "deep" else 0.5 + 0.001 * number)
    scene.name = way
    if way == "no law":
        scene.contact("nothing", "floor", normal=None)
    if way == "controller":
        scene.add(sp.PositionSensor(body="ball", name="z"))
        scene.add(sp.PythonController(function=_broken, sensors=["z"], period=0.01, compile="never", name="c"))
    return scene


def _broken(t, measured):
    raise RuntimeError("broken")


def seen(run):
    """A reduction that fails where the name of the scene says so."""
    way = run.scene.name
    if way == "raises":
        raise KeyError("no such thing")
    if way == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    return {"nan": np.nan, "shape": [1.0, 2.0], "text": "a word"}.get(way, run.final[0])


def stuck(run):
    """A reduction that does not come back for the second height."""
    while run.y[0, 0] > 0.55:
        time.sleep(0.01)
    return run.final[0]


def slow(run):
    """A reduction that takes its time: longer than a second."""
    time.sleep(1.1)
    return run.final[0]


def logged(run):
    """A reduction that leaves a line in the file that the environment names: which member was computed."""
    with open(os.environ["SWEEP_LOG"], "a") as file:
        file.write(f"{float(run.y[0, 0])!r}\n")
    return run.final[0]
