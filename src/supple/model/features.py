"""Surfaces -> rows of the feature table, in the order of bodies and surfaces; world or node, as the body sits in its frame.

Every surface says which features it is made of (`features()`: label, kind, points, radius, what it is watched against).
"""

from math import hypot  # hypot does not overflow on the way
from typing import NamedTuple

import numpy as np

from ..shapes.contract import CONVEX, PLANE, SEGMENT
from ..shapes.supports.registry import SUPPORTS
from ..spatial.rotations import quaternion_to_matrix
from ..tables import (
    F_A,
    F_ARM,
    F_B,
    F_BODY,
    F_BULGE,
    F_DEEPEST,
    F_ENDS,
    F_MATERIAL,
    F_MEETS,
    F_NODE,
    F_PARENT,
    F_RADIUS,
    F_REACH,
    F_ROW,
    F_SUPPORT,
    F_TURN,
    MEETS_PLANES,
    N_FEAT_F,
    N_FEAT_I,
    NO_PLANES,
)


class Feature(NamedTuple):
    """What Python knows of a feature besides its row."""

    body: str
    surface: int  # which surface of the body
    label: str
    kind: int
    meets: int

    @property
    def name(self):
        """As in the names of contacts."""
        return f"{self.body}.{self.label}" if self.label else self.body


class FeatureTable:
    """The features of a scene: rows for the kernels, names for people."""

    def __init__(self, scene, frames, parameters):
        self._parameters = parameters  # the table that takes rows
        self.bodies = {name: i for i, name in enumerate(scene.bodies)}
        surfaces = [surface for body in scene.bodies.values() for surface in body.surfaces]
        self.materials = {name: i for i, name in enumerate(dict.fromkeys(s.material for s in surfaces if s.material))}
        self.features, self._rows_i, self._rows_f = [], [], []
        for body in scene.bodies.values():
            for place, surface in enumerate(body.surfaces):
                for shape in surface.features():
                    self._add(body, place, surface, shape, frames.at(body.name, shape[2]))

    def _add(self, body, place, surface, shape, frame):
        label, kind, a, b, radius, meets = shape
        a, b = np.array(a), np.array(b)
        start = frame.p + frame.R @ a
        end = frame.R @ b if kind == PLANE else frame.p + frame.R @ b if kind == SEGMENT else np.zeros(3)
        row = np.zeros(N_FEAT_I, dtype=np.int64)
        row[[F_NODE, F_ENDS, F_BODY, F_MEETS]] = frame.node, kind, self.bodies[body.name], meets
        row[F_PARENT] = self.bodies.get(body.parent, -1)
        row[F_MATERIAL] = self.materials.get(surface.material, -1)
        if not np.array_equal(frame.R, np.eye(3)):
            row[F_TURN] = self._parameters.add(frame.R.ravel())
        row_f = np.zeros(N_FEAT_F)
        row_f[F_A : F_A + 3], row_f[F_B : F_B + 3], row_f[F_RADIUS] = start, end, radius
        arm = max(hypot(*start), hypot(*end)) if kind == SEGMENT else hypot(*start)
        row_f[F_ARM], row_f[F_REACH] = arm, 0.0 if kind == PLANE else arm + radius
        if kind == CONVEX:
            self._add_support(surface, frame, row, row_f)
        row_f[F_DEEPEST] = surface.deepest
        self.features.append(Feature(body.name, place, label, kind, meets))
        self._rows_i.append(row)
        self._rows_f.append(row_f)

    def _add_support(self, surface, frame, row, row_f):
        """What a convex feature has besides its centre."""
        number, parameters, orientation = surface.support_of()
        kind = SUPPORTS.modules[number]
        row[F_SUPPORT] = number
        row[F_ROW] = self._parameters.add((*(frame.R @ quaternion_to_matrix(orientation)).ravel(), *parameters))
        row_f[F_ARM] += kind.reach(parameters)
        row_f[F_REACH], row_f[F_BULGE] = row_f[F_ARM], kind.largest_radius(parameters)
        row_f[F_RADIUS] = 0.0

    def tables(self):
        """feat_i, feat_f."""
        n = len(self.features)
        return (
            np.array(self._rows_i, dtype=np.int64).reshape(n, N_FEAT_I),
            np.array(self._rows_f, dtype=float).reshape(n, N_FEAT_F),
        )


def meet(features, a, b):
    """Whether two features can touch at all, whatever the rules say; and as (A, B): fewer points, or the earlier one."""
    x, y = features[a], features[b]
    if (x.kind, a) > (y.kind, b):
        a, b, x, y = b, a, y, x
    if x.kind == PLANE:
        return bool(y.kind != PLANE and y.meets & MEETS_PLANES), a, b
    return bool(x.meets & y.meets & NO_PLANES), a, b


def possible(features):
    """An upper bound of the number of contacts, from numbers alone."""
    planes = sum(f.kind == PLANE for f in features)
    on_planes = sum(bool(f.meets & MEETS_PLANES) for f in features)
    bodies = sum(bool(f.meets & NO_PLANES) for f in features)
    return planes * on_planes + bodies * (bodies - 1) // 2
