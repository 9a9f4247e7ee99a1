"""Features -> groups for the broad phase: one sphere per surface, and how far a turn of a node moves its corners."""

from itertools import pairwise

import numpy as np

from ..shapes.contract import EDGE, FIELD
from ..shapes.roles import FIELDS, PLANES
from ..tables import (
    F_A,
    F_ARM,
    F_B,
    F_BULGE,
    F_KIND,
    F_MEETS,
    F_NODE,
    F_RADIUS,
    F_REACH,
    F_ROLE,
    GROUP_CENTRE,
    GROUP_RADIUS,
    N_GROUP_F,
    N_GROUP_I,
)
from .features import spanning


def broad_phase(features, feat_i, feat_f, n_node):
    """Tables of the broad phase by name: groups, solids, swing."""
    rows_i, rows_f = [], []
    for first, end in _surfaces(features.features):
        met = feat_i[first:end, F_MEETS] & ~(PLANES | FIELDS)
        if np.any(met) and feat_i[first, F_ROLE] not in (PLANES, FIELDS):
            node = int(feat_i[first, F_NODE])
            rows_i.append((first, end, node))
            rows_f.append(_sphere(feat_i[first:end], feat_f[first:end], node == n_node))
    return {
        "group_i": np.array(rows_i, dtype=np.int64).reshape(-1, N_GROUP_I),
        "group_f": np.array(rows_f, dtype=float).reshape(-1, N_GROUP_F),
        "solid": np.array(features.solids, dtype=float),
        "swing": _swing(feat_i, feat_f, n_node),
    }


def _surfaces(features):
    """(first, end) of the features of one surface on one node."""
    starts = [i for i, f in enumerate(features) if i == 0 or f.place != features[i - 1].place]
    return pairwise([*starts, len(features)])


def _sphere(feat_i, feat_f, fixed):
    """Centre and radius: around the origin of a node, however it turns; around itself in the world."""
    row = np.zeros(N_GROUP_F)
    if not fixed:
        row[GROUP_RADIUS] = feat_f[:, F_REACH].max()
        return row
    spheres = [_sphere_of(kind, f) for kind, f in zip(feat_i[:, F_KIND], feat_f, strict=True)]
    low = np.min([c - r for c, r in spheres], axis=0)
    high = np.max([c + r for c, r in spheres], axis=0)
    centre = 0.5 * (low + high) if len(spheres) > 1 else spheres[0][0]
    row[GROUP_CENTRE : GROUP_CENTRE + 3] = centre
    row[GROUP_RADIUS] = max(np.linalg.norm(c - centre) + r for c, r in spheres)
    return row


def _sphere_of(kind, f):
    """Centre and radius of one feature where it is."""
    a = f[F_A : F_A + 3]
    if spanning(kind) == 2:
        b = f[F_B : F_B + 3]
        return 0.5 * (a + b), f[F_RADIUS] + 0.5 * np.linalg.norm(b - a)
    if f[F_BULGE] > 0.0:
        return a, f[F_REACH] - np.linalg.norm(a)
    return a, f[F_RADIUS]


def _swing(feat_i, feat_f, n_node):
    """The arm of each node where corners are compared one by one; 0 everywhere in a model without them."""
    swing = np.zeros(n_node + 1)
    if np.any(feat_i[:, F_KIND] >= EDGE):
        some = feat_i[:, F_KIND] != FIELD  # those on bodies that move are always in the list
        np.maximum.at(swing, feat_i[some, F_NODE], feat_f[some, F_ARM])
    return swing[:n_node]
