"""Bogacki-Shampine 3(2): three stages and the first of the next step; for loose tolerances and mild damping.

The dense output is the cubic Hermite polynomial of (y0, f0, y1, f1), order 3: no extra stage.
Source    Bogacki & Shampine, A 3(2) pair of Runge-Kutta formulas, Appl. Math. Lett. 2 (1989) 321-325.
"""

from .tableau import ExplicitTableau, lower

METHOD = ExplicitTableau(
    name="bogacki_shampine",
    aliases=("ode23", "bs32", "rk23"),
    order=3,
    error_order=2,
    a=lower(((), (1 / 2,), (0, 3 / 4), (2 / 9, 1 / 3, 4 / 9))),
    b=(2 / 9, 1 / 3, 4 / 9, 0),
    c=(0, 1 / 2, 3 / 4, 1),
    e=(-5 / 72, 1 / 12, 1 / 9, -1 / 8),
    dense=((1, -4 / 3, 5 / 9), (0, 1, -2 / 3), (0, 4 / 3, -8 / 9), (0, -1, 1)),
    dense_order=3,
    citation="Bogacki & Shampine, Appl. Math. Lett. 2 (1989) 321-325",
)
