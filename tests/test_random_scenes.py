"""Random scene files, some of them broken: each simulates with a ledger that closes, or gives a sentence. Nothing else."""

import math
import re
import warnings
from collections import Counter
from copy import deepcopy
from datetime import timedelta

import numpy as np
import pytest
import tomli_w
from amounts import amount
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import supple as sp

EXAMPLES = amount(200, 2000)
NORMALS = ((0, 0, 1), (0.2, 0, 1), (0, -0.3, 1))
MATERIALS = ("steel", "rubber", "wood")
# what Python itself says when code is handed something it did not expect: not a sentence for a user
PYTHON = re.compile(
    r"unsupported operand|unexpected keyword|positional argument|has no attribute|object is not|not subscriptable|"
    r"index out of|could not convert|broadcast|ufunc|NoneType|truth value|cannot be interpreted|<class|0x[0-9a-f]{6}"
)


def number(low, high):
    return st.floats(low, high, allow_nan=False)


def scale(low, high):
    """A positive number of any size between two powers of ten."""
    return st.floats(low, high).map(lambda power: float(f"{10.0**power:.3g}"))


def vector(size, low=-1.0, high=1.0):
    return st.lists(number(low, high), min_size=size, max_size=size)


direction = vector(3).filter(lambda v: math.hypot(*v) > 0.1)
attitude = vector(4).filter(lambda v: math.hypot(*v) > 0.1)
material = st.sampled_from(MATERIALS)
normal_law = st.one_of(
    st.fixed_dictionaries({"type": st.just("Hertz"), "k": scale(3, 9)}),
    st.fixed_dictionaries({"type": st.just("KelvinVoigt"), "k": scale(2, 6), "b": scale(-1, 3)}),
    st.fixed_dictionaries({"type": st.just("LinearSD1"), "k": scale(2, 6), "b": scale(-1, 3)}),
    st.fixed_dictionaries({"type": st.just("LinearSD2"), "k1": scale(2, 6), "k2": scale(2, 6), "b": scale(-1, 3)}),
    st.fixed_dictionaries({
        "type": st.sampled_from(("HuntCrossley", "AzadFeatherstone", "LeeWang")), "k": scale(3, 8), "lam": scale(0, 6)
    }),
    st.fixed_dictionaries({
        "type": st.sampled_from(("HuntCrossley", "AzadFeatherstone")), "from": st.just("restitution"),
        "e": number(0.05, 1.0), "speed": number(0.1, 5.0), "mass": scale(-2, 1), "k": scale(3, 8),
    }),
)  # fmt: skip
friction_law = st.one_of(
    st.fixed_dictionaries({"type": st.just("StickSlip"), "mu": number(0.0, 1.5), "kt": scale(2, 6), "bt": scale(0, 3)}),
    st.fixed_dictionaries({"type": st.just("BlimanSorine"), "mu": number(0.05, 1.0), "sp": scale(-4, -2)}),
    st.fixed_dictionaries({"type": st.just("Dahl"), "mu": number(0.05, 1.0), "sigma0": scale(1, 4)}),
    st.fixed_dictionaries({"type": st.just("RegularisedCoulomb"), "mu": number(0.0, 1.0), "v_s": scale(-3, -1)}),
)
sphere = st.fixed_dictionaries({"type": st.just("Sphere"), "radius": number(0.01, 0.2), "material": material},
                               optional={"at": vector(3, -0.2, 0.2)})  # fmt: skip
capsule = st.fixed_dictionaries({
    "type": st.just("Capsule"), "start": vector(3, -0.2, 0.2), "end": vector(3, -0.2, 0.2), "radius": number(0.01, 0.1),
    "material": material,
})  # fmt: skip
box = st.fixed_dictionaries({"type": st.just("Box"), "size": vector(3, 0.02, 0.3), "material": material})
point = st.fixed_dictionaries({"type": st.just("Point"), "at": vector(3, -0.2, 0.2), "material": material})
place = {"at": vector(3, -0.5, 0.5), "orientation": attitude}
root_joint = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("Free"), "position": st.tuples(number(-1, 1), number(-1, 1), number(0.0, 0.5)).map(list)},
        optional={"attitude": attitude, "velocity": vector(3, -2, 2), "angular_velocity": vector(3, -5, 5)},
    ),
    st.fixed_dictionaries(
        {"type": st.just("Planar"), "position": vector(2, 0.0, 0.5)}, optional={"rate": number(-5, 5)}
    ),
)
inner_joint = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("Revolute"), "axis": direction},
        optional={
            **place,
            "angle": number(-3, 3),
            "rate": number(-5, 5),
            "spring": scale(-1, 3),
            "damping": number(0, 1),
        },
    ),
    st.fixed_dictionaries(
        {
            "type": st.just("Prismatic"),
            "axis": direction,
            "limits": st.just((-0.1, 0.1)).map(list),
            "limit_law": normal_law,
        },
        optional={**place, "displacement": number(-0.1, 0.1), "speed": number(-1, 1), "spring": scale(0, 4)},
    ),
    st.fixed_dictionaries({"type": st.just("Spherical")}, optional={**place, "attitude": attitude}),
    st.fixed_dictionaries({"type": st.just("Fixed")}, optional=place),
)
# made anew each time: a list or a table may be broken in turn
JUNK = (
    math.nan,
    math.inf,
    -1.0,
    0.0,
    1e300,
    1e-300,
    -5,
    "text",
    "",
    "$nothing",
    True,
    [],
    [1.0],
    {},
    {"type": "Spher"},
    10**30,
)


@st.composite
def scene(draw):
    bodies = {}
    for i in range(draw(st.integers(1, 4))):
        parent = draw(st.sampled_from(["world", *bodies]))
        bodies[f"body{i}"] = {
            "mass": draw(scale(-2, 1)),
            "inertia": [draw(scale(-4, -2))] * 3,
            "parent": parent,
            "joint": draw(root_joint if parent == "world" else inner_joint),
            "surfaces": draw(st.lists(st.one_of(sphere, capsule, box, point), max_size=2)),
        }
    pairs = [(a, b) for i, a in enumerate(MATERIALS) for b in MATERIALS[i:]]
    contacts = [
        {"materials": list(pair), "normal": draw(normal_law), "friction": draw(friction_law)}
        for pair in draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=4, unique=True))
    ]
    content = {
        "name": "random",
        "gravity": draw(vector(3, -10, 10)),
        "ground": {"material": draw(material), "normal": list(draw(st.sampled_from(NORMALS)))},
        "bodies": bodies,
        "contacts": contacts,
        "run": {
            "end": draw(number(0.0, 0.3)),
            "method": draw(st.sampled_from(("auto", "ode45", "ode23", "dop853", "ode23s", "rodas5p", "ode23t"))),
            "rtol": draw(scale(-7, -3)),
            "max_steps": 2000,
        },
    }  # fmt: skip
    for _ in range(draw(st.sampled_from((0, 0, 0, 0, 1, 2)))):
        break_something(draw, content)
    return content


def break_something(draw, content):
    """Replace, add, rename or remove one value somewhere in the tree."""
    path = draw(st.sampled_from(list(leaves(content))))
    parent = content
    for key in path[:-1]:
        parent = parent[key]
    act, key = draw(st.sampled_from(("replace", "replace", "remove", "rename"))), path[-1]
    if act == "replace":
        parent[key] = deepcopy(draw(st.sampled_from(JUNK)))
    elif act == "rename" and isinstance(parent, dict):
        parent[f"{key}x"] = parent.pop(key)
    else:
        del parent[key]


def leaves(content, path=()):
    items = content.items() if isinstance(content, dict) else enumerate(content)
    for key, value in items:
        yield (*path, key)
        if isinstance(value, (dict, list)):
            yield from leaves(value, (*path, key))


def check_sentence(text):
    assert text and "\n" not in text and len(text) < 600, text
    assert not PYTHON.search(text), text


def turned_over(run):
    """At least the energy that changed its form in the run, was lost or put in [J]."""
    ledger, units = run.ledger, np.array(run.units[: run.model.layout.n_q + run.model.layout.n_v])
    moved = sum(np.abs(np.diff(value)).sum() for value in (*ledger.lost.values(), ledger.work))
    change = np.abs(np.diff(run.y[:, : len(units)], axis=0))
    turned = 2.0 * change[:, np.isin(units, ("rad", "-"))].sum()
    speeds = run.y[:, : len(units)][:, units == "m/s"]
    faster = change[:, units == "m/s"].sum() / max(np.abs(speeds).max(initial=0.0), 1e-300)
    kinetic = ledger.stored["kinetic"]
    return moved + np.abs(np.diff(kinetic)).sum() + (turned + faster) * ledger.turnover


@pytest.mark.slow
@pytest.mark.jit
def test_random_scenes_close_their_ledger_or_say_why_not():
    warm = sp.Scene()
    warm.body("stone", mass=1.0, inertia=(1, 1, 1))
    sp.simulate(warm, 0.1)  # compiles, which would exceed the deadline
    ends = Counter()

    @settings(max_examples=EXAMPLES, derandomize=True, deadline=timedelta(seconds=30), database=None,
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(scene())
    def simulate(content):
        try:
            setup = sp.scene_from_toml(tomli_w.dumps(content))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", sp.SceneWarning)  # rules without surfaces, surfaces without rules
                run = sp.simulate(setup.scene, **{"end": 0.1} | setup.run)
        except (ValueError, TypeError, OSError) as error:
            check_sentence(str(error))
            ends["refused"] += 1
            return
        ends[run.status.name] += 1
        for note in run.model.notes:
            check_sentence(note)
        if run.success:
            energies = sum(np.abs(value) for value in run.ledger.stored.values())
            allowed = 10.0 * run.options.rtol * (run.ledger.turnover + turned_over(run)) + 1e-14 * energies.max()
            assert np.abs(run.ledger.residual).max() <= allowed
        else:
            check_sentence(run.message)

    simulate()
    print(dict(ends))
    assert sum(ends.values()) >= EXAMPLES
    # most scenes are whole, and most of those reach their end
    assert ends["DONE"] > 0.5 * EXAMPLES and ends["refused"] > 0.05 * EXAMPLES
