"""Laws that take their stiffness from the curvature where bodies touch need surfaces that have one."""

from ..shapes.curved import is_curved
from ..shapes.touching import word_of


def check_curved(scene):
    """Refuse a rule whose normal law is `by_curvature` between surfaces with corners, edges or straight lines."""
    for rule in scene.rules:
        if getattr(rule.normal, "by_curvature", False):
            for body in scene.bodies.values():
                for surface in body.surfaces:
                    meant = body.name if rule.by_body else surface.material
                    if meant in (rule.a, rule.b) and not is_curved(surface):
                        law, word = type(rule.normal).__name__, word_of(type(surface))
                        raise ValueError(
                            f"{law} between {rule.a!r} and {rule.b!r} must be between half-spaces, spheres and convex "
                            f"bodies, got the {word} {surface.name!r} of {body.name!r}"
                        )
