"""Modeling and simulation of a contact of two bodies in space: Stramigioli & Duindam (2004), reproduced.

    Figs 5, 6, section 5     `scenario.py`     two ellipsoids and a floor: distances, events, energies, open choices
    section 4, in the limit  `limits.py`       cases with a known answer: bounces, rolling, spin, frequencies
    section 4.2              `stiffness.py`    a stiffness that differs from place to place creates energy, or does not
    slips in print           `errata.py`       printed and corrected formulas as numbers
    pictures                 `figures.py`      curves
                             `snapshots.py`    the bodies with their contact frames, ray by ray
    all of it                `study.py`        what is expected, and how ours is judged

What was found is told in `docs/spatial-contact.md`.
"""
