"""Draw docs/images/spinning_bodies.png: rattleback, tippe top and egg of examples/scenes.

    python tools/draw_spinning_bodies.py

The rigid rattleback is that of tests/physics/rigid_rolling.py.
"""

import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[0] = str(ROOT / "tests")

from physics.rigid_rolling import RigidRolling, spin_of  # noqa: E402
from physics.spinning import inclination, rattleback, run_scene, spin  # noqa: E402

from supple.show.style import line_style, style_axes  # noqa: E402

STIFFNESSES = (1e6, 1e7, 1e8, 1e9)  # [N/m]


def draw_rattleback(curves, errors):
    """Spin over time of the rigid stone and on three floors, and the largest difference over the stiffness."""
    times = np.linspace(0.0, 4.0, 4001)
    runs = {k: rattleback(k) for k in STIFFNESSES}
    exact = spin_of(RigidRolling(runs[1e7].scene, "stone").states(times))
    soft = {k: spin(run, "stone", times) for k, run in runs.items()}
    softest = spin(rattleback(1e5), "stone", times)
    curves.plot(times, exact, color="0.7", linewidth=4.0, label="rigid, rolling")
    for i, (label, values) in enumerate((("k = 1e5 N/m", softest), ("k = 1e6", soft[1e6]), ("k = 1e7", soft[1e7]))):
        curves.plot(times, values, label=label, **line_style(i))
    curves.legend(fontsize=8, frameon=False)
    style_axes(curves, "rattleback", "time [s]", "spin [rad/s]")
    errors.loglog(STIFFNESSES, [np.abs(soft[k] - exact).max() for k in STIFFNESSES], "o", color=line_style(0)["color"])
    errors.loglog(STIFFNESSES, [7e5 / k for k in STIFFNESSES], color="0.6", linewidth=1.0, label="in proportion to 1/k")
    errors.legend(fontsize=8, frameon=False)
    style_axes(errors, "rattleback: largest difference to rigid", "stiffness k [N/m]", "spin [rad/s]")


def draw_inclination(axes, name, body, axis, variants):
    """Angle of an axis to the vertical, as the scene is and with other settings."""
    for i, (label, settings) in enumerate(variants.items()):
        run = run_scene(name, **settings)
        times = np.linspace(0.0, run.t[-1], 2001)
        axes.plot(times, inclination(run, body, axis, times), label=label, **line_style(i))
    axes.legend(fontsize=8, frameon=False)
    style_axes(axes, f"{name.replace('_', ' ')}: axis to the vertical", "time [s]", "inclination [deg]")


def draw(path):
    """The four panels."""
    import matplotlib.pyplot as plt

    figure, ((first, second), (third, fourth)) = plt.subplots(2, 2, figsize=(8.0, 5.2), layout="constrained")
    draw_rattleback(first, second)
    tops = {"160 rad/s": {}, "60 rad/s": {"spin": 60.0}, "on a point (patch = 0)": {"patch": 0.0}}
    draw_inclination(third, "tippe_top", "top", 2, tops)
    draw_inclination(fourth, "spinning_egg", "egg", 0, {"180 rad/s": {}, "40 rad/s": {"spin": 40.0}})
    figure.savefig(path, dpi=100, metadata={"Software": None})


if __name__ == "__main__":
    draw(ROOT / "docs" / "images" / "spinning_bodies.png")
