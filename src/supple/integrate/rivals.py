"""Which of the explicit pairs steps: now and then another one takes a step, and what both cost is compared.

    c = m / L,    L = SAFETY h E^(-1/(p + 1))        right-hand sides per second, from the error E of a step of length h
    c = m ceil(D/L) / D                              where a step must end at a distance D of a few L (sampled controllers)
    c = m (D/L + EXTRA) / D                          where events are so close: to each a step is taken twice

The first pair has up to two rivals, and is the only rival of each. Of the logarithm of c of a rival over that of the first
a mean is kept; the present pair is left when another is cheaper by GAIN. A trial is a step like any other, of the length at
which the other pair would cost the same: if its error allows it nothing is lost. Trials become rarer while they confirm the
present pair.

Symbols   m right-hand sides per step, those of rejected steps and of interpolants included (mean of the last ones);
          p order of the error estimate; D distance to the next stop, or mean distance of events.
Why       the pair of order 8 is the cheaper one at tight tolerances, unless events or samples end the steps before their
          error does; then that of order 3 is, at loose ones. No rule that knows the tolerance alone is right for all.
"""

import math

from .._jit import inlined, kernel
from .explicit import UNKNOWN, pair_of
from .solver import (
    ARC,
    ARC_STEPS,
    EACH,
    EXPLICIT,
    GROW,
    H_OWN,
    K_RHS,
    KIND,
    LEAD,
    ON_TRIAL,
    PAIR,
    PATIENCE,
    SPENT,
    SWITCHES,
    UNTIL,
    WARP,
    H,
)
from .step import GROWTH, SAFETY

RIVALS = 2
FIRST_PATIENCE, MOST_PATIENCE = 8, 128  # explicit steps from one trial to the next
NEWEST = 0.35  # weight of a trial in the mean
RECENT = 1.0 / 8.0  # weight of a step in the mean of what steps cost
LATEST = 0.25  # weight of what lies between two events in the mean of their steps
EXTRA = 2.0  # steps that an event costs: one up to it, and short ones after it
GAIN = 0.25  # logarithm of the costs from which a change pays
# a trial of a lower order is shorter than it need be: one step of it at its tolerance would be the largest error of a run
# of the higher one, whose errors are far below
SHORT = 0.5
FEW = 4.0  # steps up to the next stop, from where on their number need not be whole
NO_STEP = 1e3  # error of a step that cannot be judged


@inlined
def _place(kind):
    """0 for the first pair, then its rivals; an index, where KIND and PAIR are minus it."""
    return -kind


@inlined
def _cost(each, length, distance, extra):
    """Right-hand sides per second of steps of a length that take so many each, up to a stop at a distance."""
    count = distance / length
    if count < FEW:
        count = math.ceil(count)
    return each * (count + extra) / distance


@inlined
def _count(S, M):
    """Into the mean of the pair: what its step has cost."""
    i = EACH + _place(S.k[KIND])
    if S.r[i] == 0.0:
        S.r[i] = M.a.shape[0] - 1.0  # with its interpolant
    S.r[i] += RECENT * (S.k[K_RHS] - S.k[SPENT] - S.r[i])
    S.k[SPENT] = S.k[K_RHS]
    S.k[ARC] += 1


@inlined
def _tried(S):
    """Which rival of the first pair is compared with it by the present trial."""
    return max(_place(S.k[KIND]), _place(S.k[PAIR])) - 1


@inlined
def begin_arc(S):
    """At an event: how many explicit steps there were since the one before, that which ends here included."""
    steps, mean = S.k[ARC] + 1.0, S.r[ARC_STEPS]
    S.r[ARC_STEPS] = steps if mean == 0.0 else mean + LATEST * (steps - mean)
    S.k[ARC] = 0
    S.k[SPENT] = S.k[K_RHS]
    if S.k[ON_TRIAL] == 1:  # it says nothing
        rival = _tried(S)
        S.k[ON_TRIAL], S.k[KIND], S.k[UNTIL + rival] = 0, S.k[PAIR], S.k[PATIENCE + rival]
        S.r[H] = min(S.r[H], S.r[H_OWN])


@inlined
def _begin_trial(S, E, kind):
    """The next step is taken by another pair."""
    own = pair_of(S, E)
    S.k[ON_TRIAL], S.k[KIND] = 1, kind
    S.r[H_OWN] = S.r[H]
    other = pair_of(S, E)
    S.r[H] *= (other.n_stage - 1.0) / (own.n_stage - 1.0)
    if other.order < own.order:
        S.r[H] *= SHORT


@inlined
def _is_for_stops(M):
    """A pair that cannot tell when stability holds its steps is for those that stops end: there it does not."""
    return M.stability == UNKNOWN


@kernel
def await_trial(S, E, distance):
    """After an accepted step of the present pair, at a distance from a stop: whether the next one is a trial of another."""
    _count(S, pair_of(S, E))
    apart = distance > FEW * S.r[H]
    if apart and _is_for_stops(pair_of(S, E)):
        S.k[PAIR], S.k[KIND] = EXPLICIT, EXPLICIT
        S.k[SWITCHES] += 1
    if S.k[WARP] > 0 or S.k[GROW] == 1:
        return
    own = _place(S.k[PAIR])
    for i in range(RIVALS):
        if S.k[PATIENCE + i] == 0 or (own > 0 and own - 1 != i):
            continue
        if apart and _is_for_stops(E.second if i == 0 else E.third):
            continue
        S.k[UNTIL + i] -= 1
        if S.k[UNTIL + i] <= 0 and S.k[ON_TRIAL] == 0:
            _begin_trial(S, E, 0 if own > 0 else -1 - i)


@kernel
def judge(S, E, t0, h, error, stop):
    """After a trial from t0 of length h and some error: who takes the next step, and how long it is."""
    M = pair_of(S, E)
    order = M.order
    length = SAFETY * h * (error if error < NO_STEP else NO_STEP) ** (-1.0 / (order + 1.0)) if error > 0.0 else 1e300
    _count(S, M)
    distance, extra = stop - t0, 0.0
    if S.r[ARC_STEPS] > 0.0:
        arc = max(S.r[ARC_STEPS], float(S.k[ARC])) * S.r[H_OWN]
        if arc < distance:
            distance, extra = arc, EXTRA
    tried, own, rival = S.k[KIND], S.k[PAIR], _tried(S)
    costs = _cost(S.r[EACH + _place(tried)], length, distance, extra)
    ratio = math.log(costs / _cost(S.r[EACH + _place(own)], S.r[H_OWN], distance, extra))
    of_first = _place(tried) == 0
    S.r[LEAD + rival] += NEWEST * ((-ratio if of_first else ratio) - S.r[LEAD + rival])
    lost = S.r[LEAD + rival] if of_first else -S.r[LEAD + rival]  # what the present pair costs more than the other
    S.k[ON_TRIAL], S.k[KIND] = 0, own
    if lost > GAIN and ratio < 0.0:
        S.k[PAIR], S.k[KIND] = tried, tried
        S.k[SWITCHES] += 1
        S.k[PATIENCE + rival] = FIRST_PATIENCE
        S.r[ARC_STEPS] *= S.r[H_OWN] / length
        S.r[H] = min(length, GROWTH * h)
    else:
        S.k[PATIENCE + rival] = min(2 * S.k[PATIENCE + rival], MOST_PATIENCE) if ratio > 0.0 else FIRST_PATIENCE
        S.r[H] = S.r[H_OWN]
    S.k[UNTIL + rival] = S.k[PATIENCE + rival]
