"""Manipulators and legged robots with high joint elasticity: Lens, Radkhah & von Stryk (LRS below), reproduced.

Fig. 11     `biobiped.py`            BioBiped1 jogs: figures and their verdicts
            `jogging.py`             its runs, the human force
            `gait.py`                stances, peaks, means over strides
            `jogging_expected.py`    what a program apart from supple found
            `jogging_figures.py`     pictures and animation
"""
