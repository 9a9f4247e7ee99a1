"""Hairer's DOP853, 8(5,3): twelve stages and the first of the next step, for tight tolerances and smooth motion.

Two error estimates, of order 5 (e) and of order 3 (e2), both in parts of what there is, make one that behaves like order 7,

    err = E**2/sqrt(E**2 + 0.01 e2**2),   E = max(e, 0.1 e2**(3/2)),        where e2 <= 1, else err = e,

so the step-size exponent is 1/8. Hairer's code has E = e and no limit. Both are small by accident now and then: far
beyond stability the estimates explode and their quotient is as small as one likes; and e passes through zero where e2
does not. e is of the order h**6 and e2 of the order h**4; as parts of what there is they are tied by e = 0.16 e2**(3/2),
mostly within a factor of ten, whatever h (400,000 steps of random length from states of a double pendulum in chaotic
motion). Of those that the estimate accepts, Hairer's lets one of a thousand err by 50 tolerances and some by thousands,
up to 75,000 at rtol 1e-7. With most of that tie as the least e, one of a thousand errs by two and none by more than 21
tolerances, between rtol 1e-4 and 1e-9; steps are 5 to 10 % shorter.

Dense output of order 7 from three extra stages; Hairer writes it as a nested product,

    y(t + s h) = y + s (F0 + z (F1 + s (F2 + z (F3 + s (F4 + z (F5 + s F6)))))),     z = 1 - s,
    F0 = y1 - y,   F1 = h f0 - F0,   F2 = 2 F0 - h (f0 + f1),   F3 .. F6 = h D k,

expanded here into powers of s. Coefficients rounded to double precision.

Source    Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I (1993), II.5, II.6 and the code DOP853.
"""

import numpy as np
from numpy.polynomial import Polynomial

from .tableau import ExplicitTableau, lower

# fmt: off
B = (
    0.054293734116568765, 0, 0, 0, 0, 4.450312892752409, 1.8915178993145003, -5.801203960010585,
    0.3111643669578199, -0.1521609496625161, 0.20136540080403034, 0.04471061572777259,
)
C = (
    0, 0.05260015195876773, 0.0789002279381516, 0.1183503419072274, 0.2816496580927726, 1 / 3, 0.25, 4 / 13,
    0.6512820512820513, 0.6, 6 / 7, 1, 1, 0.1, 0.2, 7 / 9,
)
A = (
    (),
    (0.05260015195876773,),
    (0.0197250569845379, 0.0591751709536137),
    (0.02958758547680685, 0, 0.08876275643042054),
    (0.2413651341592667, 0, -0.8845494793282861, 0.924834003261792),
    (0.037037037037037035, 0, 0, 0.17082860872947386, 0.12546768756682242),
    (0.037109375, 0, 0, 0.17025221101954405, 0.06021653898045596, -0.017578125),
    (
        0.03709200011850479, 0, 0, 0.17038392571223998, 0.10726203044637328, -0.015319437748624402,
        0.008273789163814023,
    ),
    (
        0.6241109587160757, 0, 0, -3.3608926294469414, -0.868219346841726, 27.59209969944671, 20.154067550477894,
        -43.48988418106996,
    ),
    (
        0.47766253643826434, 0, 0, -2.4881146199716677, -0.590290826836843, 21.230051448181193, 15.279233632882423,
        -33.28821096898486, -0.020331201708508627,
    ),
    (
        -0.9371424300859873, 0, 0, 5.186372428844064, 1.0914373489967295, -8.149787010746927, -18.52006565999696,
        22.739487099350505, 2.4936055526796523, -3.0467644718982196,
    ),
    (
        2.273310147516538, 0, 0, -10.53449546673725, -2.0008720582248625, -17.9589318631188, 27.94888452941996,
        -2.8589982771350235, -8.87285693353063, 12.360567175794303, 0.6433927460157636,
    ),
    B,
    (
        0.056167502283047954, 0, 0, 0, 0, 0, 0.25350021021662483, -0.2462390374708025, -0.12419142326381637,
        0.15329179827876568, 0.00820105229563469, 0.007567897660545699, -0.008298,
    ),
    (
        0.03183464816350214, 0, 0, 0, 0, 0.028300909672366776, 0.053541988307438566, -0.05492374857139099, 0, 0,
        -0.00010834732869724932, 0.0003825710908356584, -0.00034046500868740456, 0.1413124436746325,
    ),
    (
        -0.42889630158379194, 0, 0, 0, 0, -4.697621415361164, 7.683421196062599, 4.06898981839711,
        0.3567271874552811, 0, 0, 0, -0.0013990241651590145, 2.9475147891527724, -9.15095847217987,
    ),
)
E5 = (
    0.01312004499419488, 0, 0, 0, 0, -1.2251564463762044, -0.4957589496572502, 1.6643771824549864,
    -0.35032884874997366, 0.3341791187130175, 0.08192320648511571, -0.022355307863886294, 0,
)
B_HAT_3 = {0: 0.2440944881889764, 8: 0.7338466882816118, 11: 0.022058823529411766}  # the embedded method of order 3
D = np.array(
    (
        (
            -8.428938276109013, 0, 0, 0, 0, 0.5667149535193777, -3.0689499459498917, 2.38466765651207,
            2.117034582445028, -0.871391583777973, 2.2404374302607883, 0.6315787787694688, -0.08899033645133331,
            18.148505520854727, -9.194632392478356, -4.436036387594894,
        ),
        (
            10.427508642579134, 0, 0, 0, 0, 242.28349177525817, 165.20045171727028, -374.5467547226902,
            -22.113666853125306, 7.733432668472264, -30.674084731089398, -9.332130526430229, 15.697238121770845,
            -31.139403219565178, -9.35292435884448, 35.81684148639408,
        ),
        (
            19.985053242002433, 0, 0, 0, 0, -387.0373087493518, -189.17813819516758, 527.8081592054236,
            -11.57390253995963, 6.8812326946963, -1.0006050966910838, 0.7777137798053443, -2.778205752353508,
            -60.19669523126412, 84.32040550667716, 11.99229113618279,
        ),
        (
            -25.69393346270375, 0, 0, 0, 0, -154.18974869023643, -231.5293791760455, 357.6391179106141,
            93.40532418362432, -37.45832313645163, 104.0996495089623, 29.8402934266605, -43.53345659001114,
            96.32455395918828, -39.17726167561544, -149.72683625798564,
        ),
    )
)
# fmt: on


def _third_order_error():
    e = np.array((*B, 0.0))
    for stage, weight in B_HAT_3.items():
        e[stage] -= weight
    return e


def _powers():
    """P of the nested dense output, shape (16, 7)."""
    unit = np.eye(len(C))
    step = np.zeros(len(C))
    step[: len(B)] = B
    rows = (step, unit[0] - step, 2 * step - unit[0] - unit[12], *D)
    s, z = Polynomial((0, 1)), Polynomial((1, -1))
    P = np.zeros((len(C), len(rows)))
    product = s
    for j, row in enumerate(rows):  # the products s, sz, ssz, sszz, ...
        P[:, : j + 1] += np.outer(row, product.coef[1:])
        product = product * (z if j % 2 == 0 else s)
    return P


METHOD = ExplicitTableau(
    name="dop853",
    aliases=("dop8", "hairer"),
    order=8,
    error_order=7,
    a=lower(A),
    b=(*B, 0),
    c=C,
    e=E5,
    e2=_third_order_error(),
    dense=_powers(),
    dense_order=7,
    slope_nodes=(C[0], C[1], C[6], C[5], C[8], C[10], C[12]),  # in increasing order
    citation="Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I (1993)",
)
