"""Manipulators and legged robots with high joint elasticity: Lens, Radkhah & von Stryk (LRS below), reproduced.

    Figs 5, 6   `rubber_and_tennis.py`   metal on rubber and a tennis ball: figures and their verdicts
                `drops.py`               the two drops: scenes, runs, the same by scipy
                `drop_figures.py`        their pictures and animations
    Fig. 10     `biorob.py`              BioRob-X4 meets the ground: figures and their verdicts
                `landing.py`             the experiment
                `biorob_figures.py`      pictures and animations
    Fig. 11     `biobiped.py`            BioBiped1 jogs: figures and their verdicts
                `jogging.py`             its runs, the human force
                `gait.py`                stances, peaks, means over strides
                `jogging_expected.py`    what a program apart from supple found
                `jogging_figures.py`     pictures and animation
    all of it   `study.py`               joins the parts; each offers `items(quick, progress)` and `draw(out)`

What was found is told in `docs/elastic-robots.md`.
"""
