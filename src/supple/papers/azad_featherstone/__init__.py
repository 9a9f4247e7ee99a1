"""A new nonlinear model of contact normal force: Azad & Featherstone, IEEE Trans. Robotics 30(3) (2014), reproduced.

    Figs 3, 4, section III   `curves.py`       three laws over speed, straightness, scaling
    section II-C             `experiment.py`   the bouncing sphere, its steps and its resonance
    Fig. 5                   `cases.py`        six pairs, laws fitted to measured restitution
    pictures                 `figures.py`
    all of it                `study.py`        what was published, and how ours is judged

What was found is told in `docs/azad-featherstone.md`.
"""
