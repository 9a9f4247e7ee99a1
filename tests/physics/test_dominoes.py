"""Dominoes that bounce: small differences grow by a factor that belongs to the row, not to the tolerance.

A row with little damping (d = 2 s/m) chatters, and its later dominoes have no answer that converges in double precision:
what two runs differ by grows e-fold in some 4 ms. That is a property of the row only if the growth is linear in what it
starts from and the same at every tolerance; a located event that jumps (a missed touch, another order of corners that land
together) would add a difference of its own.
"""

import numpy as np
import pytest
from amounts import amount

import supple as sp

pytestmark = [pytest.mark.jit, pytest.mark.validation]


def row(d, aside=0.0, push=1.0, planar=False):
    """Dominoes; the first is pushed, and stands `aside` [m] from the line of the others."""
    scene = sp.Scene(gravity=(0, 0, -9.81))
    scene.ground(material="m")
    scene.contact("m", "m", normal=sp.HuntCrossley(k=1e7, lam=1e7 * d), friction=sp.StickSlip(mu=0.2, kt=1e5, bt=10.0))
    for i in range(3):
        v, w = (0.144 * push, 6.0 * push) if i == 0 else (0.0, 0.0)
        if planar:
            joint = sp.Planar(position=(0.024 * i, 0.024), velocity=(v, 0), rate=-w)
        else:
            at = (0.024 * i, aside if i == 0 else 0.0, 0.024)
            joint = sp.Free(position=at, velocity=(v, 0, 0), angular_velocity=(0, w, 0))
        box = sp.Box((0.0075, 0.024, 0.048), rounding=0.0005, material="m")
        scene.body(f"b{i}", mass=0.01, joint=joint, surfaces=[box])
    return scene


def places(scene, rtol, times):
    run = sp.simulate(scene, times[-1], rtol=rtol)
    assert run.success, run.message
    return run.poses(["b0", "b1", "b2"], times)[0]


def test_what_stands_aside_is_thrown_aside_in_proportion():
    """The symmetric row is unstable: a difference of 1e-12 m and of 1e-9 m grow 580-fold in 0.105 s, at every tolerance."""
    times = np.array([0.0, 0.105])
    straight = places(row(2.0), 1e-9, times)
    growth = [
        np.abs(places(row(2.0, aside), rtol, times)[-1, :, 1] - straight[-1, :, 1]).max() / aside
        for aside, rtol in ((1e-12, 1e-9), (1e-9, 1e-9), (1e-9, 1e-6), (1e-9, 1e-11))
    ]
    np.testing.assert_allclose(growth, 580.0, rtol=0.02)


def test_a_tolerance_is_a_perturbation_of_its_size():
    """In a plane, until 0.17 s: the difference of two tolerances grows as all others do, and falls with rtol."""
    times = np.array([0.0, 0.035, 0.175])
    exact = places(row(2.0, planar=True), 1e-11, times)
    for rtol in (1e-8, 1e-9, 1e-10):
        apart = np.abs(places(row(2.0, planar=True), rtol, times) - exact).max(axis=(1, 2))
        assert 10 < apart[2] / apart[1] and apart[2] < 2.0 * rtol
    pushed = np.abs(places(row(2.0, push=1 + 1e-9, planar=True), 1e-11, times) - exact).max(axis=(1, 2))
    assert pushed[2] / pushed[1] > 50 and pushed[2] < 2e-8


def test_a_row_that_does_not_bounce_converges():
    times = np.linspace(0.0, amount(0.15, 0.25), 26)
    exact = places(row(20.0, planar=True), 1e-11, times)
    for rtol in (1e-6, 1e-8, 1e-10):
        assert np.abs(places(row(20.0, planar=True), rtol, times) - exact).max() < 1e-2 * rtol + 1e-13
