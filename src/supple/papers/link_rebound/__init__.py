"""Rebound of a robotic kinematic link: Marghitu & Cojocaru, a pinned flexible link that strikes a block, reproduced.

    the link, one impact          `link.py`       parameters (all but three are chosen), end of an impact, results
    figures to be judged by       `expected.py`   what a program apart from supple found
    Figs 3 to 7 as numbers        `tables.py`     over the number of modes, friction and rate
    known answers                 `limits.py`     rigid link: closed form, no loss, jam; free flight
    trust                         `checks.py`     ledger, another friction, other tolerances and methods
                                  `plain.py`      the equations of the link alone, with scipy
    what matters                  `ablations.py`  one thing left out or put in
    slips in print                `errata.py`     printed and corrected formulas as numbers
    2,500 impacts                 `impact_map.py` over friction and rate, on all processors
    pictures                      `figures.py`, `bent_link.py`
    all of it                     `study.py`

What was found is told in `docs/link-rebound.md`.
"""
