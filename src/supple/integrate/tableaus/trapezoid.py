"""The trapezoidal rule, order 2: A-stable without numerical damping, so that weakly damped vibration keeps its energy.

    y1 = y + h/2 (f0 + f1)
    y(t + s h) = y + h ((s - s**2/2) f0 + s**2/2 f1)         the slope goes linearly from f0 to f1

The local error is -h**3/12 y'''. The stepper takes the third derivative from three slopes, the middle one on the Hermite
cubic of the step, so that nothing before an event is needed:

    err = h/3 (f0 - 2 f_m + f1)

It is not L-stable (a stiff component changes sign every step and hardly decays): after an event restart with small
steps, or choose ode23s or rodas5p where contact is stiff and damped.

Source    Dahlquist, BIT 3 (1963) 27-43; the use in ode23t: Shampine, Reichelt & Kierzenka, SIAM Rev. 41 (1999) 538-552.
          Estimate and dense output above by Taylor expansion.
"""

from .tableau import ImplicitRule

METHOD = ImplicitRule(
    name="trapezoid",
    aliases=("ode23t",),
    order=2,
    error_order=2,
    b=(1 / 2, 1 / 2),
    error_constant=-1 / 12,
    dense=((1, -1 / 2), (0, 1 / 2)),
    dense_order=2,
    citation="Dahlquist, BIT 3 (1963) 27-43; Shampine, Reichelt & Kierzenka, SIAM Rev. 41 (1999) 538-552",
)
