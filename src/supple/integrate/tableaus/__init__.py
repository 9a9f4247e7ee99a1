"""The registry of integration methods: one file per method, one line here.

METHODS    name -> tableau
ALIASES    other name -> name, as the methods declare them
"""

from ..._check import one_of
from . import bogacki_shampine, dop853, dormand_prince, ode23s, rodas5p, trapezoid
from .tableau import ExplicitTableau, ImplicitRule, RosenbrockTableau

__all__ = ["ALIASES", "METHODS", "ExplicitTableau", "ImplicitRule", "RosenbrockTableau", "find_method"]

METHODS = {
    module.METHOD.name: module.METHOD
    for module in (bogacki_shampine, dormand_prince, dop853, ode23s, rodas5p, trapezoid)
}
ALIASES = {alias: name for name, method in METHODS.items() for alias in method.aliases}


def find_method(name):
    """The method of that name or alias, in any case of letters."""
    key = one_of("method", str(name).lower(), (*METHODS, *ALIASES))
    return METHODS[ALIASES.get(key, key)]
