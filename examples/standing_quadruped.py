"""A quadruped of another package is read from its URDF file, stands under PD control, is pushed and recovers."""

import sys
from importlib.metadata import PackageNotFoundError, files

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import supple as sp

try:
    path = next(one.locate() for one in files("example-robot-data") if one.name == "a1.urdf")
except PackageNotFoundError:
    sys.exit("this example reads a robot of example-robot-data: pip install 'supple[import,robots]'")

STANCE = {"hip": 0.0, "thigh": 0.8, "calf": -1.6}  # [rad]
KP, KD, EFFORT = 120.0, 3.0, 33.5  # [Nm/rad], [Nms/rad], [Nm]
PUSH, FROM, TO = 60.0, 1.0, 1.1  # [N] to the left, [s]

robot = sp.read(path, base="free", at=(0, 0, 0.3), ground=True)
print(f"{len(robot.scene.bodies)} bodies; what the file says that the scene does not, and the other way round:")
for note in robot.notes:
    print(f"  {note}")

angles = {joint: STANCE[joint.split("_")[1]] for joint in robot.joints if joint != "base"}
scene = robot.setup({f"start.{joint}": angle for joint, angle in angles.items()}).scene
for joint, angle in angles.items():
    body = robot.joints[joint]
    scene.add(sp.Tracking(name=joint, body=body, reference=angle, proportional=KP, derivative=KD, period=2e-3))
    scene.add(sp.Torque(name=f"{joint} drive", body=body, command=joint, limit=EFFORT))
scene.force("trunk", (0, PUSH, 0), start=FROM, stop=TO)

run = sp.simulate(scene, 3.0, rtol=1e-4)
print(run)

# --- what became of it --------------------------------------------------------------------------------------------------
times = np.linspace(0.0, 3.0, 601)
place, R = run.position("trunk", times), run.rotation("trunk", times)
sideways, roll = 1e3 * (place[:, 1] - place[0, 1]), np.degrees(np.arctan2(R[:, 2, 1], R[:, 2, 2]))
pushed = abs(sideways).max()
print(f"pushed aside by {pushed:.0f} mm and {abs(roll).max():.1f} degrees, in the end {sideways[-1]:.1f} mm off")
assert run.success and pushed > 10.0, "the push must be felt"
assert abs(sideways[-1]) < 0.3 * pushed and abs(roll[-1]) < 1.0 and place[-1, 2] > 0.25, "it must stand again"

figure = plt.figure(figsize=(10, 5.8), layout="constrained")
above, below = figure.subfigures(2, 1, height_ratios=(1.35, 1))
moments = (0.9, float(times[abs(sideways).argmax()]), 3.0)
for axes, t, words in zip(above.subplots(1, 3), moments, ("stands", "is pushed", "stands again"), strict=True):
    sp.show.plot_snapshot(run, t, axes=axes)
    axes.set_title(words)
left, right = below.subplots(1, 2)
left.plot(times, sideways, label="sideways")
left.plot(times, 1e3 * (place[:, 2] - place[0, 2]), label="upwards")
left.set(xlabel="t [s]", ylabel="trunk moved by [mm]")
right.plot(times, roll, label="roll of the trunk")
right.set(xlabel="t [s]", ylabel="[degrees]")
for axes in (left, right):
    axes.axvspan(FROM, TO, color="0.85", label=f"push of {PUSH:.0f} N")
    axes.legend()
sp.show.write_figure(figure, "standing_quadruped.png")
