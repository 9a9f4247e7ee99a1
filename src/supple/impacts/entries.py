"""What Python calls: impacts by the thousand, and the force record of one."""

from .._jit import Ints, Reals, Reals2, entry, inlined
from .collision import Collision
from .law_table import LawTable
from .one_impact import follow


@inlined
def collision_of(laws, j, mass, gravity):
    """A mass on the j-th law."""
    row = laws.row[j]
    p = (row[0], row[1], row[2], row[3], row[4], row[5])
    return Collision(laws.number[j], p, laws.calls[j, 0], laws.calls[j, 1], row, 1.0 / mass, gravity, laws.singular[j])


@entry
def impacts(
    laws: LawTable, which: Ints, speeds: Reals, mass: float, gravity: float, rtol: float, peaks: bool, out: Reals2
) -> None:
    """One impact per speed, the i-th on law which[i]; its result to out[i]."""
    nothing = speeds[:0]
    for i in range(speeds.size):
        follow(collision_of(laws, which[i], mass, gravity), speeds[i], rtol, peaks, nothing, nothing, out[i])


@entry
def force_record(
    laws: LawTable, j: int, speed: float, mass: float, rtol: float, times: Reals, forces: Reals, out: Reals
) -> None:
    """Force of one impact on the j-th law at `times`, its result to out; what is not in contact is left as it is."""
    follow(collision_of(laws, j, mass, 0.0), speed, rtol, False, times, forces, out)
