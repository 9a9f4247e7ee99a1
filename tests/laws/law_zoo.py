"""The examples that every law brings in its own file: the soft, the stiff and the undamped."""

from registries import examples

from supple.laws import registry

NORMAL = examples(registry.NORMAL)
FRICTION = examples(registry.FRICTION)


def name(law):
    return type(law).__name__
