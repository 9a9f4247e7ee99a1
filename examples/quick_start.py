"""A steel ball falls on cast iron: where, when and how hard it lands."""

import supple as sp

scene = sp.Scene(gravity=(0, 0, -9.81), name="drop")
scene.ground(material="cast iron")
scene.body("ball", mass=0.066, joint=sp.Free(position=(0, 0, 1.0)), surfaces=[sp.Sphere(0.0127, material="steel")])
scene.contact(
    "steel",
    "cast iron",
    normal=sp.AzadFeatherstone.from_restitution(e=0.70, speed=2.0, mass=0.066, k=1.1e10),
    friction=sp.StickSlip(mu=0.3, kt=1e7, bt=100),
)
run = sp.simulate(scene, 5.0, rtol=1e-6)
print(run)
for impact in run.impacts[:3]:
    print(f"{impact.start:.4f} s: {impact.speed:.3f} m/s, e = {impact.restitution:.3f}, {impact.peak_force:.0f} N")
