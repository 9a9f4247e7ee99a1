"""Figures 4 to 9 of the soft-contact study: the published formulation and supple in one picture.

Figs 4, 7  heights over time, of the published formulation at 1e-3 and of supple at 1e-9
Figs 5 to 9  step sizes over time; supple with `auto` at the tolerance of the figure, so not at equal accuracy but as a user
             would run it
"""

from pathlib import Path

import numpy as np

from ...show.curves import draw_curves, draw_step_sizes, new_figure, save_figure
from .cases import END, HALF, Case
from .equal_accuracy import paper_run, supple_run
from .simulink import positions_at, published_run

LAWS = ("S-D 1", "S-D 2", "nonlinear")
LOOSE, TIGHT = 1e-3, 1e-9
PAPER, OURS = "published formulation", "supple, auto"
TIMES = np.linspace(0.0, END, 1601)


def draw_all(out):
    """Draw every figure into the directory `out`; return the paths."""
    figures = {"4": figure_4, "5": figure_5, "6": figure_6, "7": figure_7, "8": figure_8, "9": figure_9}
    return [save_figure(draw(), Path(out) / f"fig{name}.png") for name, draw in figures.items()]


def figure_4():
    """Heights of the point mass on the three laws."""
    figure, panels = new_figure(3, "BF Fig. 4: height of a 2 kg point mass that falls from 0.3 m")
    for axes, law in zip(panels, LAWS, strict=True):
        _heights(axes, Case(law), law)
    return figure


def figure_5():
    """Step sizes on the three laws at 1e-3."""
    figure, panels = new_figure(3, "BF Fig. 5: step size at tolerance 1e-3")
    for axes, law in zip(panels, LAWS, strict=True):
        _steps(axes, Case(law), LOOSE, law)
    return figure


def figure_6():
    """Step sizes at 1e-9."""
    figure, panels = new_figure(2, "BF Fig. 6: step size at tolerance 1e-9")
    for axes, law in zip(panels, ("S-D 1", "nonlinear"), strict=True):
        _steps(axes, Case(law), TIGHT, law)
    return figure


def figure_7():
    """Height and step size of 5 kg."""
    figure, panels = new_figure(2, "BF Fig. 7: 5 kg on S-D 1")
    _heights(panels[0], Case(mass=5.0), "Height")
    _steps(panels[1], Case(mass=5.0), LOOSE, "Step size at tolerance 1e-3")
    return figure


def figure_8():
    """Step size and motion with friction."""
    case = Case(friction="double state", freedoms=2)
    figure, panels = new_figure(2, "BF Fig. 8: point mass with S-D 1 and double-state friction, 1 m/s along the ground")
    height, along = supple_run(case, "auto", TIGHT).at(TIMES)[:, [1, 0]].T
    draw_curves(panels[0], {"height": (TIMES, height), "along the ground": (TIMES, along)}, "Position", "x, z [m]")
    _steps(panels[1], case, LOOSE, "Step size at tolerance 1e-3")
    return figure


def figure_9():
    """Step size and motion of the bar."""
    case = Case(friction="double state", freedoms=3)
    title = "BF Fig. 9: bar with two contacts, S-D 1 and double-state friction (upright at the start: our choice)"
    figure, panels = new_figure(2, title)
    run = supple_run(case, "auto", TIGHT)
    ends = {
        name: run.position("bar", TIMES, point=(x, 0.0, 0.0))[:, 2] for name, x in (("left", -HALF), ("right", HALF))
    }
    curves = {f"{name} end": (TIMES, height) for name, height in ends.items()}
    draw_curves(panels[0], curves, "Height of the ends", "z [m]")
    runs = {PAPER: published_run(case, "ode45", LOOSE).t, OURS: supple_run(case, "auto", LOOSE).t}
    draw_step_sizes(panels[1], runs, "Step size at tolerance 1e-3")
    return figure


def _heights(axes, case, title):
    paper = positions_at(paper_run(case, "ode45", LOOSE)[0], TIMES)[:, 0]
    ours = supple_run(case, "auto", TIGHT).at(TIMES)[:, 0]
    draw_curves(axes, {f"{PAPER}, 1e-3": (TIMES, paper), f"{OURS}, 1e-9": (TIMES, ours)}, title, "z [m]")


def _steps(axes, case, tolerance, title):
    runs = {PAPER: paper_run(case, "ode45", tolerance)[0].t, OURS: supple_run(case, "auto", tolerance).t}
    draw_step_sizes(axes, runs, title)
