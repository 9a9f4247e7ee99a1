"""Surfaces -> rows of the feature table, in the order of bodies and surfaces; world or node, as the body sits in its frame.

Every surface says which features it is made of (`features()`: parts, shapes/contract.py).
"""

from collections import Counter
from math import hypot  # hypot does not overflow on the way
from typing import NamedTuple

import numpy as np

from ..shapes.contract import BALL, CONVEX, EDGE, PLANE, RIM, SEGMENT
from ..shapes.roles import meets
from ..shapes.solids.registry import SOLIDS
from ..shapes.supports.registry import SUPPORTS
from ..spatial.rotations import quaternion_to_matrix
from ..tables import (
    F_A,
    F_ARM,
    F_B,
    F_BODY,
    F_BULGE,
    F_DEEPEST,
    F_KIND,
    F_MATERIAL,
    F_MEETS,
    F_NODE,
    F_PARENT,
    F_RADIUS,
    F_REACH,
    F_ROLE,
    F_ROUND,
    F_ROW,
    F_SUPPORT,
    F_TURN,
    N_FEAT_F,
    N_FEAT_I,
)
from .probes import probes_of, probing_of


class Feature(NamedTuple):
    """What Python knows of a feature besides its row."""

    body: str
    surface: int  # which surface of the body
    label: str
    kind: int
    role: int
    point: bool  # a ball without a radius
    node: int

    @property
    def name(self):
        """As in the names of contacts."""
        return f"{self.body}.{self.label}" if self.label else self.body

    @property
    def place(self):
        """Which surface of the scene it belongs to, on which node."""
        return self.body, self.surface, self.node


class FeatureTable:
    """The features of a scene: rows for the kernels, names for people."""

    def __init__(self, scene, frames, parameters):
        self._parameters = parameters  # the table that takes rows
        self.bodies = {name: i for i, name in enumerate(scene.bodies)}
        surfaces = [surface for body in scene.bodies.values() for surface in body.surfaces]
        self.materials = {name: i for i, name in enumerate(dict.fromkeys(s.material for s in surfaces if s.material))}
        self.features, self._rows_i, self._rows_f = [], [], []
        probing = probing_of(scene)
        self.solids = []  # numbers of solids, one behind the other
        for body in scene.bodies.values():
            for place, surface in enumerate(body.surfaces):
                for part in (*surface.features(), *probes_of(surface, probing)):
                    self._add(body, place, surface, part, frames.at(body.name, part.at))

    def _add(self, body, place, surface, part, frame):
        kind, radius = part.kind, part.radius
        a, b = np.array(part.at), np.array(part.end)
        start = frame.p + frame.R @ a
        end = frame.R @ b if kind in (PLANE, RIM) else frame.p + frame.R @ b if spanning(kind) == 2 else np.zeros(3)
        row = np.zeros(N_FEAT_I, dtype=np.int64)
        row[[F_NODE, F_KIND, F_BODY]] = frame.node, kind, self.bodies[body.name]
        row[[F_ROLE, F_MEETS]] = part.role, meets(part.role)
        row[F_PARENT] = self.bodies.get(body.parent, -1)
        row[F_MATERIAL] = self.materials.get(surface.material, -1)
        if not np.array_equal(frame.R, np.eye(3)):
            row[F_TURN] = self._parameters.add(frame.R.ravel())
        row_f = np.zeros(N_FEAT_F)
        row_f[F_A : F_A + 3], row_f[F_B : F_B + 3], row_f[F_RADIUS] = start, end, radius
        arm = max(hypot(*start), hypot(*end)) if spanning(kind) == 2 else hypot(*start) + part.size
        row_f[F_ARM], row_f[F_REACH] = arm, 0.0 if kind == PLANE else arm + radius
        row_f[F_ROUND], row_f[F_BULGE] = radius if part.round is None else part.round, part.size
        if part.solid:
            self._add_solid(part, frame, row)
        if kind == CONVEX:
            self._add_support(surface, frame, row, row_f)
        row_f[F_DEEPEST] = surface.deepest
        point = kind == BALL and radius == 0.0
        self.features.append(Feature(body.name, place, part.label, kind, part.role, point, frame.node))
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

    def _add_solid(self, part, frame, row):
        """What a solid has besides its centre: rotation (9) into the axes of the node, numbers."""
        file, orientation, numbers = part.solid
        row[F_SUPPORT], row[F_ROW] = SOLIDS.number_of_file(file), len(self.solids)
        self.solids += [*(frame.R @ quaternion_to_matrix(orientation)).ravel().tolist(), *numbers]

    def tables(self):
        """feat_i, feat_f."""
        n = len(self.features)
        return (
            np.array(self._rows_i, dtype=np.int64).reshape(n, N_FEAT_I),
            np.array(self._rows_f, dtype=float).reshape(n, N_FEAT_F),
        )


def spanning(kind):
    """How many points span a feature of a kind."""
    return 2 if kind in (SEGMENT, EDGE) else 1


def meet(features, a, b):
    """Whether two features can touch at all, whatever the rules say; and as (A, B): by their kinds, or the earlier one."""
    x, y = features[a], features[b]
    if (x.kind, a) > (y.kind, b):
        a, b = b, a
    return bool(x.role & meets(y.role)) and not (x.point and y.point), a, b


def possible(features):
    """An upper bound of the number of contacts, from numbers alone."""
    count = Counter(f.role for f in features)
    roles = sorted(count)
    return sum(
        count[a] * (count[a] - 1) // 2 if a == b else count[a] * count[b]
        for i, a in enumerate(roles)
        for b in roles[i:]
        if a & meets(b)
    )
