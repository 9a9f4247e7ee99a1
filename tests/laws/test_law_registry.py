"""One file and one line: what a new law costs, and what happens without the line."""

import re

import pytest
from registries import ROOT, Addition, check_addition, examples, shorter_by_one, without_a_line

from supple.laws.registry import FRICTION, NORMAL
from supple.scene.words import USERS_OWN


@pytest.mark.parametrize("laws", [NORMAL, FRICTION], ids=["normal", "friction"])
def test_every_law_of_the_folder_has_its_line(laws):
    assert without_a_line(laws, "row") == []
    for missing, shorter in shorter_by_one(laws):
        assert without_a_line(shorter, "row") == [missing]


@pytest.mark.parametrize("laws", [NORMAL, FRICTION], ids=["normal", "friction"])
def test_every_law_brings_examples(laws):
    assert {type(law).__name__ for law in examples(laws)} == set(laws.names) - set(USERS_OWN)


def test_numbers_follow_from_the_list():
    """Results on disk hold them: new lines go to the end."""
    assert [NORMAL.number(kind) for kind in NORMAL.classes[:10]] == [1, 2, 3, 4, 5, 1, 1, 1, 1, 1]
    assert [FRICTION.number(kind) for kind in FRICTION.classes[:10]] == [1, 2, 3, 4, 5, 6, 7, 8, 3, 10]


@pytest.mark.parametrize(("laws", "heading"), [(NORMAL, "## Normal law"), (FRICTION, "## Friction law")])
def test_the_table_that_helps_to_choose_knows_the_laws(laws, heading):
    """A new law is in the written reference at once; what it is good for, a person says here."""
    page = (ROOT / "docs" / "choosing.md").read_text(encoding="utf-8")
    rows = [line for line in page.split(heading)[1].split("\n## ")[0].splitlines() if line.startswith("| `")]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert len(named) == len(set(named)) and set(named) <= set(laws.names) and len(named) >= 10


# --- a law that is added ------------------------------------------------------------------------------------------------
LAW = '''"""A spring whose force grows with the cube of the indentation.

    F = k delta^3,     U = k delta^4 / 4

Source    nobody.
"""

from dataclasses import dataclass
from typing import Annotated

from ..._jit import inlined
from ...quantities import POSITIVE, Quantity, check_quantities, described


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Cubic:
    """F = k delta^3."""

    k: Annotated[float, Quantity("stiffness", "N/m^3", POSITIVE)]
    n_state = 0

    def __post_init__(self) -> None:
        check_quantities(self)

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: k."""
        return (self.k,)

    @property
    def singular_start(self) -> bool:
        """A cube is smooth."""
        return False


EXAMPLES = (Cubic(k=1e12),)


@inlined
def response(delta, rate, z, p):
    """Force [N], rate of the internal state, dissipated power [W]."""
    return p[0] * delta * delta * delta, 0.0, 0.0


@inlined
def energy(delta, z, p):
    """Stored energy [J]."""
    return 0.25 * p[0] * delta**4


@inlined
def holds(delta, rate, z, p):
    """Positive while the contact holds [m]."""
    return delta, rate


@inlined
def parts(delta, rate, s, s_rate, p):
    """Positive while free [m]."""
    return -delta, -rate
'''

USE = """
import json
import supple as sp
from laws.law_zoo import NORMAL
from supple.impacts.names import law_from_text
from supple.laws.normal.dispatch import normal_response
from supple.laws.registry import NORMAL as LAWS
from supple.scene.schema import schema

law = sp.Cubic(k=1e12)  # the name
assert law in NORMAL  # the examples that all suites run on
assert normal_response(LAWS.number(law), 1e-3, 0.0, 0.0, law.row())[0] == 1e12 * 1e-3 * 1e-3 * 1e-3  # dispatch
assert "Cubic" in sp.__all__ and '"Cubic"' in json.dumps(schema())  # exports, schema
assert law_from_text("Cubic k=1e12") == law  # the command line
sp.testing.check_normal_law(law)
text = '''
[ground]
material = "floor"
[bodies.ball]
mass = 0.1
joint = { type = "Free", position = [0, 0, 0.0201], velocity = [0, 0, -1] }
surfaces = [{ type = "Sphere", radius = 0.02, material = "ball" }]
[[contacts]]
materials = ["ball", "floor"]
normal = { type = "Cubic", k = 1e12 }
'''
scene = sp.scene_from_toml(text).scene  # words of a file
run = sp.simulate(scene, 0.005)
assert run.success and abs(run.impacts[0].restitution - 1.0) < 1e-4, run
assert "nobody" in run.citation()  # the page of the law
"""

DRAG = '''"""Friction of a thick oil film: proportional to the load and to the slip.

    f = -c F v,     D = c F v.v

Source    nobody.
"""

from dataclasses import dataclass
from typing import Annotated

from ..._jit import inlined
from ...quantities import NONNEGATIVE, Quantity, check_quantities, described
from ...spatial.vectors import dot, scale
from .contract import AT_REST, Pull


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class OilFilm:
    """c F v against the slip."""

    c: Annotated[float, Quantity("drag per load", "s/m", NONNEGATIVE)]
    n_state = 0

    def __post_init__(self) -> None:
        check_quantities(self)

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: c."""
        return (self.c,)

    def bound(self, speed: float) -> float:
        """Largest |f| / F at a slip `speed` [m/s]."""
        return self.c * speed


EXAMPLES = (OilFilm(c=0.2),)


@inlined
def response(mode, load, slip, s, p):
    """Force on B, powers."""
    drag = p[0] * max(load.force, 0.0)
    v = slip.velocity
    return Pull(scale(-drag, v), 0.0, AT_REST, drag * dot(v, v), 0.0)
'''

USE_DRAG = """
import json
import math
import supple as sp
from laws.law_zoo import FRICTION
from supple.scene.schema import schema

law = sp.OilFilm(c=0.2)  # the name
assert law in FRICTION  # the examples that all suites run on
assert "OilFilm" in sp.__all__ and '"OilFilm"' in json.dumps(schema())  # exports, schema
sp.testing.check_friction_law(law)
text = '''
gravity = [0, 0, -10]
[ground]
material = "floor"
[bodies.box]
mass = 1
joint = { type = "Free", position = [0, 0, 0.04999], velocity = [1, 0, 0] }
surfaces = [{ type = "Box", size = [1, 1, 0.1], material = "box" }]
[[contacts]]
materials = ["box", "floor"]
normal = { type = "KelvinVoigt", k = 250000, b = 500 }
friction = { type = "OilFilm", c = 0.2 }
'''
scene = sp.scene_from_toml(text).scene  # words of a file
run = sp.simulate(scene, 0.2)
assert run.success and abs(run["box.vx"][-1] - math.exp(-0.2 * 10 * 0.2)) < 1e-3, (run, run["box.vx"][-1])
assert run.ledger.lost["friction"][-1] > 0.2 and "nobody" in run.citation()  # the ledger, the page of the law
"""

CUBIC = Addition("normal law", "laws/normal", "cubic.py", LAW, "cubic.Cubic", "lee_wang.LeeWang", USE, "laws")
OIL_FILM = Addition(
    "friction law", "laws/friction", "oil_film.py", DRAG, "oil_film.OilFilm", "mindlin.Mindlin", USE_DRAG, "laws"
)


@pytest.mark.parametrize("added", [CUBIC, OIL_FILM], ids=["normal", "friction"])
def test_a_law_is_one_file_and_one_line(tmp_path, added):
    check_addition(tmp_path, added)
