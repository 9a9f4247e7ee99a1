"""Dormand-Prince 5(4): six stages and the first of the next step; the workhorse for smooth, non-stiff motion.

The dense output is Shampine's quartic, order 4, no extra stage.
Source    Dormand & Prince, A family of embedded Runge-Kutta formulae, J. Comput. Appl. Math. 6 (1980) 19-26;
          Shampine, Some practical Runge-Kutta formulas, Math. Comp. 46 (1986) 135-150 (dense output).
"""

from .tableau import ExplicitTableau, lower

B = (35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84)

METHOD = ExplicitTableau(
    name="dormand_prince",
    aliases=("ode45", "dopri5", "rk45"),
    order=5,
    error_order=4,
    a=lower(
        (
            (),
            (1 / 5,),
            (3 / 40, 9 / 40),
            (44 / 45, -56 / 15, 32 / 9),
            (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
            (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
            B,
        )
    ),
    b=(*B, 0),
    c=(0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1),
    e=(71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40),
    dense=(
        (1, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432),
        (0, 0, 0, 0),
        (0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799),
        (0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072),
        (0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632),
        (0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844),
        (0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423),
    ),
    dense_order=4,
    citation="Dormand & Prince, J. Comput. Appl. Math. 6 (1980) 19-26; Shampine, Math. Comp. 46 (1986) 135-150",
)
