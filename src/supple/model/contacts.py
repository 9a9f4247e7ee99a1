"""Surfaces and rules -> features and contacts: every pair of features that can touch gets its row and its memory.

Which pairs:   `pairs.py`.
Which shapes:  half-space against balls (point, sphere, capsule ends, box corners); ball against ball; capsules by their
               axes against balls and each other. `notes.py` tells what is left out.
"""

from collections import Counter
from math import hypot, inf  # hypot does not overflow on the way
from typing import NamedTuple

import numpy as np

from ..scene.surfaces import Capsule, HalfSpace
from ..tables import (
    BALL_BALL,
    BALL_PLANE,
    BALL_SEGMENT,
    C_A,
    C_B,
    C_CALL_F,
    C_CALL_N,
    C_CALL_U,
    C_DEEPEST,
    C_FRICTION,
    C_FROW,
    C_LIMIT,
    C_NORMAL,
    C_NROW,
    C_REACH,
    C_SHAPE,
    C_SINGULAR,
    C_ZF,
    C_ZN,
    F_A,
    F_ARM,
    F_B,
    F_ENDS,
    F_NODE,
    F_RADIUS,
    LIMIT_HIGH,
    LIMIT_LOW,
    N_CON_F,
    N_CON_I,
    N_FEAT_F,
    N_FEAT_I,
    SEGMENT_SEGMENT,
)
from .notes import no_contact_of
from .pairs import pairs_of

DEEPEST = 1.0  # [m] indentation of things without a size (points) beyond which they mean nothing
SMALLEST = 1e-9  # memory below this does not matter; without a floor friction of zero would ask for an error of zero


class Feature(NamedTuple):
    """Row of a feature in the table, its label, and the radius of the sphere around the node origin that holds it."""

    row: int
    label: str
    reach: float


class ContactBuilder:
    """Collects features, contacts and their memory."""

    def __init__(self, scene, frames):
        self.scene = scene
        self.frames = frames
        self.feat_i, self.feat_f = [], []
        self.con_i, self.con_f = [], []
        self.names = []
        self.laws = []  # (normal, friction) of each contact
        self.memory = []  # (name, unit, size of what matters) of each memory component
        self._made = {}  # features and columns of laws that exist already
        self._used = Counter()  # how often a name was wanted

    def add_all(self):
        """Contacts of all pairs of bodies that a rule covers."""
        for pair in pairs_of(self.scene, self.frames):
            self._add_pair(*pair)

    def _add_pair(self, rule, a, sa, b, sb):
        if no_contact_of(type(sa), type(sb)):
            return
        if isinstance(sb, HalfSpace):
            a, sa, b, sb = b, sb, a, sa
        if isinstance(sa, HalfSpace):
            plane = self._plane(a, sa)
            for ball in self._balls(b, sb):
                self._contact(rule, BALL_PLANE, plane, ball, a, b, ball.reach, _deepest(sa, sb))
            return
        if isinstance(sa, Capsule) and not isinstance(sb, Capsule):
            a, sa, b, sb = b, sb, a, sa
        if isinstance(sa, Capsule):
            shape, fa, fb = SEGMENT_SEGMENT, self._segments(a, sa), self._segments(b, sb)
        elif isinstance(sb, Capsule):
            shape, fa, fb = BALL_SEGMENT, self._balls(a, sa), self._segments(b, sb)
        else:
            shape, fa, fb = BALL_BALL, self._balls(a, sa), self._balls(b, sb)
        for x in fa:
            for y in fb:
                self._contact(rule, shape, x, y, a, b, x.reach + y.reach, _deepest(sa, sb))

    # --- features -------------------------------------------------------------------------------------------------------
    def _feature(self, body, label, a, b, radius, ends):
        frame = self.frames[body.name]
        row_i = np.zeros(N_FEAT_I, dtype=np.int64)
        row_i[[F_NODE, F_ENDS]] = frame.node, ends
        row = np.zeros(N_FEAT_F)
        row[F_A : F_A + 3] = a
        row[F_B : F_B + 3] = b
        row[F_RADIUS] = radius
        row[F_ARM] = max(hypot(*a), hypot(*b)) if ends == 2 else hypot(*a)
        self.feat_i.append(row_i)
        self.feat_f.append(row)
        return len(self.feat_i) - 1, label

    def _once(self, key, make):
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def _plane(self, body, surface):
        def make():
            f = self.frames[body.name]
            at, normal = f.p + f.R @ np.array(surface.at), f.R @ np.array(surface.normal)
            index, label = self._feature(body, "", at, normal, 0.0, 0)
            return Feature(index, label, 0.0)

        return self._once((body.name, id(surface), "plane"), make)

    def _balls(self, body, surface):
        def make():
            f = self.frames[body.name]
            found = []
            for label, centre, radius in surface.balls():
                at = f.p + f.R @ np.array(centre)
                index, text = self._feature(body, label, at, np.zeros(3), radius, 1)
                found.append(Feature(index, text, hypot(*at) + radius))
            return tuple(found)

        return self._once((body.name, id(surface), "balls"), make)

    def _segments(self, body, surface):
        def make():
            f = self.frames[body.name]
            found = []
            for label, start, end, radius in surface.segments():
                p, q = f.p + f.R @ np.array(start), f.p + f.R @ np.array(end)
                index, text = self._feature(body, label, p, q, radius, 2)
                reach = max(hypot(*p), hypot(*q)) + radius
                found.append(Feature(index, text, reach))
            return tuple(found)

        return self._once((body.name, id(surface), "segments"), make)

    # --- contacts -------------------------------------------------------------------------------------------------------
    def _contact(self, rule, shape, fa, fb, body_a, body_b, reach, deepest):
        name = "/".join(
            body.name + (f".{feature.label}" if feature.label else "") for body, feature in ((body_b, fb), (body_a, fa))
        )
        self._used[name] += 1
        count = self._used[name]
        self._row(name if count == 1 else f"{name}#{count}", shape, fa.row, fb.row, rule.normal, rule.friction,
                  reach, 0.0, deepest)  # fmt: skip

    def add_limits(self, body, node):
        """The two stops of a joint with limits."""
        joint = body.joint
        limits = getattr(joint, "limits", None)
        if limits is None:
            return
        for shape, value, word in ((LIMIT_LOW, limits[0], "low"), (LIMIT_HIGH, limits[1], "high")):
            self._row(f"{body.name}.limit.{word}", shape, node, node, joint.limit_law, None, 0.0, value, inf)

    def _row(self, name, shape, a, b, normal, friction, reach, limit, deepest):
        laws, row, row_f, surface, memory = self._once((id(normal), id(friction)), lambda: _laws(normal, friction))
        row, row_f = row.copy(), row_f.copy()
        row[C_SHAPE], row[C_A], row[C_B] = shape, a, b
        row_f[C_LIMIT], row_f[C_REACH], row_f[C_DEEPEST] = limit, reach, deepest
        if surface:
            row[C_ZN] = len(self.memory)
            self.memory.append((f"{name}.surface", *surface))
        if memory:
            row[C_ZF] = len(self.memory)
            self.memory.extend((f"{name}.memory.{axis}", *memory) for axis in "xyz")
        self.con_i.append(row)
        self.con_f.append(row_f)
        self.names.append(name)
        self.laws.append(laws)

    def tables(self, n_before):
        """feat_i, feat_f, con_i, con_f; memory begins at index `n_before` of the state."""
        n = len(self.con_i)
        con_i = np.array(self.con_i, dtype=np.int64).reshape(n, N_CON_I)
        for column in (C_ZN, C_ZF):
            con_i[con_i[:, column] >= 0, column] += n_before
        m = len(self.feat_i)
        return (
            np.array(self.feat_i, dtype=np.int64).reshape(m, N_FEAT_I),
            np.array(self.feat_f, dtype=float).reshape(m, N_FEAT_F),
            con_i,
            np.array(self.con_f, dtype=float).reshape(n, N_CON_F),
        )


def _deepest(a, b):
    """Indentation [m] at which the smaller of two surfaces has been passed through."""
    deepest = min(a.deepest, b.deepest)
    return deepest if deepest < inf else DEEPEST


def _laws(normal, friction):
    """What the contacts of one rule have in common: the laws, their columns, unit and size of their memory."""
    row, row_f = np.zeros(N_CON_I, dtype=np.int64), np.zeros(N_CON_F)
    row[[C_NORMAL, C_SINGULAR]] = int(normal.law), int(normal.singular_start)
    row[C_ZN] = row[C_ZF] = -1
    row_f[C_NROW : C_NROW + 6] = normal.row()
    if hasattr(normal, "addresses"):
        row[C_CALL_N], row[C_CALL_U] = normal.addresses()
    surface = ("m", 1e-6) if normal.n_state else ()
    memory = ()
    if friction is not None:
        row[C_FRICTION] = int(friction.law)
        row_f[C_FROW : C_FROW + 8] = friction.row()
        if hasattr(friction, "address"):
            row[C_CALL_F] = friction.address()
        if friction.n_state:
            # a tenth of what the memory can be under 1 N: below that only an absolute error counts
            size = 0.1 * min(max(friction.memory_bound(1.0), SMALLEST), 1e-2)
            memory = (friction.memory_unit, size)
    return (normal, friction), row, row_f, surface, memory
