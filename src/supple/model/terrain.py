"""What must fit a terrain before a run, and what it does not see.

r k < FITS     for every ball of radius r that may touch it, k the largest curvature of its valleys [1/m]: in a sharper
valley a ball would touch in two places, and its one contact would jump from one to the other
k a^2/2        how far a peak of the curvature k may reach into a face of half width a between the points along its
edges (probes.py): a note, where that is more than the rounding of the face
"""

import numpy as np

from .._check import shown
from ..shapes.contract import BALL, EDGE
from ..shapes.roles import may_meet
from ..shapes.terrain import FITS
from ..shapes.touching import word_of
from ..system.pairs import NO_RULE, rule_between
from ..tables import F_RADIUS
from .probes import fields_of


def check_terrains(scene, features, tables):
    """Refuse balls that do not fit into the valleys of a terrain that they may touch."""
    for body, surface in fields_of(scene):
        b = _number_of(scene, features, body, surface)
        valley = surface.field.valley
        for a in np.flatnonzero(tables.feat_f[:, F_RADIUS] * valley >= FITS).tolist():
            meets = features[a].kind == BALL and may_meet(tables.feat_i, a, b)
            if meets and rule_between(tables, a, b) != NO_RULE:
                r = float(tables.feat_f[a, F_RADIUS])
                raise ValueError(
                    f"radius of {shown(features[a].name)} must be < {FITS / valley:.4g} m to fit into the valleys of the "
                    f"terrain of {shown(body.name)} (largest curvature {valley:.4g} 1/m), got {r!r}"
                )


def terrain_notes(scene, features):
    """Sentences on faces that a peak may reach into unseen."""
    for body, surface in fields_of(scene):
        ridge = surface.field.ridge
        for other in scene.bodies.values():
            for shape in other.surfaces if other is not body else ():
                half, rounding = _face(shape)
                if 0.5 * ridge * half * half > max(rounding, 1e-9):
                    yield (
                        f"the terrain of {shown(body.name)} meets {shown(other.name)} at its corners and at points along "
                        f"its edges: a peak may reach {0.5 * ridge * half * half:.2g} m into a face of the "
                        f"{word_of(type(shape))} unseen"
                    )


def _number_of(scene, features, body, surface):
    """The feature of a terrain."""
    place = next(i for i, one in enumerate(body.surfaces) if one is surface)
    return next(i for i, f in enumerate(features) if f.body == body.name and f.surface == place)


def _face(shape):
    """Half of the second largest extent of a shape with edges [m], and its rounding; 0 for others."""
    edges = [part for part in shape.features() if part.kind == EDGE]
    if not edges:
        return 0.0, 0.0
    ends = np.array([end for part in edges for end in (part.at, part.end)])
    return 0.5 * float(np.sort(np.ptp(ends, axis=0))[1]), min(part.radius for part in edges)
