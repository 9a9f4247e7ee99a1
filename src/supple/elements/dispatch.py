"""The functions of the elements, chosen by their kind; nothing where a kind has none."""

from .._jit import inlined, kernel
from ..tables import EL_KIND
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
def _load(P, e, t, y, dy):
    pass


@inlined
def _watch(P, e, t, y, g, gd, i):
    pass


@inlined
def _switch(P, e, t, y, hit, i):
    return 0, 0.0, 0.0


@inlined
def _begin(P, e, t, y):
    P.mode[e, 0] = 1


@inlined
def _next_stop(P, e, t):
    return 1e300


@inlined
def _at_stop(P, e, t, y):
    return 0


@inlined
def _store(P, e, y, out):
    pass


@inlined
def _observe(P, e, y, out):
    pass


@inlined
def _press(P, e, y):
    return 0.0, 0.0, 0.0


@inlined
def _feels(P, e):
    return False


@inlined
def _misfit(P, e, t, y):
    return 0.0


@inlined
def _mend(P, e, t, y):
    pass


@inlined
def _react(P, e, t, y, dy):
    pass


@inlined
def _dictate(P, e, t, y):
    pass


@inlined
def _read(P, e, t, y):
    pass


@inlined
def _due(P, e, t):
    return False


@inlined
def _wants(P, e, t):
    return False


@inlined
def _sample(P, e, t, y):
    return 0


@inlined
def _resynchronise(P, e, t):
    pass


load = inlined(ELEMENTS.choose("load", "load", _load, copied=COPIED))
react = inlined(ELEMENTS.choose("react", "react", _react, copied=COPIED))
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
