"""The examples that every law brings in its own file: the soft, the stiff and the undamped."""

from importlib import import_module

from supple.laws import registry


def examples(laws):
    """Parameter sets of all laws of a list, those of users excepted, which have none."""
    modules = dict.fromkeys(laws.home(name) for name in laws.names)
    return [law for module in modules for law in getattr(import_module(module), "EXAMPLES", ())]


NORMAL = examples(registry.NORMAL)
FRICTION = examples(registry.FRICTION)


def name(law):
    return type(law).__name__
