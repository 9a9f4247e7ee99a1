"""Random scenes of all joints, surfaces and laws, and a small valid text to be spoilt."""

import math

from hypothesis import assume
from hypothesis import strategies as st

import supple as sp
from supple.scene.words import FRICTION_WORDS, NORMAL_WORDS, ROLLING_WORDS

TEXT = """\
name = "drop"
gravity = [0, 0, -9.81]

[parameters]
height = 1.0
label = "steel"
ground.mu = 0.3

[materials.steel]
E = 2e11
nu = 0.3

[ground]
material = "cast iron"

[bodies.ball]
mass = 0.066
joint = { type = "Free", position = [0, 0, "$height"] }
surfaces = [{ type = "Sphere", radius = 0.0127, material = "steel" }]

[bodies.arm]
mass = 1.0
inertia = [1, 1, 1]
joint = { type = "Revolute", limits = [-1, 1], limit_law = { type = "HuntCrossley", k = 1e3 } }

[[contacts]]
materials = ["steel", "cast iron"]
normal = { type = "HuntCrossley", from = "restitution", e = 0.7, speed = 2.0, mass = 0.066, k = 1.1e10 }
friction = { type = "StickSlip", mu = "$ground.mu", kt = 1e7, bt = 100 }

[[forces]]
body = "ball"
force = [1, 0, 0]

[[joint_forces]]
body = "arm"
times = [0, 1]
values = [0, 2]

[run]
end = 5.0

[output]
picture = true
"""

numbers = st.floats(-1e6, 1e6)
amounts = st.floats(0.0, 1e6)
sizes = st.floats(1e-6, 1e6)
names = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=8)
labels = st.none() | names


def vectors(size):
    return st.tuples(*[numbers] * size)


def directions(size):
    return vectors(size).filter(lambda v: math.hypot(*v) > 1e-3)


def _law(words):
    """Any law of the package: numbers between 0.1 and 0.4 suit every parameter but those named here."""
    special = {
        "n": st.floats(1.0, 3.0), "sigma1": st.floats(0.0, 0.01),
        "mu_s": st.floats(0.5, 0.9), "mu_static": st.floats(0.5, 0.9),
        "cone": st.sampled_from(["elastic", "total"]), "storage": st.sampled_from(["flat", "spatial", "body"]),
        "plastic_compliance": st.floats(0.4, 0.9), "unloading": st.sampled_from(["same-radius", "flattened"]),
    }  # fmt: skip
    small = st.floats(0.1, 0.4)
    return st.one_of(
        [
            st.builds(kind, **{field: special.get(field, small) for field in kind.__dataclass_fields__})
            for kind in words.values()
        ]
    )


normal_laws, friction_laws, rolling = map(_law, (NORMAL_WORDS, FRICTION_WORDS, ROLLING_WORDS))
laws = st.tuples(normal_laws, st.none() | friction_laws).filter(
    lambda both: not both[0].n_state or "growth" not in getattr(both[1], "needs", ())
)
limits = st.tuples(st.floats(-10, -1), st.floats(0, 10))
place = {"at": vectors(3), "orientation": directions(4)}
one_dof = place | {"axis": directions(3), "spring": amounts, "rest": numbers, "damping": amounts}
stop_laws = normal_laws.filter(lambda law: not hasattr(law, "onset"))
stops = st.one_of(st.fixed_dictionaries({}), st.fixed_dictionaries({"limits": limits, "limit_law": stop_laws}))


def _joint(kind, **fields):
    return st.builds(lambda values, stop: kind(**values, **stop), st.fixed_dictionaries(fields), stops)


child_joints = st.one_of(
    st.builds(sp.Fixed, **place),
    _joint(sp.Revolute, **one_dof, angle=numbers, rate=numbers),
    _joint(sp.Prismatic, **one_dof, displacement=numbers, speed=numbers),
    st.builds(
        sp.Planar, **place, position=vectors(2), angle=numbers, velocity=vectors(2), rate=numbers, damping=amounts
    ),
    st.builds(sp.Spherical, **place, attitude=directions(4), angular_velocity=vectors(3), damping=amounts),
)
root_joints = child_joints | st.builds(
    sp.Free,
    position=vectors(3),
    attitude=directions(4),
    velocity=vectors(3),
    angular_velocity=vectors(3),
    damping=amounts,
)
marked = {"material": labels, "name": names}
surfaces = st.one_of(
    st.builds(sp.Point, at=vectors(3), **marked),
    st.builds(sp.Sphere, radius=sizes, at=vectors(3), **marked),
    st.builds(sp.Capsule, start=vectors(3), end=vectors(3), radius=sizes, **marked),
    st.builds(sp.Box, size=st.tuples(sizes, sizes, sizes), at=vectors(3), **marked),
    st.builds(sp.HalfSpace, normal=directions(3), at=vectors(3), **marked),
    st.builds(
        sp.Ellipsoid, semi_axes=st.tuples(sizes, sizes, sizes), at=vectors(3), orientation=directions(4), **marked
    ),
    st.builds(
        sp.Superellipsoid,
        semi_axes=st.tuples(*[st.floats(0.5, 2.0)] * 3),
        exponent=st.floats(2.5, 8.0),
        at=vectors(3),
        orientation=directions(4),
        **marked,
    ),
)
inertias = (
    st.none() | st.tuples(*[st.floats(1.0, 1.9)] * 3) | st.tuples(*[st.floats(5, 6)] * 3, *[st.floats(-0.1, 0.1)] * 3)
)


@st.composite
def scenes(draw):
    """A scene of a few bodies with everything that a file can say."""
    scene = sp.Scene(gravity=draw(vectors(3)), name=draw(names))
    for name in draw(st.lists(names, max_size=2, unique=True)):
        scene.material(
            name, E=draw(st.none() | sizes), nu=draw(st.none() | st.floats(-0.9, 0.5)), source=draw(st.text())
        )
    if draw(st.booleans()):
        scene.ground(material=draw(labels), normal=draw(directions(3)), at=draw(vectors(3)))
    for name in draw(st.lists(names.filter(lambda name: name not in ("world", "ground")), max_size=4, unique=True)):
        parent = draw(st.sampled_from(("world", *scene.bodies)))
        scene.body(
            name,
            mass=draw(amounts),
            parent=parent,
            joint=draw(st.none() | (root_joints if parent == "world" else child_joints)),
            surfaces=draw(st.lists(surfaces, max_size=2)),
            inertia=draw(inertias),
            com=draw(vectors(3)),
        )
    bodies = list(scene.bodies)
    if len(bodies) > 1:
        normal, friction = draw(laws)
        scene.pair(bodies[-1], bodies[0], normal=normal, friction=friction)
    normal, friction = draw(laws)
    scene.contact(
        draw(names), draw(names), normal=normal, friction=friction, rolling=draw(st.none() | rolling),
        centre=draw(st.floats(0.0, 1.0)),
    )  # fmt: skip
    for _ in range(draw(st.integers(0, 3)) if bodies else 0):
        _push(draw, scene, draw(st.sampled_from(bodies)))
    return scene


def _push(draw, scene, body):
    times = sorted(draw(st.lists(numbers, min_size=2, max_size=4, unique=True)))
    window = {"start": draw(st.none() | st.just(times[0])), "stop": draw(st.none() | st.just(times[-1]))}
    where = {"at": draw(vectors(3)), "axes": draw(st.sampled_from(("world", "body")))}
    assume(len(set(times)) == len(times))
    joint = scene.bodies[body].joint
    if joint.chain() and draw(st.booleans()):
        coordinate = draw(st.integers(0, len(joint.names[1]) - 1))
        if draw(st.booleans()):
            scene.joint_force(body, draw(numbers), coordinate=coordinate, **window)
        else:
            scene.joint_force_table(body, times, [draw(numbers) for _ in times], coordinate=coordinate)
    elif draw(st.booleans()):
        scene.force(body, draw(vectors(3)), moment=draw(vectors(3)), **where, **window)
    else:
        moments = draw(st.none() | st.just([draw(vectors(3)) for _ in times]))
        scene.force_table(body, times, [draw(vectors(3)) for _ in times], moments=moments, **where)
