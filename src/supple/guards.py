"""What a guard says besides its value: guards return (value, rate).

A guard is positive while a mode is right; an event is a guard that falls to zero. Its rate, where it is known, tells the
integrator whether it can have dipped inside a step.
"""

import math

UNKNOWN = math.nan  # rate of a guard that is not known
UNUSED = 1e300  # value of a guard that cannot fire
