"""The largest force and indentation of a contact, from samples that come one by one.

A row holds the last two times and, of each of the two series, the last two values and the highest sample so far with its
neighbours. The first sample has no left neighbour and is judged alone, every other one when its right neighbour is there.
Where a contact ceases to yield, the force has its peak and a corner: that sample is judged alone too.
"""

from .._jit import kernel
from ..tables import E_ELEMENT, E_MODE, M_NORMAL, OPEN, YIELDING

COUNT, T_BEFORE, T_LAST = 0, 1, 2  # samples so far; times of the last two [s]
FORCE, DEPTH = 3, 13  # where the two series begin
BEFORE, LAST, ALONE = 0, 1, 2  # columns of a series: the last two values; 1: the highest sample has no neighbours
CORNER = 3  # 1: the next sample is a corner
LEFT, TOP, RIGHT = 4, 6, 8  # the highest sample and its neighbours: time, value
N_PEAK = 23


@kernel
def _judge(row, c, t, value):
    """Add a sample to the series at column c."""
    if row[COUNT] == 0.0:
        row[c + ALONE], row[c + TOP], row[c + TOP + 1] = 1.0, t, value
    elif row[COUNT] > 1.0 and row[c + LAST] > row[c + TOP + 1]:
        row[c + ALONE] = 0.0
        row[c + LEFT], row[c + LEFT + 1] = row[T_BEFORE], row[c + BEFORE]
        row[c + TOP], row[c + TOP + 1] = row[T_LAST], row[c + LAST]
        row[c + RIGHT], row[c + RIGHT + 1] = t, value
    if row[c + CORNER] == 1.0:
        row[c + CORNER] = 0.0
        if value > row[c + TOP + 1]:
            row[c + ALONE], row[c + TOP], row[c + TOP + 1] = 1.0, t, value
    row[c + BEFORE], row[c + LAST] = row[c + LAST], value


@kernel
def add_sample(row, t, force, depth):
    """Add a sample of both series."""
    _judge(row, FORCE, t, force)
    _judge(row, DEPTH, t, depth)
    row[COUNT], row[T_BEFORE], row[T_LAST] = row[COUNT] + 1.0, row[T_LAST], t


@kernel
def follow_log(log, done, until, n_mode, peaks, ended):
    """Elements that are made in these rows of the log begin anew; those that are lost leave their row of peaks there."""
    for i in range(done, until):
        e = int(log[i, E_ELEMENT])
        before, after = log[i, E_MODE + n_mode + M_NORMAL], log[i, E_MODE + M_NORMAL]
        if before != OPEN and after == OPEN:
            for j in range(N_PEAK):
                ended[i, j] = peaks[e, j]
        elif before == OPEN and after != OPEN:
            for j in range(N_PEAK):
                peaks[e, j] = 0.0
        elif before == YIELDING and after != YIELDING:
            peaks[e, FORCE + CORNER] = 1.0
