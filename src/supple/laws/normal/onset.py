"""What a normal law may take from the place where a contact is made, and keep until it is lost.

    onset(at, p, out)      writes the row of the law to out[0..4] and where the force acts, from a (0) to b (1), to out[5]

An elastic force whose stiffness followed the place while the contact lasts would not be conservative: rolling to where it
is softer would take no work. Frozen at touch-down it is; Stramigioli & Duindam (2004) leave this open. `p` is the row of
the rule; out[5] holds what the rule says when the law is asked.
"""

from typing import Any, NamedTuple


class Onset(NamedTuple):
    """The place."""

    low: Any  # [1/m] smaller principal curvature of the two surfaces together
    high: Any  # [1/m] larger one
    n_a: Any  # normal in the axes of the body of side a (3); its sign has no meaning
    n_b: Any  # and of side b
