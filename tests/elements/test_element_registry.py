"""One file and one line: what a new element kind costs. The file is that of docs/extending.md."""

import re
from pathlib import Path

from registries import use_with

import supple as sp
from supple.elements.registry import ELEMENTS

PAGE = Path(__file__).parents[2] / "docs" / "extending.md"

SWINGING = """
import math
import numpy as np
import supple as sp

k, l0, m, g = 500.0, 1.0, 2.0, 9.81
scene = sp.Scene(gravity=(0, 0, -g))
scene.body("load", mass=m, inertia=(0.1, 0.1, 0.1), joint=sp.Free())
assert scene.add(sp.Rope(a="world", b="load", stiffness=k, length=l0)) == "rope 1"
assert sp.scene_from_toml(sp.scene_to_toml(scene)).scene == scene

# it falls by l0, is caught like a mass on a spring, and goes up again to where it was
run = sp.simulate(scene, 1.5, rtol=1e-9)
fall, omega = math.sqrt(2 * l0 / g), math.sqrt(k / m)
rest = m * g / k
caught = 2 * (math.pi - math.atan(omega * fall)) / omega  # from rest - (rest cos + v/omega sin) = 0
assert run.success and run.ledger.relative_residual < 1e-8, run.message
rope = run.element("rope 1")
assert rope.force[run.t <= fall].max() < 1e-9
deepest = rest + math.sqrt(rest**2 + 2 * l0 * rest)
tension = run.element("rope 1", np.array([fall + caught / 2])).force[0]
assert abs(tension - k * deepest) < 1e-6 * k * deepest, (tension, k * deepest)
top = 2 * fall + caught
assert abs(run.channel("load.z", top)[0]) < 1e-7, run.channel("load.z", top)
"""


def test_an_element_is_one_file_and_one_line(tmp_path):
    text = next(block for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
                if block.startswith('"""Rope'))  # fmt: skip
    use_with(tmp_path, "elements", "rope.py", text, "rope.Rope", "motion.Motion", SWINGING)


def test_every_file_with_a_load_has_its_line():
    folder = Path(__file__).parents[2] / "src" / "supple" / "elements"
    files = {path.stem for path in folder.glob("*.py") if "\ndef load(" in path.read_text(encoding="utf-8")}
    assert files == {module.__name__.rpartition(".")[2] for module in ELEMENTS.modules.values()}


def test_a_scene_with_elements_comes_back_from_its_file():
    """Also where the scene has made the name."""
    scene = sp.Scene()
    scene.body("arm", mass=1.0, inertia=(1, 1, 1), joint=sp.Revolute(axis=(0, 1, 0)))
    scene.add(sp.Spring(a="world", b="arm", at_b=(0, 0, 1), stiffness=10.0, length=0.5, damping=0.1))
    scene.add(sp.Bushing(a="world", b="arm", stiffness=(1, 2, 3), turning_damping=(0, 0, 1), name="pad"))
    scene.add(sp.Motion(body="arm", times=(0, 1), values=(0, 0.2), amplitude=0.1, omega=3.0))
    assert list(scene.elements) == ["spring 1", "pad", "motion 3"]
    assert sp.scene_from_toml(sp.scene_to_toml(scene)).scene == scene
