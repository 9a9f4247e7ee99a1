"""A study of soft contact models in Simulink: Taghipour Bibalan & Featherstone, ACRA 2009, reproduced.

    the experiments          `cases.py`            one description, two formulations
    as published             `engine.py`           the block diagram's own problem, compiled
                             `simulink.py`         a run of it, counted as Simulink counts
    supple's own             `equal_accuracy.py`   what `simulate` costs at the accuracy of a published run
    Figs 4 to 9              `figures.py`
    all of it                `study.py`            what was published, and how ours is judged

What was found is told in `docs/soft-contact-study.md`.
"""
