"""Deflection and stress of flexible bodies in a run, against closed forms of the clamped beam with a load at its end."""

import numpy as np
import pytest

import supple as sp
from supple.flexible import Beam, Rectangle

LENGTH, WIDTH, HEIGHT, E, FORCE = 0.8, 0.03, 0.01, 7e10, 2.0  # [m, m, m, Pa, N]
INERTIA = WIDTH * HEIGHT**3 / 12.0
MODULUS = WIDTH * HEIGHT**2 / 6.0  # of the section: moment over stress of the outermost fibre


def loaded(modes, **more):
    """A clamped beam that hangs at rest under a load at its end, upwards."""
    usual = {"length": LENGTH, "section": Rectangle(WIDTH, HEIGHT), "E": E, "density": 2700.0, "planes": "xz"}
    straight = Beam(modes=modes, **usual)
    bent = np.linalg.solve(straight.invariants().K, FORCE * straight.station(LENGTH).Phi[:, 2])
    scene = sp.Scene(gravity=(0, 0, 0), name="loaded")
    scene.body("beam", joint=sp.Fixed(), flexible=Beam(modes=modes, deflection=tuple(bent), **usual, **more))
    scene.force("beam", force=(0, 0, FORCE), at=(LENGTH, 0, 0))
    return sp.simulate(scene, 1e-3)


@pytest.fixture(scope="module")
def run():
    return loaded(5)


def test_the_deflection_is_that_of_the_clamped_beam(run):
    x = np.linspace(0.0, LENGTH, 9)
    exact = FORCE * x**2 * (3.0 * LENGTH - x) / (6.0 * E * INERTIA)
    found = run.deflection("beam", x=x)
    assert found.shape == (len(run.t), 9, 3)
    assert np.allclose(found[..., 2], exact, rtol=0.0, atol=0.042 / 5**3 * exact[-1]) and not found[..., 1].any()
    assert 0.03 < (1.0 - found[0, -1, 2] / exact[-1]) * 5**3 < 0.042
    slope = FORCE * LENGTH**2 / (2.0 * E * INERTIA)
    assert np.allclose(
        run.deflection("beam")[:, 0], -(4.0 / 15.0) * slope**2 * LENGTH, rtol=1e-3
    )  # of w' = s u (2 - u)
    end = run.position("beam", [0.0, 1e-3], point=(LENGTH, 0, 0)) - (LENGTH, 0, 0)
    assert np.allclose(run.deflection("beam", [0.0, 1e-3]), end, atol=1e-15)


@pytest.mark.parametrize("modes", [1, 2, 3, 5, 10])
def test_the_stress_in_the_clamp_converges_with_the_modes(modes):
    """F L/W: the modes miss 0.2/n^2 of it, above and below by turns."""
    run = loaded(modes)
    found = run.stress("beam", x=0.0, z=0.5 * HEIGHT)
    assert found.sigma.shape == run.t.shape
    error = found.sigma[0] / (-FORCE * LENGTH / MODULUS) - 1.0  # above the axis the beam is pressed
    assert 0.1 < abs(error) * modes**2 < 0.25 and (error > 0.0) == (modes % 2 == 1)
    assert np.allclose(found.moment_y, found.sigma * MODULUS, rtol=1e-12)
    assert not found.tau.any() and not found.torque.any()
    far = run.stress("beam", x=0.5 * LENGTH, z=-0.5 * HEIGHT).sigma[0] / (0.5 * FORCE * LENGTH / MODULUS) - 1.0
    assert abs(far) < 0.4 / modes**2


def test_a_list_of_places_and_points(run):
    found = run.stress("beam", [0.0, 5e-4], x=[0.0, 0.4, 0.8], z=[-0.005, 0.0, 0.005])
    assert all(part.shape == (2, 3) for part in found)
    assert found.sigma[0, 0] > 0.0 and found.sigma[0, 1] == 0.0 and abs(found.sigma[0, 2]) < 1e-6 * found.sigma[0, 0]
    one = run.stress("beam", [0.0, 5e-4], x=0.4, z=0.005)
    assert all(part.shape == (2,) for part in one) and one.moment_y == pytest.approx(found.moment_y[:, 1], rel=1e-12)


def test_modal_coordinates_are_channels(run):
    assert np.array_equal(run.modal("beam"), np.stack([run[f"beam.z{i}"] for i in range(1, 6)], axis=1))
    assert run.modal("beam", [0.0, 1e-4]).shape == (2, 5)


def test_a_rigid_body_has_none():
    scene = sp.Scene(name="rigid")
    scene.body("stone", mass=1.0, joint=sp.Prismatic())
    run = sp.simulate(scene, 1e-3)
    for ask in (run.modal, run.deflection, lambda body: run.stress(body, x=0.0)):
        with pytest.raises(ValueError, match="body must be a flexible one, got 'stone', which is rigid"):
            ask("stone")
        with pytest.raises(ValueError, match="body must be one of"):
            ask("wood")


def test_a_place_beside_the_beam(run):
    with pytest.raises(ValueError, match=r"x must be on the beam, between 0.0 and 0.8 m, got 0.9"):
        run.deflection("beam", x=0.9)


def test_a_file_knows_its_beams(run, tmp_path):
    again = sp.load(run.save(tmp_path / "run.nc"))
    assert np.array_equal(again.deflection("beam"), run.deflection("beam"))
    assert np.array_equal(again.stress("beam", x=0.1, z=0.005).sigma, run.stress("beam", x=0.1, z=0.005).sigma)
