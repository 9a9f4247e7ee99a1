"""The Rosenbrock pair of ode23s, 2(3): two solves and a third for the error; L-stable; stiff contact, loose tolerance.

As published (T = df/dt, g = gamma, W = I - h g J, F0 = f(t, y), F1 = f(t + h/2, y + h/2 k1), F2 = f(t + h, y1)):

    W k1        = F0 + h g T
    W (k2 - k1) = F1 - k1                                             y1  = y + h k2
    W k3        = F2 - e32 (k2 - F1) - 2 (k1 - F0) + h g T            err = h/6 (k1 - 2 k2 + k3)
    y(t + s h)  = y + h s (1 - s)/(1 - 2 g) k1 + h s (s - 2 g)/(1 - 2 g) k2

Into the form of `RosenbrockTableau`: with u1 = h g k1 and u2 = h g (k2 - k1) the first two lines are
W/(h g) u1 = F0 + g h T and W/(h g) u2 = F1 - u1/(h g). They also give F0 = W k1 - h g T and F1 = W (k2 - k1) + k1,
which removes F0 and F1 from the third line:

    W (k3 - e32 (k2 - k1) - 2 k1) = F2 - e32 (k2 - k1) - 2 k1 - h g T,     u3 = h g (k3 - e32 (k2 - k1) - 2 k1),

so d3 = -g, and err = (u1 + (e32 - 2) u2 + u3)/(6 g), stored with the opposite sign as b - b_hat.
In the dense output the terms with u1 add up to s/g u1.
The third stage is used by the error only; F2 is the F0 of the next step.

Source    Shampine & Reichelt, The MATLAB ODE suite, SIAM J. Sci. Comput. 18 (1997) 1-22, section 3.
"""

from math import sqrt

from .tableau import RosenbrockTableau, lower

G = 1 / (2 + sqrt(2))
E32 = 6 + sqrt(2)

METHOD = RosenbrockTableau(
    name="ode23s",
    aliases=("shampine_reichelt", "rosenbrock23"),
    order=2,
    error_order=2,
    gamma=G,
    a=lower(((), (1 / (2 * G),), (1 / G, 1 / G))),
    c=lower(((), (-1 / G,), (-2 / G, -E32 / G))),
    d=(G, 0, -G),
    alpha=(0, 1 / 2, 1),
    b=(1 / G, 1 / G, 0),
    e=(-1 / (6 * G), (2 - E32) / (6 * G), -1 / (6 * G)),  # y1 minus the solution of order 3
    dense=((1 / G, 0), (-2 / (1 - 2 * G), 1 / (G * (1 - 2 * G))), (0, 0)),
    dense_order=2,
    citation="Shampine & Reichelt, SIAM J. Sci. Comput. 18 (1997) 1-22",
)
