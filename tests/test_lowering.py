"""What compiled code does with arrays, variables and calls is what Python does."""

import numpy as np
import pytest

from supple._jit import Ints, Reals, Reals2, Reals3, apart, entry, inlined, kernel, long_loops

pytestmark = pytest.mark.jit


@entry
def elements(a: Reals3, b: Reals2, i: int) -> float:
    """Rows, rows of rows, constants from the back, alone and in tuples."""
    row, plane = b[i], a[i]
    plane[0, -1] += 2.0
    a[i, -1, 0] = row[-1]
    a[i][1][1] -= 0.5
    return a[i, 0][1] + plane[1, 0] + b[-1, 0] + row[0] + a[0, -1, -1] + a[i][-1, 1]


@entry
def branches(x: Reals, n: int) -> float:
    """Variables that are set in one branch, in both, in a loop, and before it."""
    first = x[0]
    last = 0.0
    if n > 1:
        scale = 2.0 * first
        last = scale + x[n - 1]
    elif n == 1:
        last = -first
    total = 0.0
    k = 0
    while k < n:
        half = 0.5 * x[k]
        if half > 1.0:
            total += half
            k += 2
            continue
        total -= half
        k += 1
    return total + last + first


@kernel
def sides(a, b):
    return (a, b) if a < b else (b, a)


@kernel
def earliest(x, limit):
    for i in range(x.size):
        if x[i] > limit:
            return i, x[i]
    return -1, 0.0


@inlined
def zero(x, i, j):
    for k in range(i, j):
        x[k] = 0.0


@entry
def calls(x: Reals, limit: float) -> float:
    """Tuples come back, in loops too; a function that returns nothing."""
    total = 0.0
    for i in range(x.size):
        low, high = sides(x[i], x[x.size - 1 - i])
        total += high - 0.25 * low
    at, value = earliest(x, limit)
    zero(x, 0, 1)
    return total + 10.0 * at + value + x[0]


@entry
def slices(x: Reals, k: Ints, flag: bool) -> float:
    """What numba does itself: parts of arrays, lengths, sums over them."""
    part = x[1:4]
    part[0] = 9.0
    x[-2:] = 1.5
    total = 0.0
    for value in part:
        total += value
    for i in range(len(k)):
        total += x[k[i]] if flag else -x[k[i]]
    return total + max(x[0], x[1], total) + min(k[0], k[1])


@apart
def weigh(part, every, rows):
    total = 0.0
    for i in range(part.size):
        total += part[i] * (i + 1)
    for i in range(every.size):
        total -= every[i]
    part[0] = -1.0
    rows[0, 1] += total
    return total + rows[rows.shape[0] - 1, rows.shape[1] - 1]


@entry
def passes(x: Reals, b: Reals2) -> float:
    """Arrays as arguments: parts, every second element, some of the rows."""
    return weigh(x[1:4], x[::2], b[1:]) + x[1]


@entry
def mixed(x: Reals, k: Ints) -> float:
    """Integers and reals that are read again after the others were written."""
    total = 0.0
    for i in range(k[0]):
        x[k[i]] = i + 0.5
        k[i] = k[i + 1] - 1
        total += x[k[i]] + k[i]
    return total


@entry
def loops(x: Reals, b: Reals2, n: int, step: int) -> float:
    """Loops up and down, over nothing, left early, with a step that is not known, and their last number afterwards."""
    total, i = 0.0, -5
    for i in range(n):
        total += x[i]
    for j in range(n, 0):
        total += 1e6 + j
    for j in range(x.size - 1, -1, -1):
        if x[j] > 4.0:
            continue
        total = 0.5 * total + j
        if j < 2:
            break
    for j in range(0, x.size, step):
        total += 10.0 * x[j]
    for j in range(1, x.size, 3):
        for k in range(j):
            total += j * b[k % b.shape[0], 0]
    for row in range(b.shape[0]):
        n += b[row].size
    return total + 100.0 * i + n


@long_loops
def add_to(x, y, factor, first, end):
    for i in range(first, end):
        x[i] += factor * y[i]


@entry
def long(x: Reals, y: Reals, n: int) -> None:
    """A loop with vector instructions: whole vectors and what is left, and a row that overlaps itself."""
    add_to(x, y, 3.0, 1, n)
    add_to(x[1:], x, 0.5, 0, n - 1)


@entry
def other_arrays(x: Reals, y: Reals, n: int) -> float:
    """A name for one array or another, and for rows."""
    chosen = x if n > 1 else y
    chosen[0] += 1.0
    part = chosen
    for k in range(n):
        part = y if k % 2 == 0 else x
        part[1] += 1.0 + part.size
    return chosen[0] + part[1] + part.shape[0]


@kernel
def weigh_pair(pair, k):
    x, n = pair
    return x[k] + n


@entry
def in_tuples(x: Reals, n: int) -> float:
    """Arrays in tuples, which go to a kernel and come back."""
    pair = (x, n)
    return weigh_pair(pair, 1) + pair[0][n] + pair[0].size


def cube():
    return np.arange(12.0).reshape(2, 2, 3)


CASES = {
    "elements": (elements, lambda: (cube(), np.arange(6.0).reshape(2, 3), 1)),
    "no element": (branches, lambda: (np.array([3.0]), 0)),
    "one": (branches, lambda: (np.array([3.0]), 1)),
    "some": (branches, lambda: (np.array([3.0, 1.0, 5.0, 0.5]), 4)),
    "found": (calls, lambda: (np.array([3.0, -1.0, 5.0]), 4.0)),
    "not found": (calls, lambda: (np.array([3.0, -1.0, 5.0]), 9.0)),
    "passes": (passes, lambda: (np.arange(6.0), np.arange(6.0).reshape(3, 2))),
    "mixed": (mixed, lambda: (np.arange(6.0), np.array([4, 2, 1, 5, 3]))),
    "loops": (loops, lambda: (np.arange(7.0), np.arange(6.0).reshape(3, 2), 4, 2)),
    "loops over nothing": (loops, lambda: (np.arange(0.0), np.arange(6.0).reshape(3, 2), 0, 3)),
    "long loops": (long, lambda: (np.arange(45.0), np.linspace(1.0, 2.0, 45), 44)),
    "one of two": (other_arrays, lambda: (np.arange(3.0), np.arange(4.0), 5)),
    "the other": (other_arrays, lambda: (np.arange(3.0), np.arange(4.0), 0)),
    "in tuples": (in_tuples, lambda: (np.arange(3.0), 2)),
    "slices": (slices, lambda: (np.arange(6.0), np.array([4, 2]), True)),
}


@pytest.mark.parametrize("name", CASES)
def test_the_answer_and_what_is_written_are_those_of_python(name):
    compiled, arguments = CASES[name]
    ours, theirs = arguments(), arguments()
    assert compiled(*ours) == compiled.function(*theirs)
    assert all(np.array_equal(a, b) for a, b in zip(ours, theirs, strict=True))


def test_numba_passes_arrays_as_before_to_everybody_else():
    """Ours are shorter while a unit is compiled, and only then."""
    from numba.core.datamodel import models

    assert calls(np.array([3.0, -1.0, 5.0]), 4.0) == calls.function(np.array([3.0, -1.0, 5.0]), 4.0)
    assert not {"as_argument", "from_argument", "get_argument_type"} & vars(models.ArrayModel).keys()
