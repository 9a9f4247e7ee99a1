"""The experiments of the soft-contact study: one description, two formulations.

    published   every internal state integrated (`engine.py`), as the block diagrams of the paper have it
    supple      the scene that a user would write; free internal states relax in closed form

Numbers   2 kg from 0.3 m, 2 s (BF section 3); Table 1: S-D 1 k = 5e4 N/m, b = 180 Ns/m; S-D 2 k1 = 5e4, k2 = 2.5e5 N/m,
          b = 250 Ns/m; nonlinear k = 5e4 N/m, b = 37500 Ns/m^2, n = 1; Table 4: k_t = 1e5 N/m, b_t = 100 Ns/m, mu = 0.4;
          s_p = 4.5 mm, f_k = 0.4. Two freedoms: 1 m/s along the ground.
Chosen    g = 9.81 m/s^2 (not printed). The bar of section '3DOF rigid bar' has its centre at 0.6 m and its ends 0.3 m from
          it (printed); mass 2 kg, the inertia of a uniform rod, upright so that its lower end is at 0.3 m like the point
          mass, 1 m/s along the ground (not printed). The published formulation pushes at the end of the bar, supple in the
          middle of the overlap: lever arms differ by half the indentation, and the two bars end 1.4 mm apart.
Source    Taghipour Bibalan & Featherstone, A study of soft contact models in Simulink, ACRA 2009 (BF).
"""

import math
from dataclasses import dataclass

import numpy as np

from ...joints.planar import Planar
from ...joints.prismatic import Prismatic
from ...laws import BlimanSorine, HuntCrossley, LinearSD1, LinearSD2, StickSlip
from ...scene.inertia import rod_inertia
from ...scene.scene import Scene
from ...shapes.point import Point
from . import engine as sc

END = 2.0  # [s]
HEIGHT = 0.3  # [m]
HALF = 0.3  # [m] half length of the bar
GRAVITY = 9.81  # [m/s^2]
NORMAL = {"S-D 1": sc.SD1, "S-D 2": sc.SD2, "nonlinear": sc.NONLINEAR}
FRICTION = {"none": sc.NONE, "double state": sc.DOUBLE_STATE, "Bliman-Sorine": sc.BLIMAN_SORINE}
K2, LAM = 2.5e5, 37500.0
MU, KT, BT, SP = 0.4, 1e5, 100.0, 0.0045


@dataclass(frozen=True, slots=True)
class Case:
    """An experiment."""

    normal: str = "S-D 1"
    k: float = 5e4  # [N/m]
    friction: str = "none"
    freedoms: int = 1  # 1: height, 2: and along the ground, 3: the bar
    mass: float = 2.0  # [kg]
    sample: float = 0.0  # [s] period of the unit delay, 0: none

    @property
    def b(self):
        """Damping of the linear laws [Ns/m]."""
        return 250.0 if self.normal == "S-D 2" else 180.0


def problem_of(case):
    """The published formulation: problem and initial state."""
    p = np.zeros(sc.N_P)
    p[[sc.MASS, sc.INERTIA, sc.GRAVITY, sc.ARM]] = case.mass, case.mass * (2.0 * HALF) ** 2 / 12.0, GRAVITY, HALF
    p[[sc.K1, sc.K2, sc.B, sc.LAM]] = case.k, K2, case.b, LAM
    p[[sc.MU, sc.KT, sc.BT, sc.SP, sc.PERIOD]] = MU, KT, BT, SP, case.sample
    points = 2 if case.freedoms == 3 else 1
    k = np.array([NORMAL[case.normal], FRICTION[case.friction], points, case.freedoms])
    y = np.zeros(sc.N_STATE)
    y[sc.H_] = HEIGHT
    if case.freedoms > 1:
        y[sc.VX] = 1.0
    if case.freedoms == 3:
        y[[sc.H_, sc.TH]] = HEIGHT + HALF, 0.5 * math.pi
    return sc.SoftContact(p, k, np.zeros((2, 2), np.int64)), y


def scene_of(case, gravity=GRAVITY, speed=0.0):
    """The same for a user of supple: the scene, and the names of the coordinates that are compared.

    `gravity` [m/s^2] and the vertical `speed` [m/s] of the point mass may be others, to look at one impact alone.
    """
    scene = Scene(gravity=(0.0, 0.0, -gravity), name=f"{case.normal}, friction {case.friction}")
    scene.ground(material="floor")
    if case.freedoms == 3:
        joint = Planar(position=(0.0, HEIGHT + HALF), angle=0.5 * math.pi, velocity=(1.0, 0.0))
        ends = [Point((-HALF, 0.0, 0.0), "tip", "left"), Point((HALF, 0.0, 0.0), "tip", "right")]
        inertia = rod_inertia(case.mass, 2.0 * HALF, axis=0)
        scene.body("bar", mass=case.mass, joint=joint, inertia=inertia, surfaces=ends)
        names = ()
    else:
        joint, parent, names = Prismatic(displacement=HEIGHT, speed=speed), "world", ("mass.displacement",)
        if case.freedoms == 2:
            scene.body("cart", joint=Prismatic(axis=(1.0, 0.0, 0.0), speed=1.0))
            parent, names = "cart", ("mass.displacement", "cart.displacement")
        scene.body("mass", mass=case.mass, parent=parent, joint=joint, surfaces=[Point(material="tip")])
    scene.contact("tip", "floor", normal=_normal(case), friction=_friction(case))
    return scene, names


def _normal(case):
    if case.normal == "S-D 1":
        return LinearSD1(k=case.k, b=case.b)
    if case.normal == "S-D 2":
        return LinearSD2(k1=case.k, k2=K2, b=case.b)
    return HuntCrossley(k=case.k, lam=LAM, n=1.0)


def _friction(case):
    if case.friction == "double state":
        return StickSlip(mu=MU, kt=KT, bt=BT)
    return BlimanSorine(mu=MU, sp=SP) if case.friction == "Bliman-Sorine" else None
