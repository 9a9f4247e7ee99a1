"""The functions of the elements, chosen by their kind; nothing where a kind has none.

The annotations say what every kind takes and returns: kinds that are not copied are compiled when a model has them.
"""

from .._jit import Ints, Reals, Reals2, inlined, kernel
from ..tables import EL_KIND, Robot
from .registry import ELEMENTS

# into the loop; other kinds are called, so that what has none of them does not pay for them
COPIED = ("contact", "limit", "joint_spring", "force")
CONTACT, LIMIT, MOTION = (ELEMENTS.number_of_file(name) for name in ("contact", "limit", "motion"))


@inlined
def is_limit(P, e):
    """Whether an element is a stop of a joint."""
    return P.el_i[e, EL_KIND] == LIMIT


@inlined
def touches(P, e):
    """Whether an element is a contact or a stop: what is made and lost, and proven not to be made while it is open."""
    kind = P.el_i[e, EL_KIND]
    return kind == CONTACT or kind == LIMIT


@inlined
def _load(P: Robot, e: int, t: float, y: Reals, dy: Reals) -> None:
    pass


@inlined
def _watch(P: Robot, e: int, t: float, y: Reals, g: Reals, gd: Reals, i: int) -> None:
    pass


@inlined
def _switch(P: Robot, e: int, t: float, y: Reals, hit: Ints, i: int) -> tuple[int, float, float]:
    return 0, 0.0, 0.0


@inlined
def _begin(P: Robot, e: int, t: float, y: Reals) -> None:
    P.mode[e, 0] = 1


@inlined
def _next_stop(P: Robot, e: int, t: float) -> float:
    return 1e300


@inlined
def _at_stop(P: Robot, e: int, t: float, y: Reals) -> int:
    return 0


@inlined
def _store(P: Robot, e: int, y: Reals, out: Reals) -> None:
    pass


@inlined
def _observe(P: Robot, e: int, y: Reals, out: Reals) -> None:
    pass


@inlined
def _press(P: Robot, e: int, y: Reals) -> tuple[float, float, float]:
    return 0.0, 0.0, 0.0


@inlined
def _feels(P: Robot, e: int) -> bool:
    return False


@inlined
def _misfit(P: Robot, e: int, t: float, y: Reals) -> float:
    return 0.0


@inlined
def _mend(P: Robot, e: int, t: float, y: Reals) -> None:
    pass


@inlined
def _react(P: Robot, e: int, t: float, y: Reals, dy: Reals) -> None:
    pass


@inlined
def _slopes(P: Robot, e: int, t: float, y: Reals, dy: Reals) -> None:
    pass


@inlined
def _slopes_across(P: Robot, e: int, y: Reals, J: Reals2, core: int) -> None:
    pass


@inlined
def _slopes_held(P: Robot, e: int, y: Reals, J: Reals2, H: Reals2, ahead: Ints, core: int) -> None:
    pass


@inlined
def _dictate(P: Robot, e: int, t: float, y: Reals) -> None:
    pass


@inlined
def _read(P: Robot, e: int, t: float, y: Reals) -> None:
    pass


@inlined
def _due(P: Robot, e: int, t: float) -> bool:
    return False


@inlined
def _wants(P: Robot, e: int, t: float) -> bool:
    return False


@inlined
def _sample(P: Robot, e: int, t: float, y: Reals) -> int:
    return 0


@inlined
def _resynchronise(P: Robot, e: int, t: float) -> None:
    pass


load = inlined(ELEMENTS.choose("load", "load", _load, copied=COPIED))
react = inlined(ELEMENTS.choose("react", "react", _react, copied=COPIED))
slopes = inlined(ELEMENTS.choose("slopes", "slopes", _slopes, copied=COPIED))
slopes_across = inlined(ELEMENTS.choose("slopes_across", "slopes_across", _slopes_across, copied=COPIED))
slopes_held = inlined(ELEMENTS.choose("slopes_held", "slopes_held", _slopes_held, copied=COPIED))
dictate = inlined(ELEMENTS.choose("dictate", "dictate", _dictate, copied=COPIED))
watch = inlined(ELEMENTS.choose("watch", "watch", _watch, copied=COPIED))
glance = inlined(ELEMENTS.choose("glance", "glance", _watch, instead="watch", copied=COPIED))
feels = inlined(ELEMENTS.choose("feels", "feels", _feels, copied=COPIED))
misfit = inlined(ELEMENTS.choose("misfit", "misfit", _misfit, copied=COPIED))
mend = inlined(ELEMENTS.choose("mend", "mend", _mend, copied=COPIED))
switch = inlined(ELEMENTS.choose("switch", "switch", _switch, copied=COPIED))
begin = inlined(ELEMENTS.choose("begin", "begin", _begin, copied=COPIED))
next_stop = inlined(ELEMENTS.choose("next_stop", "next_stop", _next_stop, copied=COPIED))
at_stop = inlined(ELEMENTS.choose("at_stop", "at_stop", _at_stop, copied=COPIED))
read = kernel(ELEMENTS.choose("read", "read", _read, copied=COPIED))
due = inlined(ELEMENTS.choose("due", "due", _due, copied=COPIED))
wants = kernel(ELEMENTS.choose("wants", "wants", _wants, copied=COPIED))
sample = kernel(ELEMENTS.choose("sample", "sample", _sample, copied=COPIED))
resynchronise = kernel(ELEMENTS.choose("resynchronise", "resynchronise", _resynchronise, copied=COPIED))
store = inlined(ELEMENTS.choose("store", "store", _store, copied=COPIED))
observe = kernel(ELEMENTS.choose("observe", "observe", _observe, copied=COPIED))
press = kernel(ELEMENTS.choose("press", "press", _press, copied=COPIED))
