"""The same random trees in Pinocchio and in MuJoCo: mass matrix and forward dynamics."""

import numpy as np
import pytest
from dynamics.random_trees import FREE, PRISMATIC, REVOLUTE, SPHERICAL, random_case

from supple.dynamics.aba import aba
from supple.dynamics.crba import crba
from supple.joints.dispatch import n_position, n_velocity
from supple.spatial.rotations import matrix_to_quaternion
from supple.tables import (
    COM,
    INERTIA,
    KIND,
    MASS,
    PARENT,
    POS,
    QI,
    VI,
    W_FEXT,
    W_R,
    E,
)

SEEDS = range(4)
KNOWN = (REVOLUTE, PRISMATIC, SPHERICAL)  # to the peers too


def ours(case):
    dy, M = np.zeros(case.n_q + case.n_v), np.zeros((case.n_v, case.n_v))
    aba(case.tree, case.y, case.n_q, case.tau, case.work, dy)
    crba(case.tree, case.work, M)
    return M, dy[case.n_q :]


def close(a, b, rtol=1e-9):
    assert np.linalg.norm(np.asarray(a) - b) <= rtol * np.linalg.norm(b)


def depth_first(tree, root=-1):
    """Node numbers, each subtree without gaps: the order that both peers need."""
    for i in np.flatnonzero(tree.i[:, PARENT] == root):
        yield int(i)
        yield from depth_first(tree, i)


def own_indices(tree, order):
    """Our position and velocity indices in the order of the peer."""
    rows = [tree.i[i] for i in order]
    q = [row[QI] + k for row in rows for k in range(n_position(row[KIND]))]
    v = [row[VI] + k for row in rows for k in range(n_velocity(row[KIND]))]
    return np.array(q), np.array(v)


def inertia_about_com(row):
    xx, yy, zz, xy, xz, yz = row[INERTIA : INERTIA + 6]
    m, c = row[MASS], row[COM : COM + 3]
    about_origin = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return about_origin - m * (c @ c * np.eye(3) - np.outer(c, c))


def pinocchio_model(pin, tree, order):
    """Model in the given order; joint k + 1 of Pinocchio is node order[k]."""
    model = pin.Model()
    model.gravity.linear = tree.gravity
    number = {-1: 0}
    for i in order:
        row = tree.f[i]
        placement = pin.SE3(row[E : E + 9].reshape(3, 3), row[POS : POS + 3])
        kind = tree.i[i, KIND]
        if kind == FREE:
            # translation in world axes, then rotation: our convention; JointModelFreeFlyer has both in body axes
            joint = pin.JointModelComposite(pin.JointModelTranslation())
            joint.addJoint(pin.JointModelSpherical())
            placement = pin.SE3.Identity()
        else:
            makers = {REVOLUTE: pin.JointModelRZ, PRISMATIC: pin.JointModelPZ, SPHERICAL: pin.JointModelSpherical}
            joint = makers[kind]()
        number[i] = model.addJoint(number[int(tree.i[i, PARENT])], joint, placement, f"node{i}")
        inertia = pin.Inertia(row[MASS], row[COM : COM + 3], inertia_about_com(row))
        model.appendBodyToJoint(number[i], inertia, pin.SE3.Identity())
    return model


def scalar_last(tree, order, y):
    """A copy of the state with Pinocchio's quaternions (x, y, z, w)."""
    y = y.copy()
    for i in order:
        kind, qi = tree.i[i, [KIND, QI]]
        if kind in (SPHERICAL, FREE):
            start = qi + (3 if kind == FREE else 0)
            y[start : start + 4] = np.roll(y[start : start + 4], -1)
    return y


@pytest.mark.parametrize("seed", SEEDS)
def test_pinocchio_agrees(seed):
    pin = pytest.importorskip("pinocchio")
    case = random_case(seed, n_node=10, quaternion_length=1.0, inner=KNOWN)
    order = list(depth_first(case.tree))
    q, v = own_indices(case.tree, order)
    model = pinocchio_model(pin, case.tree, order)
    data = model.createData()
    wrenches = pin.StdVec_Force()
    wrenches.append(pin.Force.Zero())
    for i in order:
        R, wrench = case.work[i, W_R : W_R + 9].reshape(3, 3), case.work[i, W_FEXT : W_FEXT + 6]
        wrenches.append(pin.Force(R.T @ wrench[3:], R.T @ wrench[:3]))
    position = scalar_last(case.tree, order, case.y)[q]
    M, vdot = ours(case)
    close(vdot[v], pin.aba(model, data, position, case.y[case.n_q + v], case.tau[v], wrenches))
    peer = np.triu(pin.crba(model, data, position))
    close(M[np.ix_(v, v)], peer + np.triu(peer, 1).T)


JOINT_TAGS = {
    REVOLUTE: '<joint type="hinge" axis="0 0 1"/>',
    PRISMATIC: '<joint type="slide" axis="0 0 1"/>',
    SPHERICAL: '<joint type="ball"/>',
    FREE: "<freejoint/>",
}


def numbers(values):
    return " ".join(repr(float(x)) for x in values)


def mjcf_body(tree, i):
    row = tree.f[i]
    central = inertia_about_com(row)[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
    quaternion = matrix_to_quaternion(row[E : E + 9].reshape(3, 3))
    children = "".join(mjcf_body(tree, int(k)) for k in np.flatnonzero(tree.i[:, PARENT] == i))
    return (
        f'<body pos="{numbers(row[POS : POS + 3])}" quat="{numbers(quaternion)}">{JOINT_TAGS[tree.i[i, KIND]]}'
        f'<inertial pos="{numbers(row[COM : COM + 3])}" mass="{float(row[MASS])!r}" fullinertia="{numbers(central)}"/>'
        f"{children}</body>"
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_mujoco_agrees(seed):
    mujoco = pytest.importorskip("mujoco")
    case = random_case(seed, n_node=10, quaternion_length=1.0, inner=KNOWN)
    order = list(depth_first(case.tree))
    q, v = own_indices(case.tree, order)
    roots = "".join(mjcf_body(case.tree, int(i)) for i in np.flatnonzero(case.tree.i[:, PARENT] == -1))
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><compiler angle="radian"/><option gravity="{numbers(case.tree.gravity)}"/>'
        f"<worldbody>{roots}</worldbody></mujoco>"
    )
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:], data.qfrc_applied[:] = case.y[q], case.y[case.n_q + v], case.tau[v]
    for k, i in enumerate(order):
        moment, force = case.work[i, W_FEXT : W_FEXT + 3], case.work[i, W_FEXT + 3 : W_FEXT + 6]
        arm = case.work[i, W_R : W_R + 9].reshape(3, 3) @ case.tree.f[i, COM : COM + 3]
        data.xfrc_applied[k + 1] = [*force, *(moment - np.cross(arm, force))]  # at the centre of mass
    mujoco.mj_forward(model, data)
    peer = np.zeros((model.nv, model.nv))
    for row, unit in zip(peer, np.eye(model.nv), strict=True):  # mj_fullM has another signature in each version
        mujoco.mj_mulM(model, data, row, unit)
    M, vdot = ours(case)
    close(M[np.ix_(v, v)], peer)
    close(vdot[v], data.qacc)
