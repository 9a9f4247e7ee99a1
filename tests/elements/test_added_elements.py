"""Kinds of elements that others might add: the rope of docs/extending.md, and one with internal state of its own."""

import re
from pathlib import Path

from registries import Addition, check_addition

import supple as sp

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


def test_the_element_of_the_page_works(tmp_path):
    text = next(block for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
                if block.startswith('"""Rope'))  # fmt: skip
    check_addition(tmp_path, Addition("element", "elements", "rope.py", text, "rope.Rope", "motion.Motion", SWINGING))


MAXWELL = '''"""Maxwell element: a spring in series with a damper, along the coordinate of a joint.

    f = k (q - x),   b x' = f,   U = f^2/(2 k),   lost f^2/b       x: stretch of the damper, internal state
"""

from dataclasses import dataclass

from .._jit import inlined
from ..tables import EL_A, EL_ROW, EL_SLOT, L_SPRING, QI, S_LEDGER, VI
from .observed import LINKS

N_MODE, N_HOLD, N_GUARD = 1, 0, 0


@dataclass(frozen=True, kw_only=True)
class Maxwell:
    """A spring and a damper in series.

    body: whose joint.
    stiffness: of the spring [N/m].
    damping: of the damper [Ns/m].
    name: for results.
    """

    body: str
    stiffness: float
    damping: float
    name: str = ""

    def place(self, table, name):
        row = table.parameters.add((self.stiffness, self.damping))
        table.add("maxwell", name, a=table.joint(self.body, 0), row=row, books=(L_SPRING,),
                  states=(("stretch", "m", 1e-6, 0.02),))


@inlined
def pull(P, e, y):
    k, b = P.par[P.el_i[e, EL_ROW], 0], P.par[P.el_i[e, EL_ROW], 1]
    return k * (y[P.tree.i[P.el_i[e, EL_A], QI]] - y[P.el_i[e, EL_SLOT]]), k, b


@inlined
def load(P, e, t, y, dy):
    f, k, b = pull(P, e, y)
    P.tau[P.tree.i[P.el_i[e, EL_A], VI]] -= f
    dy[P.el_i[e, EL_SLOT]] = f / b
    dy[P.size[S_LEDGER] + L_SPRING] += f * f / b


@inlined
def store(P, e, y, out):
    f, k, b = pull(P, e, y)
    out[LINKS] += 0.5 * f * f / k
'''

RELAXING = """
import numpy as np
import supple as sp
from scipy.linalg import expm

m, k, b = 2.0, 300.0, 15.0
scene = sp.Scene(gravity=(0, 0, 0))
joint = sp.Prismatic(axis=(1, 0, 0), displacement=0.05, speed=-1.0)
scene.body("mass", mass=m, joint=joint, surfaces=[sp.Sphere(0.1, material="rubber")])
scene.body("wall", joint=sp.Fixed(), surfaces=[sp.HalfSpace(normal=(-1, 0, 0), at=(9, 0, 0), material="wall")])
scene.contact("rubber", "wall", normal=sp.LinearSD2(k1=1e4, k2=1e4, b=10.0))
scene.add(sp.Maxwell(body="mass", stiffness=k, damping=b, name="pad"))
run = sp.simulate(scene, 0.7, rtol=1e-10)
A = np.array([[0, 1, 0], [-k / m, 0, k / m], [k / b, 0, -k / b]])
exact = expm(0.7 * A) @ [0.05, -1.0, 0.02]
found = [run[name][-1] for name in ("mass.displacement", "mass.speed", "pad.stretch")]
np.testing.assert_allclose(found, exact, atol=1e-8)
assert run.ledger.relative_residual < 1e-8 and run.units[run.names.index("pad.stretch")] == "m"
half = sp.simulate(scene, 0.3, rtol=1e-10)
rest = sp.simulate(scene, 0.7, start=0.3, initial=half, rtol=1e-10)
np.testing.assert_allclose(rest.final[:3], exact, atol=1e-8)
stiff = sp.simulate(scene, 0.7, rtol=1e-7, method="rodas5p")
np.testing.assert_allclose(stiff.final[:3], exact, atol=1e-5)
"""


def test_an_element_may_have_internal_state_of_its_own(tmp_path):
    """A linear system of three components, by the exponential of its matrix; beside a contact that could have a slot."""
    added = Addition("element", "elements", "maxwell.py", MAXWELL, "maxwell.Maxwell", "motion.Motion", RELAXING)
    check_addition(tmp_path, added)


def test_a_scene_with_elements_comes_back_from_its_file():
    """Also where the scene has made the name."""
    scene = sp.Scene()
    scene.body("arm", mass=1.0, inertia=(1, 1, 1), joint=sp.Revolute(axis=(0, 1, 0)))
    scene.add(sp.Spring(a="world", b="arm", at_b=(0, 0, 1), stiffness=10.0, length=0.5, damping=0.1))
    scene.add(sp.Bushing(a="world", b="arm", stiffness=(1, 2, 3), turning_damping=(0, 0, 1), name="pad"))
    scene.add(sp.Motion(body="arm", times=(0, 1), values=(0, 0.2), amplitude=0.1, omega=3.0))
    assert list(scene.elements) == ["spring 1", "pad", "motion 3"]
    assert sp.scene_from_toml(sp.scene_to_toml(scene)).scene == scene
