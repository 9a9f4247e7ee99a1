"""Random trees with flexible bodies anywhere, as tables: the companion of random_trees.py.

Scenes are written with random joints, bodies and beams (one plane or two, torsion, stretch, any ends), children and forces
at random places of the beams, and made into tables without the checks of scenes: the algorithms hold for any shapes.
"""

import numpy as np
from dynamics.random_trees import Case, random_state

from supple import Beam, Free, Planar, Prismatic, Revolute, Scene, Section, Spherical
from supple.dynamics.kinematics import kinematics
from supple.joints.fixed import Fixed
from supple.model.tree import TreeBuilder
from supple.tables import N_V, N_WORK, QI, VI, W_FEXT

ENDS = ("clamped-free", "pinned-free", "free-free")
LENGTH = 0.8
BENT, FAST = 0.006, 0.3  # [m, rad, and per second] modal coordinates and their rates


def random_beam(rng):
    """Bending in one plane or both, perhaps torsion and stretch, anywhere in its body."""
    return Beam(
        length=LENGTH,
        section=Section(area=1e-3, Iy=3e-8, Iz=2e-8, torsion=4e-8, polar=5e-5),
        density=1e3,
        E=1e9,
        G=4e8,
        modes=int(rng.integers(1, 4)),
        modes_z=int(rng.integers(1, 3)),
        planes=str(rng.choice(["xy", "xz", "both", "both"])),
        torsion=int(rng.integers(0, 3)),
        stretch=int(rng.integers(0, 2)),
        ends=str(rng.choice(ENDS)),
        inertia=str(rng.choice(["full", "second-order"])),
        at=tuple(rng.normal(size=3) * 0.1),
        orientation=tuple(rng.normal(size=4)),
    )


def _joint(rng, root, at):
    place = {"at": tuple(at), "orientation": tuple(rng.normal(size=4))}
    axis = tuple(rng.normal(size=3))
    some = [Revolute(axis=axis, **place), Prismatic(axis=axis, **place), Spherical(**place), Fixed(**place)]
    return Free() if root else [*some, Planar(**place)][rng.integers(5)]


def random_scene(rng, n_body=7, roots_free=False):
    """Some of the bodies are flexible, the second always; children of beams sit off their axes."""
    scene = Scene(gravity=tuple(rng.normal(size=3) * 5.0))
    names = []
    for k in range(n_body):
        parent = "world" if k == 0 else str(rng.choice([*names, *(() if roots_free else ("world",))]))
        joint = _joint(rng, k == 0, rng.normal(size=3) * 0.4)
        if k == 1 or rng.random() < 0.5:
            name = scene.body(f"b{k}", parent=parent, joint=joint, flexible=random_beam(rng))
            scene.force(name, (0.0, 0.0, 0.0), at=tuple(rng.normal(size=3) * 0.4))
        else:
            inertia = tuple(0.01 * rng.uniform(1.0, 1.5, size=3))
            com = tuple(rng.normal(size=3) * 0.1)
            name = scene.body(f"b{k}", parent=parent, joint=joint, mass=rng.uniform(0.1, 1.0), inertia=inertia, com=com)
        names.append(name)
    return scene


def build_flexible(scene):
    """Tables of a scene, without its checks; return (tree, n_q, n_v)."""
    trees = TreeBuilder()
    for body in scene.bodies.values():
        trees.add(body)
    trees.attach(scene)
    tree, _ = trees.finish(scene.gravity)
    return tree, len(trees.q0), len(trees.v0)


def deflect(tree, n_q, y):
    """Make the modal coordinates of a random state small, as they must be."""
    for node in tree.flexible:
        row = tree.i[node]
        y[row[QI] : row[QI] + row[N_V]] *= BENT
        y[n_q + row[VI] : n_q + row[VI] + row[N_V]] *= FAST
    return y


def flexible_case(seed, roots_free=False, n_body=7):
    """A random tree with a random state, random generalised forces and random external wrenches."""
    rng = np.random.default_rng([seed, 77])
    tree, n_q, n_v = build_flexible(random_scene(rng, n_body, roots_free))
    work = np.full((len(tree.i), N_WORK), np.nan)  # an algorithm that reads what nobody wrote must show
    tree.bent[:] = np.nan
    work[:, W_FEXT : W_FEXT + 6] = rng.normal(size=(len(tree.i), 6)) * 3.0
    y = deflect(tree, n_q, random_state(tree, n_q, n_v, rng))
    kinematics(tree, y, n_q, work)
    return Case(tree, n_q, n_v, y, rng.normal(size=n_v) * 3.0, work)
