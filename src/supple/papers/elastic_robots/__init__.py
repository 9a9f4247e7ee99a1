"""Manipulators and legged robots with high joint elasticity: Lens, Radkhah & von Stryk (LRS below), reproduced.

    Figs 5, 6   `rubber_and_tennis.py`   metal on rubber and a tennis ball: figures and their verdicts
                `drops.py`               the two drops: scenes, runs, the same by scipy
                `drop_figures.py`        their pictures and animations
    all of it   `study.py`               joins the parts; each offers `items(quick, progress)` and `draw(out)`

What was found is told in `docs/elastic-robots.md`.
"""
