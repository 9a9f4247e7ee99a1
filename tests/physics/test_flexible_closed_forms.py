"""Frequencies of beams in scenes against closed forms, from the right-hand side of the tree: 1e-6, most to 1e-9."""

import numpy as np
import pytest
from physics.flexible_beams import beam, frequencies, model_of, modes

from supple import Fixed, Free, Planar, Revolute, Scene

pytestmark = pytest.mark.validation

CLAMPED = np.array([1.875104068711961, 4.694091132974174, 7.854757438237613])
PINNED = np.array([3.926602312047919, 7.068582745628732, 10.210176122813031])
FREE = np.array([4.730040744862704, 7.853204624095838, 10.995607838001671])
L, RHOA, EI, GJ, JX = 0.7, 1.3, 2.9, 0.6, 4e-3


def scene_of(joint, **words):
    scene = Scene(gravity=(0.0, 0.0, 0.0))
    scene.body("b", joint=joint, flexible=beam(EIz=EI, L=L, rhoA=RHOA, **words))
    return model_of(scene)


def of_all(model):
    """With the rigid motions, whose frequency is zero."""
    n = model.layout.n_v
    assert model.layout.n_q == n
    return frequencies(model, np.arange(n), np.arange(n), step=1e-6)


def bending(roots):
    return roots**2 * np.sqrt(EI / RHOA) / L**2


@pytest.mark.parametrize(
    ("joint", "ends", "roots"),
    [
        (Fixed(), "clamped-free", CLAMPED),
        (Revolute(axis=(0, 0, 1)), "pinned-free", PINNED),
        (Planar(x=(1, 0, 0), y=(0, 1, 0)), "free-free", FREE),
    ],
    ids=["clamped-free", "pinned-free", "free-free"],
)
def test_bending(joint, ends, roots):
    found = of_all(scene_of(joint, modes=3, ends=ends))
    np.testing.assert_allclose(found[-3:], bending(roots), rtol=1e-8)


@pytest.mark.parametrize(("modes", "error"), [(4, 2e-3), (8, 3e-4)])
def test_clamped_shapes_on_a_hinge_converge_to_the_hinged_beam(modes, error):
    found = of_all(scene_of(Revolute(axis=(0, 0, 1)), modes=modes))
    assert 0.0 < found[0] / bending(PINNED)[0] - 1.0 < error


def test_torsion_of_a_rod_that_is_clamped():
    model = scene_of(Fixed(), modes=0, modes_z=0, torsion=3, GJ=GJ, jx=JX, planes="xy")
    wanted = (np.arange(3) + 0.5) * np.pi / L * np.sqrt(GJ / JX)
    np.testing.assert_allclose(of_all(model), wanted, rtol=1e-8)


def test_torsion_of_a_free_rod():
    model = scene_of(Revolute(axis=(1, 0, 0)), modes=0, torsion=2, GJ=GJ, jx=JX, planes="xy", ends="free-free")
    np.testing.assert_allclose(of_all(model)[-2:], np.arange(1, 3) * np.pi / L * np.sqrt(GJ / JX), rtol=1e-8)


@pytest.mark.jit
def test_a_clamped_beam_with_a_mass_at_its_tip():
    """1 + cos cosh = mu b (sin cosh - cos sinh), mu: mass of the tip over that of the beam; a body fixed to the tip."""
    scene = Scene(gravity=(0.0, 0.0, 0.0))
    scene.body("b", joint=Fixed(), flexible=beam(EIz=1.0, modes=30))
    scene.body("tip", parent="b", joint=Fixed(at=(1.0, 0.0, 0.0)), mass=1.0)
    b = 1.2479174
    for _ in range(50):  # Newton on the frequency equation

        def f(b):
            return 1.0 + np.cos(b) * np.cosh(b) - b * (np.sin(b) * np.cosh(b) - np.cos(b) * np.sinh(b))

        b -= f(b) * 2e-6 / (f(b + 1e-6) - f(b - 1e-6))
    assert of_all(model_of(scene))[0] == pytest.approx(b * b, rel=1e-6)


def test_a_free_beam_in_space():
    """Six rigid motions and the modes of both planes, which a spinless free joint does not change."""
    scene = Scene(gravity=(0.0, 0.0, 0.0))
    flexible = beam(EIz=1.0, EIy=4.0, jx=1e-2, GJ=1.0, modes=2, torsion=1, ends="free-free")
    scene.body("b", joint=Free(), flexible=flexible)
    model = model_of(scene)
    found = frequencies(model, *modes(model, "b"))
    wanted = np.sort(np.concatenate([FREE[:2] ** 2, 2.0 * FREE[:2] ** 2, [np.pi * 10.0]]))
    np.testing.assert_allclose(found, wanted, rtol=1e-8)
