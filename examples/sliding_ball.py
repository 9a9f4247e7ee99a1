"""A ball is thrown along the floor without spin: it slides, then rolls.

Friction mu m g slows the ball down and spins it up; rolling begins at t = 2 v / (7 mu g) with 5/7 of the speed.
"""

import supple as sp

g, mu, speed, mass, radius = 9.81, 0.2, 2.0, 0.5, 0.05
normal = sp.HuntCrossley(k=1e7, lam=1e7)
depth = (mass * g / normal.k) ** (2 / 3)  # at rest: no bounce

scene = sp.Scene(gravity=(0, 0, -g), name="sliding ball")
scene.ground(material="floor")
scene.body(
    "ball",
    mass=mass,
    joint=sp.Free(position=(0, 0, radius - depth), velocity=(speed, 0, 0)),
    surfaces=[sp.Sphere(radius, material="ball")],
)
scene.contact("ball", "floor", normal=normal, friction=sp.StickSlip(mu=mu, kt=1e6, bt=1000))
run = sp.simulate(scene, 1.0)
print(run)
rolls = next(event.time for event in run.events if event.what == "stick")
print(f"rolls from  {rolls:.4f} s, theory {2 * speed / (7 * mu * g):.4f} s")
print(f"speed then  {run['ball.vx'][-1]:.4f} m/s, theory {5 / 7 * speed:.4f} m/s")
