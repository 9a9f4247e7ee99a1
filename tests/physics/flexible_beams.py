"""Beams by their stiffnesses, an arm, and what the right-hand side of a scene with flexible bodies is near a state."""

import numpy as np

import supple as sp
from supple import Beam, Section, forward_dynamics, inverse_dynamics, mass_matrix
from supple.model.build import assemble

TIP = (0.6, 0.0, 0.0)  # [m] a point of both links of `arm`


def beam(*, EIz=0.0, EIy=0.0, GJ=0.0, jx=None, rhoA=1.0, L=1.0, **words):
    """A beam with E = G = 1 Pa and 1 kg/m^3, so that the numbers of its section are stiffnesses and masses."""
    planes = words.pop("planes", {(True, True): "both", (True, False): "xy", (False, True): "xz"}[EIz > 0.0, EIy > 0.0])
    if jx is not None:
        words["section"] = Section(area=rhoA, Iz=EIz, Iy=EIy, torsion=GJ, polar=jx)
    else:
        words["section"] = Section(area=rhoA, Iz=EIz, Iy=EIy, torsion=GJ)
    words.setdefault("inertia", "second-order")  # that of the figures that tests compare with
    return Beam(length=L, E=1.0, G=1.0, density=1.0, planes=planes, **words)


def elastic_forces(model, y):
    """-K eta - C eta' of all flexible bodies, shape (n_v,)."""
    n_q, tau = model.layout.n_q, np.zeros(model.layout.n_v)
    names = list(model.layout.names)
    for body in model.scene.bodies.values():
        if body.flexible is not None:
            inv, first = body.flexible.invariants(), names.index(f"{body.name}.{body.flexible.names[0][0]}")
            rates = names.index(f"{body.name}.{body.flexible.names[0][0]}_rate")
            m = len(inv.M)
            tau[rates - n_q : rates - n_q + m] = -inv.K @ y[first : first + m] - inv.C @ y[rates : rates + m]
    return tau


def accelerations(model, y, rows=None):
    """Of the velocities `rows` with elasticity, structural damping and gravity; the others are held steady."""
    tau, n = elastic_forces(model, y), model.layout.n_v
    if rows is None or len(rows) == n:
        return forward_dynamics(model, tau, y)
    bias = inverse_dynamics(model, np.zeros(n), y)
    return np.linalg.solve(mass_matrix(model, y)[np.ix_(rows, rows)], (tau - bias)[rows])


def linearised(model, q, v, y=None, step=1e-5):
    """d(vdot)/d(q, v) of the chosen coordinates, by central differences; (n, 2n)."""
    y, v = np.array(model.y0 if y is None else y), np.asarray(v)
    columns = []
    for place in (*q, *(model.layout.n_q + v)):
        values = []
        for sign in (1.0, -1.0):
            moved = y.copy()
            moved[place] += sign * step
            values.append(accelerations(model, moved, v))
        columns.append((values[0] - values[1]) / (2.0 * step))
    return np.transpose(columns)


def eigenvalues(model, q, v, y=None, step=1e-5):
    """Of small motions of the chosen coordinates about a steady one [1/s]."""
    A, n = linearised(model, q, v, y, step), len(q)
    return np.linalg.eigvals(np.block([[np.zeros((n, n)), np.eye(n)], [A]]))


def frequencies(model, q, v, y=None, step=1e-5):
    """Imaginary parts > 0 of the eigenvalues, rising [rad/s]."""
    found = eigenvalues(model, q, v, y, step).imag
    return np.sort(found[found > 1e-6])


def modes(model, body):
    """Places of the modal coordinates of a body in q, and of their rates in v."""
    names = list(model.layout.names)
    words = model.scene.bodies[body].flexible.names
    q, v = names.index(f"{body}.{words[0][0]}"), names.index(f"{body}.{words[0][0]}_rate") - model.layout.n_q
    return np.arange(q, q + len(words)), np.arange(v, v + len(words))


def model_of(scene):
    """Without a word about its notes."""
    return assemble(scene)


def arm(damping=0.02):
    """A hub, a flexible link, a hinge at its tip, a second flexible link that falls on a floor; a motor, a spring."""
    scene = sp.Scene(name="arm")
    scene.ground(material="floor", at=(0.0, 0.0, -0.25))
    section = sp.Rectangle(0.02, 0.02)
    words = {"length": 0.6, "section": section, "E": 2e9, "nu": 0.3, "density": 1200.0, "damping": damping}
    scene.body("hub", mass=0.5, inertia=(1e-2, 1e-2, 1e-2), joint=sp.Revolute(axis=(0, 1, 0)))
    scene.body("upper", parent="hub", flexible=sp.Beam(modes=2, torsion=1, at=(0.05, 0.0, 0.0), **words))
    scene.body(
        "lower",
        parent="upper",
        joint=sp.Revolute(axis=(0, 1, 0), at=TIP),
        flexible=sp.Beam(modes=2, ends="pinned-free", ends_z="clamped-free", orientation=(1, 1, 0, 0), **words),
        surfaces=[sp.Sphere(0.02, at=TIP, material="tip")],
    )
    scene.joint_force("hub", -4.0)
    scene.add(sp.Spring(a="upper", at_a=(0.3, 0.0, 0.0), b="world", at_b=(0.3, 0.5, 0.3), stiffness=2.0, length=0.5))
    scene.contact("tip", "floor", normal=sp.HuntCrossley(k=1e5, lam=2e4), friction=sp.StickSlip(mu=0.3, kt=1e4, bt=1.0))
    return scene
