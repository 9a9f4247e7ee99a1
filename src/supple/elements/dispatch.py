"""The functions of the elements, chosen by their kind; nothing where a kind has none."""

from importlib import import_module

from .._jit import choice, inlined, kernel
from .registry import KINDS

NUMBER = {kind: 1 + i for i, kind in enumerate(KINDS)}
CONTACT, LIMIT = NUMBER["contact"], NUMBER["limit"]
MODULES = {number: import_module(f"supple.elements.{kind}") for kind, number in NUMBER.items()}


def _chosen(name, otherwise, instead=None):
    """The function `name` of every kind that has it, or the one that stands in for it."""
    found = {
        number: getattr(module, name, getattr(module, instead or name, None)) for number, module in MODULES.items()
    }
    return choice(name, {number: function for number, function in found.items() if function}, otherwise)


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


load = inlined(_chosen("load", _load))
watch = inlined(_chosen("watch", _watch))
glance = inlined(_chosen("glance", _watch, instead="watch"))
switch = inlined(_chosen("switch", _switch))
begin = inlined(_chosen("begin", _begin))
next_stop = inlined(_chosen("next_stop", _next_stop))
at_stop = inlined(_chosen("at_stop", _at_stop))
store = inlined(_chosen("store", _store))
observe = kernel(_chosen("observe", _observe))
