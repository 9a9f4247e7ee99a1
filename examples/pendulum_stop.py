"""A pendulum swings against a compliant stop of its joint."""

import math

import supple as sp

scene = sp.Scene(gravity=(0, 0, -9.81), name="pendulum with a stop")
stop = sp.HuntCrossley(k=2000.0, lam=300.0, n=1.0)  # moment [Nm] over the angle beyond the limit [rad]
scene.body(
    "rod",
    mass=1.0,
    com=(0, 0, -0.5),
    inertia=sp.rod_inertia(1.0, 1.0),
    joint=sp.Revolute(axis=(0, 1, 0), angle=1.0, limits=(-0.3, math.pi), limit_law=stop),
)
run = sp.simulate(scene, 5.0)
print(run)
for impact in run.impacts[:4]:
    beyond = math.degrees(impact.max_indentation)
    print(
        f"{impact.start:.4f} s: {impact.speed:.3f} rad/s, e = {impact.restitution:.3f}, {beyond:.2f} deg beyond the stop"
    )
