"""Everything that acts on bodies: one file per kind, the same few functions in each.

    load(P, e, t, y, dy)        forces into P.work and P.tau, rates of internal state and powers into dy
    watch(P, e, t, y, g, gd, i) guards from index i on, with their rates;   glance(...)   the same, inside a step
    switch(P, e, t, y, hit, i)  the jump after guards have fired: flags, and delta and rate for the log
    begin(P, e, t, y)           modes at the start of a run
    next_stop(P, e, t)          the next time at which a step must end
    at_stop(P, e, t, y)         what happens there: flags; NOTED: modes or held values have changed and go into the log
    read(P, e, t, y)            of a sensor: what it measures, into P.hold[e, 0]
    sample(P, e, t, y)          of a sampled controller: compute and apply what is due at a stop (sampled.py); flags
    react(P, e, t, y, dy)       after the accelerations: what it takes to hold a motion, and its power
    dictate(P, e, t, y)         coordinates that it prescribes, into y
    feels(P, e)                 whether its guards need the forces of all others now: then rhs has been called before them
    misfit(P, e, t, y)          after rhs at a jump or stop: by how much its mode is wrong, as a fraction; <= 0: it is right
    mend(P, e, t, y)            change to the mode that is right
    store(P, e, y, out)         adds its stored energies
    observe(P, e, y, out)       what a result shows of it
    history(name, t, observed)  Python: the same as run.element(name) has it; else as a contact
    tell(before, after)         Python: words for the events of a result, by the modes before and after; else none
    inputs, answer, slopes      its own few inputs, what it answers to them, and the derivatives: slopes.py

`P` is the robot, `e` the row of the element in its tables; the kinematics of y are in P.work. A kind declares how many
modes, held values and guards it has (N_MODE, N_HOLD, N_GUARD); tables and log are as wide as the widest kind in the model.
A class that users write may have `own_bodies()`, bodies of its own for the tree (`written.OwnBody`), and `PLACED`, a
number by which elements are placed: those that read what others say come later. What refers to other elements by name does
so in `connect(table, e)`, when all have their numbers.
A function that a kind does not have is nothing (`dispatch.py`). The first mode says whether an element acts at all.
"""

from .registry import ELEMENTS

__all__ = [*ELEMENTS.names]
__getattr__ = ELEMENTS.looked_up(__name__)
