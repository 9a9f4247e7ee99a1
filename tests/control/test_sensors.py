"""Sensors read what results show."""

import numpy as np
import pytest
from control.control_scenes import arm, two_masses

import supple as sp


def record(t, measured):
    """A controller that gives out what it reads."""
    return measured


def readings(scene, sensors, period=0.02, end=0.3, **options):
    scene.add(sp.PythonController(function=record, sensors=sensors, outputs=len(sensors), period=period, name="reader"))
    run = sp.simulate(scene, end, **options)
    return run, run.outputs("reader")


def test_position_speed_deflection_and_force():
    scene = two_masses()
    scene.joint_force("link", 1.0)
    scene.add(
        sp.Spring(a="world", b="link", at_a=(1, 0, 0), at_b=(0.5, 0, 0), stiffness=30.0, length=0.3, name="spring")
    )
    scene.add(sp.PositionSensor(body="link", name="q"))
    scene.add(sp.SpeedSensor(body="link", name="v"))
    scene.add(sp.Encoder(body="link", resolution=0.001, name="encoder"))
    scene.add(sp.DeflectionSensor(a="rotor", b="link", stiffness=40.0, name="torque"))
    scene.add(sp.ForceSensor(element="spring", name="tension"))
    run, out = readings(scene, ("q", "v", "encoder", "torque", "tension"))
    q, v, counted, torque, tension = out.values.T
    np.testing.assert_array_equal(q, run.channel("link.angle", out.t))
    np.testing.assert_array_equal(v, run.channel("link.rate", out.t))
    np.testing.assert_allclose(counted, np.round(q / 0.001) * 0.001, atol=1e-15)
    np.testing.assert_allclose(torque, 40.0 * (run.channel("rotor.angle", out.t) - q), atol=1e-14)
    np.testing.assert_allclose(tension, run.element("spring", out.t).force, rtol=1e-12)
    assert np.ptp(tension) > 0.1 and len(out.t) == 15


@pytest.mark.jit
def test_force_of_a_contact():
    scene = sp.Scene(gravity=(0, 0, -9.81))
    scene.ground(material="floor")
    scene.body("ball", mass=1.0, joint=sp.Prismatic(displacement=0.12), surfaces=[sp.Sphere(0.1, material="rubber")])
    scene.contact("rubber", "floor", normal=sp.HuntCrossley.from_dissipation(k=1e4, d=0.3))
    scene.add(sp.ForceSensor(element="ball/ground", name="force"))
    run, out = readings(scene, ("force",), period=0.001)
    np.testing.assert_allclose(out.values[:, 0], run.contact("ball/ground", out.t).force, rtol=1e-9, atol=1e-12)
    assert out.values.max() > 10.0 and out.values.min() == 0.0


def test_the_force_of_a_prescribed_motion_cannot_be_read():
    scene = arm()
    scene.add(sp.Motion(body="arm", amplitude=0.1, omega=3.0, name="lead"))
    scene.add(sp.ForceSensor(element="lead"))
    with pytest.raises(ValueError, match="element must be"):
        sp.build(scene)
