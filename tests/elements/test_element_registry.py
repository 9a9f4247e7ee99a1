"""One file and one line: what a new kind of element costs, and what happens without the line."""

from importlib import import_module

import pytest
from registries import Addition, check_addition, shorter_by_one, without_a_line

from supple.elements.registry import ELEMENTS

FUNCTIONS = ("load", "watch", "begin", "store", "observe", "react", "dictate", "next_stop", "at_stop")


def test_every_element_of_the_folder_has_its_line():
    assert without_a_line(ELEMENTS, "place") == []
    for missing, shorter in shorter_by_one(ELEMENTS):
        assert without_a_line(shorter, "place") == [missing]


@pytest.mark.parametrize("module", ELEMENTS.modules.values(), ids=lambda module: module.__name__.rpartition(".")[2])
def test_every_kind_declares_its_widths_and_does_something(module):
    composites = [kind for kind in ELEMENTS.classes if kind.__module__ == module.__name__ and hasattr(kind, "kernels")]
    if composites:  # it consists of elements of other kinds
        assert not any(hasattr(module, name) for name in FUNCTIONS)
        return
    assert all(isinstance(getattr(module, name), int) for name in ("N_MODE", "N_HOLD", "N_GUARD"))
    assert any(hasattr(module, name) for name in FUNCTIONS)


def test_files_without_kernels_are_no_kinds():
    """What is not in the list only helps: a kind that was forgotten would have a load."""
    kinds = set(ELEMENTS.modules.values())
    for name in (
        "features",
        "normal",
        "observed",
        "points",
        "slots",
        "tables_over_time",
        "written",
        "cubics",
        "transmission",
    ):
        module = import_module(f"supple.elements.{name}")
        assert module not in kinds and not hasattr(module, "load")


# --- a kind that is added -------------------------------------------------------------------------------------------------
THRUSTER = '''"""A thruster: a force of constant size along an axis of its body, until its tank is empty.

    f = F R d

Symbols   F force [N], d direction in the body [-], R rotation of the body
Ledger    its power is work.
"""

from dataclasses import dataclass
from typing import Annotated

from .._jit import inlined
from ..integrate.problem import NOTED, RESTART
from ..quantities import NAME, NONNEGATIVE, POSITIVE, UNIT_VECTOR, Quantity, check_quantities, described, numbers
from ..spatial.vectors import ZERO, dot, get3, get9, mat_vec, scale
from ..tables import EL_A, EL_ROW, L_WORK, S_LEDGER, W_R
from .features import push
from .places import velocity
from .observed import see_friction, see_motion
from .points import point
from .written import Name

N_MODE, N_HOLD, N_GUARD = 1, 0, 0
TIME_DEPENDENT = True
AT, DIRECTION, FORCE, BURNT = 0, 3, 6, 7  # columns of the parameters; EL_A: the node


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Thruster:
    """A constant force that turns with its body."""

    body: Annotated[str, Quantity("name of the body", "", NAME)]
    at: Annotated[tuple, Quantity("where it acts, in the body", "m", numbers(3))] = (0.0, 0.0, 0.0)
    direction: Annotated[tuple, Quantity("of the force in the body", "-", UNIT_VECTOR)] = (0.0, 0.0, 1.0)
    force: Annotated[float, Quantity("its size", "N", NONNEGATIVE)] = 0.0
    burn: Annotated[float, Quantity("time at which it goes out", "s", POSITIVE)] = 1.0
    name: Name = ""

    def __post_init__(self) -> None:
        check_quantities(self)

    def place(self, table, name):
        """Add its row to the table of elements."""
        node, at = table.point(self.body, self.at)
        direction = table.frame(self.body).R @ self.direction
        row = table.parameters.add((*at, *direction, self.force, self.burn))
        table.add("thruster", name, a=node, row=row, books=(L_WORK,))


@inlined
def _thrust(P, e):
    """Force [N] and point of application [m]."""
    node, row = P.el_i[e, EL_A], P.el_i[e, EL_ROW]
    d = mat_vec(get9(P.work, node, W_R), get3(P.par, row, DIRECTION))
    return scale(P.par[row, FORCE], d), point(P, node, row, AT)


@inlined
def load(P, e, t, y, dy):
    """The force and its power."""
    f, x = _thrust(P, e)
    push(P, P.el_i[e, EL_A], f, x, ZERO)
    dy[P.size[S_LEDGER] + L_WORK] += dot(f, velocity(P, P.el_i[e, EL_A], x))


@inlined
def begin(P, e, t, y):
    """It burns until its tank is empty."""
    P.mode[e, 0] = 1 if t < P.par[P.el_i[e, EL_ROW], BURNT] else 0


@inlined
def next_stop(P, e, t):
    """When it goes out."""
    burnt = P.par[P.el_i[e, EL_ROW], BURNT]
    return burnt if t < burnt else 1e300


@inlined
def at_stop(P, e, t, y):
    """It goes out."""
    before = P.mode[e, 0]
    begin(P, e, t, y)
    return RESTART | NOTED if P.mode[e, 0] != before else 0


@inlined
def observe(P, e, y, out):
    """Its force while it burns, its point."""
    f, x = _thrust(P, e)
    see_motion(P, e, 0.0, 0.0, P.mode[e, 0] * P.par[P.el_i[e, EL_ROW], FORCE], out)
    see_friction(ZERO, x, ZERO, f, out)
'''

USE = """
import json
import supple as sp
from supple.scene.schema import schema

assert "Thruster" in sp.__all__ and '"Thruster"' in json.dumps(schema())  # exports, schema
text = '''
gravity = [0, 0, -10]
[bodies.rocket]
mass = 2
inertia = [1, 1, 1]
joint = { type = "Free" }
[[elements]]
type = "Thruster"
body = "rocket"
force = 30
burn = 0.5
'''
scene = sp.scene_from_toml(text).scene  # words of a file
assert sp.scene_from_toml(sp.scene_to_toml(scene)).scene.elements == scene.elements | {
    name: sp.Thruster(body="rocket", force=30.0, burn=0.5, name=name) for name in scene.elements
}
again = sp.Scene(gravity=(0, 0, -10))
again.body("rocket", mass=2, inertia=(1, 1, 1), joint=sp.Free())
assert again.add(sp.Thruster(body="rocket", force=30, burn=0.5)) == "thruster 1"
for one in (scene, again):
    run = sp.simulate(one, 1.0, rtol=1e-8)
    assert run.success and 0.5 in run.t, run
    assert abs(run["rocket.vz"][-1] - (30 / 2 * 0.5 - 10)) < 1e-8, run["rocket.vz"][-1]
    work = 30 * 0.5 * 5 * 0.5**2  # force times way: z = (15 - 10) t^2 / 2
    assert abs(run.ledger.work[-1] - work) < 1e-6 and run.ledger.relative_residual < 1e-7, run.ledger
    force = run.element("thruster 1", [0.25, 0.75]).force
    assert list(force) == [30.0, 0.0], force
try:
    again.add(sp.Thruster(body="nobody", force=1))
except ValueError as error:
    assert "nobody" in str(error)
else:
    raise AssertionError("a thruster on a body that is not there")
"""

ADDED = Addition("element", "elements", "thruster.py", THRUSTER, "thruster.Thruster", "motion.Motion", USE)


def test_an_element_is_one_file_and_one_line(tmp_path):
    check_addition(tmp_path, ADDED)
