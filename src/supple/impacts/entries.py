"""What Python calls: impacts by the thousand."""

from .._jit import Ints, Reals, Reals2, entry
from .collision import Collision, LawTable
from .one_impact import Conditions, follow


@entry
def follow_all(laws: LawTable, given: Conditions, which: Ints, speeds: Reals, forces: Reals2, out: Reals2) -> None:
    """One impact per speed, the i-th on law which[i]; its result to out[i], its force at given.times to forces[i]."""
    for i in range(speeds.size):
        j = which[i]
        C = Collision(
            laws.number[j], laws.row[j], 1.0 / given.mass, given.gravity, laws.singular[j], laws.yields[j], 0.0
        )
        follow(C, speeds[i], given, forces[i], out[i])
