"""Bodies and joints -> nodes of the tree.

A body with a joint of k primitives adds k nodes, the last of which carries it; a fixed body joins the node of its parent
(or the world). Node axes are chosen so that the joint axis is z; what slides on nothing that turns (joints/slider.py)
keeps the axes of the world. A flexible body adds a node of its own behind those of its
joint, and one for each of its sections on which something sits. `Frame` says where a body sits in its node.
"""

from typing import NamedTuple

import numpy as np

from ..joints.dispatch import n_plain, n_position, n_velocity
from ..joints.prismatic import Prismatic
from ..joints.registry import JOINTS, SLIDER
from ..joints.slider import N_CONSTANTS
from ..joints.station import station_scratch
from ..spatial.modal_body import modal_scratch
from ..spatial.rotations import quaternion_to_matrix, z_to
from ..tables import (
    ARMATURE,
    BENT,
    COM,
    FLEX,
    INERTIA,
    KIND,
    MASS,
    N_COLUMNS,
    N_PLAIN,
    N_Q,
    N_TREE_F,
    N_TREE_I,
    N_V,
    PARENT,
    POS,
    QI,
    VI,
    E,
    Tree,
)
from .flexible import attachments, body_constants, station_row

SMALL = 1e-3  # [m, rad, m/s, rad/s] the smallest coordinate whose relative accuracy is asked for
SMALL_BEND = 1e-4  # [length] the same of a modal coordinate, and per second of its rate


class Frame(NamedTuple):
    """A body in its node: node index (number of nodes: the world), rotation and origin of the body frame there."""

    node: int
    R: np.ndarray
    p: np.ndarray


class Frames(dict):
    """Frame of every body by its name; of a flexible one that of the undeformed body."""

    def __init__(self, frames, sections=()):
        super().__init__(frames)
        self._sections = dict(sections)  # flexible body -> Sections

    def at(self, body, point):
        """The frame in which a point of a body is fixed: of a flexible one that of the section on which it sits."""
        if body not in self._sections:
            return self[body]
        return self._sections[body].frame(point)


class Sections:
    """The stations of a flexible body: x -> node."""

    def __init__(self, beam):
        self.beam = beam
        self.turn, self._origin = quaternion_to_matrix(beam.orientation).T, np.array(beam.at)
        self.nodes = {}

    def x(self, point):
        """The place on the axis of the beam to which a point of the body belongs."""
        low, high = self.beam.span
        return float(min(max((self.turn @ (np.array(point) - self._origin))[0], low), high))

    def frame(self, point):
        """The body frame as seen from the section of a point."""
        x = self.x(point)
        return Frame(self.nodes[x], self.turn, -self.turn @ self._origin - np.array([x, 0.0, 0.0]))


class TreeBuilder:
    """Collects nodes while the bodies are read, parents first."""

    def __init__(self):
        self.rows_i = []
        self.rows_f = []
        self.frames = Frames({"world": Frame(-1, np.eye(3), np.zeros(3))})
        self.q0, self.v0 = [], []
        self.q_names, self.v_names = [], []
        self.q_small, self.v_small = [], []  # the smallest of each coordinate that matters
        self.first_node, self._n_nodes = {}, {}  # body -> first node of its joint, number of nodes
        self.flexible = {}  # body -> its node
        self._sections, self._flex, self._n_bent = {}, [], 0

    def add(self, body):
        """Add the nodes of a body's joint and merge its inertia."""
        joint = body.joint
        parent = self._under(body.parent, joint.at)
        chain = joint.chain()
        R = parent.R @ quaternion_to_matrix(joint.orientation)
        p = parent.p + parent.R @ np.array(joint.at)
        node = parent.node
        self.first_node[body.name], self._n_nodes[body.name] = len(self.rows_i), len(chain)
        turn = np.eye(3)  # body axes of the joint in the axes of the last node
        for primitive, axis in chain:
            kind = SLIDER if primitive is Prismatic and self._never_turns(node) else JOINTS.number(primitive)
            A = np.eye(3) if axis is None else z_to(np.array(axis))
            row = self._node(kind, node, np.eye(3) if kind == SLIDER else R @ A, p)
            row[[N_Q, N_V, N_PLAIN, N_COLUMNS]] = n_position(kind), n_velocity(kind), n_plain(kind), n_velocity(kind)
            node = len(self.rows_i) - 1
            self.q0.extend([0.0] * n_position(kind))
            self.v0.extend([0.0] * n_velocity(kind))
            # the next primitive is written in joint axes, seen from this node
            if kind == SLIDER:
                self._constants(row, np.append((R @ A)[:, 2], np.zeros(N_CONSTANTS - 3)), 0)
                row[BENT] = 0
                p, turn = np.zeros(3), R
            else:
                R, p, turn = A.T, np.zeros(3), A.T
        if chain:
            self.rows_f[self.first_node[body.name]][ARMATURE] = getattr(joint, "armature", 0.0)
            first = self.rows_i[self.first_node[body.name]]
            q, v = joint.start()
            self.q0[first[QI] :] = list(q)
            self.v0[first[VI] :] = list(v)
            self._name(body, joint.names, SMALL)
            frame = Frame(node, turn, np.zeros(3))
        else:
            frame = Frame(node, R, p)
        if body.flexible is not None:
            frame = self._add_flexible(body, frame)
        self.frames[body.name] = frame
        if frame.node >= 0 and body.mass > 0.0:
            self._merge(frame, body)

    def _node(self, kind, parent, R, p):
        """A new node of a kind whose frame is at p, turned by R, in its parent; return its row of integers."""
        row_i, row_f = np.zeros(N_TREE_I, dtype=np.int64), np.zeros(N_TREE_F)
        row_i[[KIND, PARENT, QI, VI]] = kind, parent, len(self.q0), len(self.v0)
        row_f[E : E + 9], row_f[POS : POS + 3] = R.ravel(), p
        self.rows_i.append(row_i)
        self.rows_f.append(row_f)
        return row_i

    def _never_turns(self, node):
        """Whether a node has the axes of the world, always."""
        return node < 0 or self.rows_i[node][KIND] == SLIDER

    def _name(self, body, names, small):
        stores = zip(names, (self.q_names, self.v_names), (self.q_small, self.v_small), strict=True)
        for parts, store, sizes in stores:
            store.extend((f"{body.name}.{name}", unit) for name, unit in parts)
            sizes.extend([small] * len(parts))

    # --- flexible bodies --------------------------------------------------------------------------------------------------
    def _add_flexible(self, body, frame):
        """The node of a flexible body, in whose frame its joint leaves the undeformed body."""
        beam = body.flexible
        Q, m = quaternion_to_matrix(beam.orientation), len(beam.names)
        row = self._node(
            JOINTS.number_of_file("flexible"), frame.node, frame.R @ Q, frame.p + frame.R @ np.array(beam.at)
        )
        row[[N_Q, N_V, N_PLAIN]] = m
        self._constants(row, body_constants(beam), modal_scratch(m))
        self.rows_f[-1][MASS] = beam.mass
        self.q0.extend(beam.deflection or [0.0] * m)
        self.v0.extend(beam.speed or [0.0] * m)
        rates = [(f"{name}_rate", f"{unit}/s") for name, unit in beam.names]
        low, high = beam.span
        self._name(body, (beam.names, rates), SMALL_BEND * (high - low))
        self.flexible[body.name] = len(self.rows_i) - 1
        self._sections[body.name] = sections = Sections(beam)
        self.frames = Frames(self.frames, self._sections)
        return Frame(len(self.rows_i) - 1, sections.turn, -sections.turn @ np.array(beam.at))

    def _under(self, body, point):
        """The frame to which something at a point of a body is fixed."""
        self._station(body, point)
        return self.frames.at(body, point)

    def _station(self, body, point):
        """Make the node of the section on which a point of a flexible body sits, if it has none."""
        sections = self._sections.get(body)
        if sections is None or sections.x(point) in sections.nodes:
            return
        x, parent = sections.x(point), self.flexible[body]
        row = self._node(JOINTS.number_of_file("station"), parent, np.eye(3), np.zeros(3))
        body_row = self.rows_i[parent]
        row[[QI, VI, N_COLUMNS]] = body_row[[QI, VI, N_V]]
        self._constants(row, station_row(sections.beam, x), station_scratch(int(body_row[N_V])))
        sections.nodes[x] = len(self.rows_i) - 1

    def _constants(self, row, constants, scratch):
        """Room for the constants of a node and for what follows from them."""
        row[FLEX], row[BENT] = sum(map(len, self._flex)), self._n_bent
        self._flex.append(constants)
        self._n_bent += scratch

    def attach(self, scene):
        """Make the stations of all that sits on flexible bodies besides children."""
        if self.flexible:
            for body, point in attachments(scene):
                self._station(body, point)

    def nodes_of(self, body):
        """Nodes of the joint of a body."""
        return range(self.first_node[body], self.first_node[body] + self._n_nodes[body])

    def _merge(self, frame, body):
        """Add mass, centre of mass and inertia of a body to its node."""
        row = self.rows_f[frame.node]
        c = frame.p + frame.R @ np.array(body.com)
        about_com = frame.R @ np.array(body.inertia) @ frame.R.T
        about_origin = about_com + body.mass * (c @ c * np.eye(3) - np.outer(c, c))
        mass = row[MASS] + body.mass
        row[COM : COM + 3] = (row[MASS] * row[COM : COM + 3] + body.mass * c) / mass
        row[MASS] = mass
        i = about_origin
        row[INERTIA : INERTIA + 6] += i[0, 0], i[1, 1], i[2, 2], i[0, 1], i[0, 2], i[1, 2]

    def finish(self, gravity):
        """The tree as tables; frames of the world get the row behind the last node."""
        n = len(self.rows_i)
        tree = Tree(
            i=np.array(self.rows_i, dtype=np.int64).reshape(n, N_TREE_I),
            f=np.array(self.rows_f, dtype=float).reshape(n, N_TREE_F),
            gravity=np.array(gravity, dtype=float),
            flexible=np.array(list(self.flexible.values()), dtype=np.int64),
            flex=np.concatenate([*self._flex, np.zeros(0)]),
            bent=np.zeros(self._n_bent),
        )
        frames = {name: f if f.node >= 0 else Frame(n, f.R, f.p) for name, f in self.frames.items()}
        return tree, Frames(frames, self._sections)
