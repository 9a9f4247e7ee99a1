"""The algorithms against each other and against the mechanics they must obey."""

import numpy as np
import pytest
from dynamics.flexible_trees import flexible_case
from dynamics.random_trees import FREE, PRISMATIC, REVOLUTE, SPHERICAL, armed_case, build_tree, complete, random_case

from supple.dynamics import energy
from supple.dynamics.aba import aba
from supple.dynamics.crba import crba
from supple.dynamics.jacobian import jacobian
from supple.dynamics.kinematics import kinematics, position_rate
from supple.dynamics.rnea import rnea
from supple.joints.registry import SLIDER
from supple.spatial.rotations import matrix_to_quaternion, quaternion_to_matrix
from supple.tables import (
    COM,
    FLEX,
    INERTIA,
    KIND,
    MASS,
    N_WORK,
    PARENT,
    POS,
    QI,
    VI,
    W_ACC,
    W_FEXT,
    W_P,
    W_R,
    W_V,
    W_W,
    E,
)

RANDOM = pytest.mark.parametrize(
    ("make", "seed"),
    [(make, seed) for make in (random_case, armed_case, flexible_case) for seed in range(6)],
    ids=lambda one: getattr(one, "__name__", one),
)
STEP = 1e-4  # of central differences: error about STEP^4 relative


def close(a, b, rtol):
    a, b = np.asarray(a), np.asarray(b)
    assert np.all(np.isfinite(a))
    assert np.linalg.norm(a - b) <= rtol * max(1.0, np.linalg.norm(b))


def flow(case):
    """The derivative of the state, and the accelerations of the nodes."""
    dy = np.full_like(case.y, np.nan)
    position_rate(case.tree, case.y, case.n_q, case.work, dy)
    aba(case.tree, case.y, case.n_q, case.tau, case.work, dy)
    return dy, case.work[:, W_ACC : W_ACC + 6].copy()


def rate(case, dy, observe):
    """Central difference of fourth order of observe(work) along dy; fast motions take shorter steps."""
    step, total = STEP * min(1.0, 100.0 / np.abs(dy).max()), 0.0
    work = np.zeros_like(case.work)
    for places, weight in ((1.0, 8.0), (-1.0, -8.0), (2.0, -1.0), (-2.0, 1.0)):
        kinematics(case.tree, case.y + places * step * dy, case.n_q, work)
        total = total + weight * np.array(observe(work))
    kinematics(case.tree, case.y, case.n_q, work)  # what flexible bodies keep beside `work` is that of the case again
    return total / (12.0 * step)


def mass_matrix(case):
    M = np.full((case.n_v, case.n_v), np.nan)
    crba(case.tree, case.work, M)
    return M


def inverse_dynamics(case, vdot):
    tau = np.full(case.n_v, np.nan)
    rnea(case.tree, case.y, case.n_q, vdot, case.work, tau)
    return tau


@RANDOM
def test_aba_inverts_rnea(make, seed):
    case = make(seed)
    dy, acceleration = flow(case)
    close(inverse_dynamics(case, dy[case.n_q :]), case.tau, 1e-11)
    close(case.work[:, W_ACC : W_ACC + 6], acceleration, 1e-11)


@RANDOM
def test_aba_equals_solve_with_mass_matrix(make, seed):
    case = make(seed)
    dy, _ = flow(case)
    bias = inverse_dynamics(case, np.zeros(case.n_v))
    close(dy[case.n_q :], np.linalg.solve(mass_matrix(case), case.tau - bias), 1e-11)


@RANDOM
def test_mass_matrix_is_the_kinetic_energy(make, seed):
    case = make(seed)
    M, v = mass_matrix(case), case.y[case.n_q :]
    close(M, M.T, 0.0)
    assert np.linalg.eigvalsh(M)[0] > 0.0
    close(0.5 * v @ M @ v, energy.kinetic_energy(case.tree, case.work), 1e-12)


@RANDOM
def test_rnea_columns_are_the_mass_matrix(make, seed):
    case = make(seed)
    M, bias = mass_matrix(case), inverse_dynamics(case, np.zeros(case.n_v))
    columns = [inverse_dynamics(case, unit) - bias for unit in np.eye(case.n_v)]
    close(np.transpose(columns), M, 1e-10)


@RANDOM
def test_velocities_are_the_rates_of_positions(make, seed):
    case = make(seed)
    dy, _ = flow(case)
    close(rate(case, dy, lambda work: work[:, W_P : W_P + 3]), case.work[:, W_V : W_V + 3], 1e-8)
    R = case.work[:, W_R : W_R + 9].reshape(-1, 3, 3)
    R_dot = rate(case, dy, lambda work: work[:, W_R : W_R + 9]).reshape(-1, 3, 3)
    w_cross_R = np.cross(case.work[:, W_W : W_W + 3, None], R, axis=1)
    close(R_dot, w_cross_R, 1e-8)


@RANDOM
def test_accelerations_are_the_rates_of_velocities(make, seed):
    case = make(seed)
    dy, acceleration = flow(case)
    close(rate(case, dy, lambda work: work[:, W_W : W_W + 6]), acceleration, 1e-7)


@RANDOM
def test_power_balance(make, seed):
    case = make(seed)
    dy, _ = flow(case)

    def total(work):
        return energy.kinetic_energy(case.tree, work) + energy.potential_energy(case.tree, work)

    twist, wrench = case.work[:, W_W : W_W + 6], case.work[:, W_FEXT : W_FEXT + 6]
    close(rate(case, dy, total), case.tau @ case.y[case.n_q :] + np.sum(twist * wrench), 1e-7)


@RANDOM
def test_jacobian_gives_velocities_and_generalised_forces(make, seed):
    case = make(seed)
    rng = np.random.default_rng(seed)
    J = np.full((6, case.n_v), np.nan)
    generalised = np.zeros(case.n_v)
    for i, row in enumerate(case.work):
        point = rng.normal(size=3)
        jacobian(case.tree, i, point, case.work, J)
        arm = row[W_R : W_R + 9].reshape(3, 3) @ point
        w, v = row[W_W : W_W + 3], row[W_V : W_V + 3]
        close(J @ case.y[case.n_q :], np.concatenate([w, v + np.cross(w, arm)]), 1e-12)
        moment, force = row[W_FEXT : W_FEXT + 3], row[W_FEXT + 3 : W_FEXT + 6]
        generalised += J.T @ np.concatenate([moment - np.cross(arm, force), force])
    with_force = inverse_dynamics(case, np.zeros(case.n_v))
    case.work[:, W_FEXT : W_FEXT + 6] = 0.0
    close(inverse_dynamics(case, np.zeros(case.n_v)) - with_force, generalised, 1e-11)


@RANDOM
def test_momentum_in_free_flight(make, seed):
    """Joint forces are internal: only gravity changes the momentum."""
    case = make(seed, roots_free=True)
    case.work[:, W_FEXT : W_FEXT + 6] = 0.0
    for kind, vi in case.tree.i[:, [KIND, VI]]:
        if kind == FREE:
            case.tau[vi : vi + 6] = 0.0
    dy, _ = flow(case)
    weight = energy.total_mass(case.tree) * case.tree.gravity
    com = np.array(energy.centre_of_mass(case.tree, case.work))
    close(rate(case, dy, lambda work: energy.linear_momentum(case.tree, work)), weight, 1e-7)
    close(rate(case, dy, lambda work: energy.angular_momentum(case.tree, work)), np.cross(com, weight), 1e-7)
    close(
        rate(case, dy, lambda work: energy.centre_of_mass(case.tree, work)),
        np.array(energy.linear_momentum(case.tree, case.work)) / energy.total_mass(case.tree),
        1e-8,
    )


# a massless part may have at most as many freedoms as the body behind it resists, else M is singular
MASSLESS = [
    ([PRISMATIC, PRISMATIC, REVOLUTE], (0, 1)),
    ([REVOLUTE, REVOLUTE, REVOLUTE], (0, 1)),
    ([SPHERICAL, PRISMATIC, PRISMATIC], (0, 1)),
    ([FREE, PRISMATIC, PRISMATIC, REVOLUTE, SPHERICAL], (1, 2)),
    ([FREE, SPHERICAL, PRISMATIC, PRISMATIC], (1, 2)),
    ([REVOLUTE, SPHERICAL, PRISMATIC, PRISMATIC, REVOLUTE], (2, 3)),
]


@pytest.mark.parametrize(("kinds", "massless"), MASSLESS)
def test_massless_nodes_between_others(kinds, massless):
    rng = np.random.default_rng(3)
    case = complete(*build_tree(kinds, range(-1, len(kinds) - 1), rng, massless), rng)
    dy, _ = flow(case)
    close(inverse_dynamics(case, dy[case.n_q :]), case.tau, 1e-10)
    M, bias = mass_matrix(case), inverse_dynamics(case, np.zeros(case.n_v))
    close(dy[case.n_q :], np.linalg.solve(M, case.tau - bias), 1e-9)


def test_planar_body_flies_on_a_parabola():
    """Planar joint = x, y, rotation through massless nodes; its centre of mass feels gravity alone."""
    c, w, theta, g = 0.3, 2.0, 0.7, np.array([1.0, -9.81, 4.0])
    tree, n_q, n_v = build_tree([PRISMATIC, PRISMATIC, REVOLUTE], [-1, 0, 1], np.random.default_rng(0), massless=(0, 1))
    tree.gravity[:] = g
    tree.f[:, POS : POS + 3] = 0.0
    tree.f[:, E : E + 9] = 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0  # cyclic: z of the nodes is world x, y, z
    tree.f[2, MASS] = 2.0
    tree.f[2, COM : COM + 3] = c, 0.0, 0.0
    tree.f[2, INERTIA : INERTIA + 6] = 0.01, 2.0 * c * c + 0.02, 2.0 * c * c + 0.03, 0.0, 0.0, 0.0
    y = np.array([0.4, -0.2, theta, 0.5, 0.6, w])
    work, dy = np.zeros((3, N_WORK)), np.zeros(n_q + n_v)
    kinematics(tree, y, n_q, work)
    aba(tree, y, n_q, np.zeros(3), work, dy)
    centripetal = w * w * c * np.array([np.cos(theta), np.sin(theta)])
    close(work[2, W_P : W_P + 3], [0.4, -0.2, 0.0], 1e-15)
    close(dy[n_q:], [*(g[:2] + centripetal), 0.0], 1e-13)


def test_a_torque_free_top_obeys_euler():
    """One free body, centre of mass in the origin: I omega_dot = -omega x I omega, and it falls with g."""
    rng = np.random.default_rng(1)
    tree, n_q, n_v = build_tree([FREE], [-1], rng)
    principal = np.array([0.2, 0.3, 0.4])
    tree.f[0, COM : COM + 3] = 0.0
    tree.f[0, INERTIA : INERTIA + 6] = [*principal, 0.0, 0.0, 0.0]
    case = complete(tree, n_q, n_v, rng)
    case.work[:, W_FEXT : W_FEXT + 6] = 0.0
    case.tau[:] = 0.0
    dy, _ = flow(case)
    omega = case.y[n_q + 3 :]
    close(dy[:3], case.y[n_q : n_q + 3], 0.0)
    close(dy[n_q : n_q + 3], tree.gravity, 1e-13)
    close(dy[n_q + 3 :], -np.cross(omega, principal * omega) / principal, 1e-13)
    quaternion = case.y[3:7]
    assert abs(quaternion @ dy[3:7]) < 1e-14  # the flow keeps |q|


@RANDOM
def test_a_turned_scene_moves_alike(make, seed):
    """Roots and gravity turned by one rotation: the accelerations of joints and modes are the same, the others turned."""
    case = make(seed)
    dy, _ = flow(case)
    R = quaternion_to_matrix(np.random.default_rng(seed).normal(size=4))
    tree = case.tree._replace(f=case.tree.f.copy(), flex=case.tree.flex.copy(), gravity=R @ case.tree.gravity)
    y, expected, work = case.y.copy(), dy[case.n_q :].copy(), np.zeros_like(case.work)
    work[:, W_FEXT : W_FEXT + 6] = (case.work[:, W_FEXT : W_FEXT + 6].reshape(-1, 2, 3) @ R.T).reshape(-1, 6)
    tau = case.tau.copy()
    for i, (kind, parent, qi, vi) in enumerate(tree.i[:, [KIND, PARENT, QI, VI]]):
        if kind == FREE:
            turn_free_body(R, y[qi : qi + 7], (y[case.n_q + vi :], tau[vi:], expected[vi:]))
        elif parent < 0 or tree.i[parent, KIND] == SLIDER:
            tree.f[i, POS : POS + 3] = R @ tree.f[i, POS : POS + 3]
            if kind == SLIDER:
                turn_slider(R, tree.f[i], tree.flex[tree.i[i, FLEX] :])
            else:
                tree.f[i, E : E + 9] = (R @ tree.f[i, E : E + 9].reshape(3, 3)).ravel()
    kinematics(tree, y, case.n_q, work)
    moved = np.zeros_like(dy)
    aba(tree, y, case.n_q, tau, work, moved)
    close(moved[case.n_q :], expected, 1e-10)


def turn_slider(R, row, constants):
    """Turn what is in the axes of the world: of a node that never turns, its axis, centre of mass and inertia."""
    constants[:3] = R @ constants[:3]
    row[COM : COM + 3] = R @ row[COM : COM + 3]
    xx, yy, zz, xy, xz, yz = row[INERTIA : INERTIA + 6]
    turned = R @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ R.T
    row[INERTIA : INERTIA + 6] = turned[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]


def turn_free_body(R, q, vectors):
    """Turn position and quaternion of a free body, and what it has in world axes."""
    q[:3] = R @ q[:3]
    length = np.linalg.norm(q[3:])
    q[3:] = length * matrix_to_quaternion(R @ quaternion_to_matrix(q[3:]))
    for vector in vectors:
        vector[:3] = R @ vector[:3]
