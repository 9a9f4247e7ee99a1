"""Surfaces on one flexible body never touch each other, though they sit on different nodes of the tree."""

import pytest

import supple as sp


def crowded(n):
    """A beam with overlapping balls, and n balls far away that might touch it: from some number on pairs are searched."""
    scene = sp.Scene(gravity=(0.0, 0.0, -1.0))
    beam = sp.Beam(length=1.0, section=sp.Round(0.02), material="steel", modes=1)
    balls = [sp.Sphere(0.1, at=(x, 0.0, 0.0), material="m") for x in (0.8, 0.9, 1.0)]
    scene.body("beam", joint=sp.Fixed(), flexible=beam, surfaces=balls)
    for k in range(n):
        joint = sp.Free(position=(3.0 * k, 0.0, 50.0))
        scene.body(f"ball {k}", mass=1.0, joint=joint, surfaces=[sp.Sphere(0.1, material="m")])
    scene.contact("m", "m", normal=sp.Hertz(k=1e6))
    return scene


@pytest.mark.parametrize("n", [1, 15, 90])
def test_a_flexible_body_does_not_touch_itself(n):
    run = sp.simulate(crowded(n), 0.02)
    assert run.success and not run.events
    assert abs(run["beam.z1"]).max() < 1e-3
