"""A pole on a cart is balanced by a regulator that was designed on the linear model of the scene, and then pushed."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from scipy.linalg import expm, solve_continuous_are

import supple as sp

TILT, PERIOD, END = 0.25, 5e-3, 7.0  # [rad], [s], [s]
PUSH, FROM, TO = 1.0, 2.5, 2.6  # [N] on the tip, [s]


def cart_pole():
    scene = sp.Scene(gravity=(0, 0, -9.81), name="pole on a cart")
    rail = sp.Prismatic(axis=(1, 0, 0), damping=0.5)
    scene.body("cart", mass=1.0, joint=rail, surfaces=[sp.Box((0.3, 0.16, 0.1))])
    rod = sp.Capsule((0, 0, 0.05), (0, 0, 0.85), 0.02)
    scene.body("pole", mass=0.3, com=(0, 0, 0.45), inertia=sp.rod_inertia(0.3, 0.8), parent="cart",
               joint=sp.Revolute(axis=(0, 1, 0), angle=TILT), surfaces=[rod])  # fmt: skip
    return scene


# --- a rest position, and the linear model there ------------------------------------------------------------------------
plant = cart_pole()
upright = sp.equilibrium(plant, [0.0, 0.05, 0.0, 0.0])  # near the upper one
linear = sp.linearise(plant, upright, inputs=["force on cart"], outputs=["cart.displacement", "pole.angle"])
print(upright, linear, f"poles {np.round(linear.poles, 4)} rad/s", sep="\n")

# --- a regulator for it: minimise the integral of x' Q x + u' R u -------------------------------------------------------
Q, R = np.diag([20.0, 60.0, 2.0, 4.0]), np.array([[0.2]])
X = solve_continuous_are(linear.A, linear.B, Q, R)
K = np.linalg.solve(R, linear.B.T @ X)[0]
closed = linear.A - linear.B @ K[None, :]
print(f"gains {K}, poles of the closed loop {np.linalg.eigvals(closed)} rad/s")

# --- the scene itself, with sensors and a controller that is sampled ----------------------------------------------------
scene = cart_pole()
for body in ("cart", "pole"):
    scene.add(sp.PositionSensor(name=f"{body} position", body=body))
    scene.add(sp.SpeedSensor(name=f"{body} speed", body=body))
k0, k1, k2, k3 = (float(k) for k in K)


def regulator(t, measured):
    """Sensors in the order of the states."""
    return -(k0 * measured[0] + k1 * measured[1] + k2 * measured[2] + k3 * measured[3])


sensors = ("cart position", "pole position", "cart speed", "pole speed")
scene.add(sp.PythonController(name="regulator", function=regulator, sensors=sensors, period=PERIOD))
scene.add(sp.Torque(name="drive", body="cart", command="regulator", limit=25.0))
scene.force("pole", (PUSH, 0, 0), at=(0, 0, 0.85), start=FROM, stop=TO)
run = sp.simulate(scene, END, rtol=1e-8)
print(run)
assert run.success and abs(run["pole.angle"][-1]) < 0.01, f"it must balance, got {run['pole.angle'][-1]:.3g} rad"

# --- what it did, and what the linear model says ------------------------------------------------------------------------
times = np.linspace(0.0, FROM, 251)
predicted = np.array([expm(closed * t) @ [0.0, TILT, 0.0, 0.0] for t in times])
figure = plt.figure(figsize=(10, 5.8), layout="constrained")
above, below = figure.subfigures(2, 1, height_ratios=(1.2, 1))
for axes, t, words in zip(above.subplots(1, 3), (0.0, 0.3, 2.0), ("let go", "caught", "at rest"), strict=True):
    sp.show.plot_snapshot(run, t, axes=axes)
    axes.set_title(words, loc="right")
left, right = below.subplots(1, 2)
for axes, name, column, unit in ((left, "pole.angle", 1, "rad"), (right, "cart.displacement", 0, "m")):
    axes.plot(run.t, run[name], label="scene, sampled control")
    axes.plot(times, predicted[:, column], "--", label="linear model")
    axes.axvspan(FROM, TO, color="0.85", label=f"push of {PUSH:.0f} N")
    axes.set(xlabel="t [s]", ylabel=f"{name} [{unit}]")

left.legend()
sp.show.write_figure(figure, "balancing_pole.png")
