"""The examples that every law brings in its own file: the soft, the stiff and the undamped."""

from registries import examples

from supple.laws import registry

NORMAL = examples(registry.NORMAL)
ON_A_LINE = [law for law in NORMAL if not hasattr(law, "onset")]  # that need no place on a surface
FRICTION = examples(registry.FRICTION)


def name(law):
    return type(law).__name__
