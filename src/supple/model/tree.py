"""Bodies and joints -> nodes of the tree.

A body with a joint of k primitives adds k nodes, the last of which carries it; a fixed body joins the node of its parent
(or the world). Node axes are chosen so that the joint axis is z. `Frame` says where a body sits in its node.
"""

from typing import NamedTuple

import numpy as np

from ..joints.dispatch import n_position, n_velocity
from ..joints.registry import JOINTS
from ..spatial.rotations import quaternion_to_matrix, z_to
from ..tables import (
    COM,
    INERTIA,
    KIND,
    MASS,
    N_TREE_F,
    N_TREE_I,
    PARENT,
    POS,
    QI,
    VI,
    E,
    Tree,
)


class Frame(NamedTuple):
    """A body in its node: node index (number of nodes: the world), rotation and origin of the body frame there."""

    node: int
    R: np.ndarray
    p: np.ndarray


class TreeBuilder:
    """Collects nodes while the bodies are read, parents first."""

    def __init__(self):
        self.rows_i = []
        self.rows_f = []
        self.frames = {"world": Frame(-1, np.eye(3), np.zeros(3))}
        self.q0, self.v0 = [], []
        self.q_names, self.v_names = [], []
        self.first_node, self._n_nodes = {}, {}  # body -> first node of its joint, number of nodes

    def add(self, body):
        """Add the nodes of a body's joint and merge its inertia."""
        parent = self.frames[body.parent]
        joint = body.joint
        chain = joint.chain()
        R = parent.R @ quaternion_to_matrix(joint.orientation)
        p = parent.p + parent.R @ np.array(joint.at)
        node = parent.node
        self.first_node[body.name], self._n_nodes[body.name] = len(self.rows_i), len(chain)
        turn = np.eye(3)  # body axes of the joint in the axes of the last node
        for primitive, axis in chain:
            kind = JOINTS.number(primitive)
            A = np.eye(3) if axis is None else z_to(np.array(axis))
            row_i = np.zeros(N_TREE_I, dtype=np.int64)
            row_i[[KIND, PARENT, QI, VI]] = kind, node, len(self.q0), len(self.v0)
            row_f = np.zeros(N_TREE_F)
            row_f[E : E + 9] = (R @ A).ravel()
            row_f[POS : POS + 3] = p
            node = len(self.rows_i)
            self.rows_i.append(row_i)
            self.rows_f.append(row_f)
            self.q0.extend([0.0] * n_position(kind))
            self.v0.extend([0.0] * n_velocity(kind))
            # the next primitive is written in joint axes, seen from this node
            R, p, turn = A.T, np.zeros(3), A.T
        if chain:
            first = self.rows_i[self.first_node[body.name]]
            q, v = joint.start()
            self.q0[first[QI] :] = list(q)
            self.v0[first[VI] :] = list(v)
            for names, store in zip(joint.names, (self.q_names, self.v_names), strict=True):
                store.extend((f"{body.name}.{name}", unit) for name, unit in names)
            frame = Frame(node, turn, np.zeros(3))
        else:
            frame = Frame(node, R, p)
        self.frames[body.name] = frame
        if frame.node >= 0 and body.mass > 0.0:
            self._merge(frame, body)

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
        )
        frames = {name: f if f.node >= 0 else Frame(n, f.R, f.p) for name, f in self.frames.items()}
        return tree, frames
