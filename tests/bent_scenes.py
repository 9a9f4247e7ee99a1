"""A scene with a flexible body on which others sit, for tests of pictures."""

import numpy as np

import supple as sp
from supple.flexible import Beam, Tube

TURNED = (np.sqrt(0.5), 0.0, np.sqrt(0.5), 0.0)  # x of the beam is -z of its body
OFF_AXIS = (0.1, 0.05, -0.3)


def shelf(*, big=1.0):
    """A beam hung downwards, with surfaces, a child beside its axis, and a grandchild; it swings in both planes."""
    scene = sp.Scene(gravity=(0, 0, -9.81), name="shelf")
    beam = Beam(
        length=0.6, section=Tube(0.03, 0.02), E=2e11, nu=0.3, density=7850.0, modes=2, torsion=1, at=(0.1, 0, 0),
        orientation=TURNED, deflection=tuple(big * np.array([0.03, -0.004, 0.02, 0.003, 0.1])),
    )  # fmt: skip
    surfaces = [sp.Sphere(0.02, at=(0.1, 0, -0.6)), sp.Capsule((0.13, 0, -0.1), (0.13, 0, -0.5), 0.01)]
    scene.body("beam", joint=sp.Fixed(at=(0, 0, 1)), flexible=beam, surfaces=surfaces)
    scene.body("arm", parent="beam", mass=0.2, joint=sp.Revolute(axis=(0, 1, 0), at=OFF_AXIS, angle=0.3),
               com=(0.1, 0, 0), inertia=(1e-3, 1e-3, 1e-3))  # fmt: skip
    scene.body("hand", parent="arm", mass=0.1, joint=sp.Fixed(at=(0.2, 0, 0)), surfaces=[sp.Sphere(0.02)])
    return scene
