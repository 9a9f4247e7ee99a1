"""The switching Dirac structure of the contact, assembled, and what supple computes as one of its elements.

E e + F f = 0,   e = (W1, W2, W_store, W_dis),  f = (T1, T2, T_store, T_dis),   E F^T + F E^T = 0,  rank [E F] = 20
A = P Ad_(H_0^c):  twist in the world -> (v_x, v_y, v_z, omega_z) in the contact frame;   s = 1 open, 0 closed
"""

import numpy as np
import pytest
from physics.spatial_element import CENTRES, SLIP, Pair, take_apart
from scipy.spatial.transform import Rotation

import supple as sp

ROUNDING = 1e-12
SELECT = np.array([[0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1], [0, 0, 1, 0, 0, 0]], dtype=float)
STORAGES = ("flat", "spatial", "body")


def hat(p):
    return np.array([[0, -p[2], p[1]], [p[2], 0, -p[0]], [-p[1], p[0], 0]])


def projection(H, c):
    """A from the axes (columns of H) and the origin c of the contact frame."""
    adjoint = np.block([[H.T, np.zeros((3, 3))], [-H.T @ hat(c), H.T]])
    return SELECT @ adjoint


def structure(A, s):
    I4, I6, Z = np.eye(4), np.eye(6), np.zeros
    E = np.block([[I6, Z((6, 6)), (s - 1) * A.T, (s - 1) * A.T], [Z((6, 6)), I6, (1 - s) * A.T, (1 - s) * A.T],
                  [Z((8, 20))]])  # fmt: skip
    below = [(s - 1) * A, (1 - s) * A]
    F = np.block([[Z((12, 20))], [*below, -I4, Z((4, 4))], [*below, Z((4, 4)), -I4]])
    return E, F


def drawn(seed):
    """A pair that overlaps, with random velocities and a random deflection."""
    rng = np.random.default_rng(seed)
    return Pair(
        v=0.3 * rng.standard_normal((2, 3)), w=2 * rng.standard_normal((2, 3)), eta=0.1 * rng.standard_normal(3),
        eta_w=0.05 * rng.standard_normal(),
    )  # fmt: skip


@pytest.mark.parametrize("s", [0, 1])
def test_the_structure_is_power_continuous(s):
    rng = np.random.default_rng(s)
    for _ in range(50):
        A = projection(Rotation.random(random_state=rng).as_matrix(), rng.standard_normal(3))
        E, F = structure(A, s)
        assert np.abs(E @ F.T + F @ E.T).max() <= ROUNDING
        assert np.linalg.matrix_rank(np.hstack([E, F])) == 20


@pytest.mark.parametrize("storage", STORAGES)
@pytest.mark.parametrize("mu", [0.05, 0.4, 20.0, None])
@pytest.mark.parametrize("seed", range(3))
def test_a_closed_contact_is_an_element_of_it(seed, mu, storage):
    found = take_apart(drawn(seed), friction=sp.SpatialSlip(**{**SLIP, "mu": mu}, spin_radius=0.02, storage=storage))
    assert found.closed
    E, F = structure(projection(found.H, found.c), 0)
    efforts = np.concatenate([*found.wrenches, found.stored, found.lost])
    flows = np.concatenate([*found.twists, found.flow, found.flow])
    assert np.abs(efforts[:12]).max() > 1.0 and np.abs(found.flow).min() > 1e-3
    assert np.abs(E @ efforts + F @ flows).max() <= ROUNDING * np.abs(efforts).max()
    assert abs(efforts @ flows) <= ROUNDING * np.abs(efforts * flows).sum()
    assert found.lost @ found.flow >= 0 or mu is not None  # without slip: a damper alone


def test_an_open_contact_is_an_element_of_it():
    found = take_apart(drawn(0)._replace(p=CENTRES + np.array([[0, 0, 0], [0, 0, 0.2]])))
    assert not found.closed
    E, F = structure(projection(found.H, found.c), 1)
    efforts = np.concatenate([*found.wrenches, found.stored, found.lost])
    flows = np.concatenate([*found.twists, found.flow, found.flow])
    assert np.abs(E @ efforts + F @ flows).max() == 0.0
    assert np.abs(found.twists).max() > 0.1


# --- the projection ---------------------------------------------------------------------------------------------------
def still(seed, w):
    """Both bodies at rest but for the second, which turns by w in the contact frame about the centre of the contact."""
    pair = drawn(seed)._replace(v=np.zeros((2, 3)), w=np.zeros((2, 3)))
    at = take_apart(pair)
    turning = at.H @ np.asarray(w, dtype=float)
    w = np.array([[0, 0, 0], turning])
    return take_apart(pair._replace(w=w, v=np.cross(w, pair.p - at.c)))


def test_rolling_receives_no_power():
    """Rotations about any axis of the plane through c are in the kernel of P."""
    found = still(1, (3.0, -2.0, 0.0))
    assert np.abs(found.flow).max() <= ROUNDING
    power = (found.wrenches * found.twists).sum()
    assert abs(power) <= ROUNDING * np.abs(found.wrenches * found.twists).sum()


def test_spin_receives_the_moment_about_the_normal():
    found = still(1, (0.0, 0.0, 1.0))
    tau = (found.stored + found.lost)[3]
    assert abs(tau) > 0.01
    np.testing.assert_allclose(found.flow, (0, 0, 0, 1.0), atol=ROUNDING)
    assert (found.wrenches * found.twists).sum() == pytest.approx(-tau, abs=ROUNDING * abs(tau) * 1e2)


def test_the_split_depends_on_the_centre_not_on_the_axes_of_the_plane():
    found = take_apart(drawn(2))
    relative = found.twists[1] - found.twists[0]
    turn = Rotation.from_rotvec(0.7 * found.H[:, 2]).as_matrix()
    A, turned = projection(found.H, found.c), projection(turn @ found.H, found.c)
    total = found.stored + found.lost
    other = np.concatenate([(turn @ found.H).T[:2] @ (found.H[:, :2] @ total[:2]), total[2:]])
    np.testing.assert_allclose(turned.T @ other, A.T @ total, atol=1e-12 * np.abs(total).max())
    moved = projection(found.H, found.c + 0.1 * found.H[:, 2])
    assert np.abs((moved - A) @ relative).max() > 0.01
    assert abs((moved - A) @ relative)[2] <= ROUNDING  # d(distance)/dt is the same everywhere on the line


# --- objectivity ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("storage", STORAGES)
def test_a_turned_observer_sees_turned_forces(storage):
    pair, Q, shift = drawn(3), Rotation.from_rotvec([0.5, -1.1, 2.0]), np.array([0.3, -0.2, 0.5])
    friction = sp.SpatialSlip(**SLIP, spin_radius=0.02, storage=storage)
    here, there = take_apart(pair, friction=friction), take_apart(pair.seen_from(Q, shift), friction=friction)
    force = Q.apply(here.wrenches[:, 3:])
    scale = np.abs(force).max()
    np.testing.assert_allclose(there.wrenches[:, 3:], force, atol=1e-12 * scale)
    moment = Q.apply(here.wrenches[:, :3]) + np.cross(shift, force)
    np.testing.assert_allclose(there.wrenches[:, :3], moment, atol=1e-12 * scale)
    np.testing.assert_allclose(there.rate[:3], Q.apply(here.rate[:3]), atol=1e-11 * np.abs(here.rate).max())


@pytest.mark.parametrize("storage", STORAGES)
def test_a_turning_observer_sees_a_turning_state(storage):
    """A common rigid motion W adds W x eta to the rate of the state and nothing to the forces."""
    W, V = np.array([1.3, -0.7, 2.1]), np.array([0.2, 0.4, -0.3])
    friction = sp.SpatialSlip(**SLIP, spin_radius=0.02, storage=storage)
    for pair in (drawn(4), drawn(5), Pair(eta=np.array([0.1, -0.05, 0.02]), eta_w=0.03)):
        rest, carried = take_apart(pair, friction=friction), take_apart(pair.carried(W, V), friction=friction)
        n = rest.H[:, 2]
        eta = pair.eta - (n @ pair.eta) * n
        size = np.abs(carried.rate).max()
        np.testing.assert_allclose(carried.rate[:3] - rest.rate[:3], np.cross(W, eta), atol=1e-12 * max(size, 1.0))
        assert carried.rate[3] == pytest.approx(rest.rate[3], abs=1e-12 * max(size, 1.0))
        np.testing.assert_allclose(carried.wrenches, rest.wrenches, atol=1e-12 * np.abs(rest.wrenches).max())
