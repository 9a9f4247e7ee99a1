"""What always acts -> rows of the element table: stops, springs and dampers of joints, applied forces.

Each kind of element of `elements/` has one function here or in a file of its own that turns words into rows.
"""

from typing import NamedTuple

import numpy as np

from ..elements import force as force_element
from ..elements import limit
from ..elements.dispatch import MODULES, NUMBER
from ..joints.dispatch import n_velocity
from ..tables import (
    EL_A,
    EL_B,
    EL_GUARDS,
    EL_HOME,
    EL_KIND,
    EL_ROW,
    EL_ROW_F,
    EL_RULE,
    EL_SLOT,
    KIND,
    L_JOINT,
    L_NORMAL,
    L_WORK,
    N_EL_I,
    VI,
)

N_TABLE = 7  # columns of a table over time: time, force (3), moment (3); for a joint force the first of the six


class Element(NamedTuple):
    """What Python knows of an element besides its row."""

    kind: str
    name: str


class ElementTable:
    """Collects the rows of elements."""

    def __init__(self, parameters, rules):
        self.parameters, self.rules = parameters, rules
        self.elements, self._rows, self.table = [], [], []
        self.books = set()  # ledger integrals that they change

    def add(self, kind, name, *, a=0, b=0, rule=0, row=0, row_f=0, books=()):
        """Add an element; return its number."""
        entry = np.zeros(N_EL_I, dtype=np.int64)
        entry[[EL_KIND, EL_A, EL_B, EL_RULE, EL_ROW, EL_ROW_F]] = NUMBER[kind], a, b, rule, row, row_f
        entry[[EL_SLOT, EL_HOME]] = -1
        entry[EL_GUARDS] = MODULES[NUMBER[kind]].N_GUARD
        self._rows.append(entry)
        self.elements.append(Element(kind, name))
        self.books |= set(books)
        return len(self._rows) - 1

    def add_limits(self, body, node):
        """The two stops of a joint with limits."""
        joint = body.joint
        if getattr(joint, "limits", None) is None:
            return
        rule = self.rules.add(joint.limit_law, None)
        for side, value, word in ((limit.LOW, joint.limits[0], "low"), (limit.HIGH, joint.limits[1], "high")):
            self.add("limit", f"{body.name}.limit.{word}", a=node, b=side, rule=rule,
                     row=self.parameters.add(joint.limit_law.row()), row_f=self.parameters.add((value,)),
                     books=(L_NORMAL,))  # fmt: skip

    def add_joint_spring(self, body, nodes, tree_i):
        """Spring and damper of a joint: one element per node that has either."""
        joint = body.joint
        spring, rest, damping = (
            getattr(joint, "spring", 0.0),
            getattr(joint, "rest", 0.0),
            getattr(joint, "damping", 0.0),
        )
        if spring == 0.0 and damping == 0.0:
            return
        for node in nodes:
            row = self.parameters.add((spring, rest, damping))
            self.add("joint_spring", f"{body.name}.spring", a=node, b=int(n_velocity(tree_i[node, KIND])), row=row,
                     books=(L_JOINT,) if damping > 0.0 else ())  # fmt: skip

    def add_force(self, force, frame, tree, first_node):
        """A force over time."""
        if frame.node == tree.i.shape[0]:
            raise ValueError(
                f"a force on {force.body!r} must act on a body that can move, but it is fixed to the world"
            )
        values = np.array(force.values, dtype=float)
        if force.kind == "body":  # body axes -> node axes
            values = np.hstack([values[:, :3] @ frame.R.T, values[:, 3:] @ frame.R.T])
        kinds = {"world": force_element.WORLD, "body": force_element.BODY, "joint": force_element.JOINT}
        joint = force.kind == "joint"
        target = tree.i[first_node[force.body], VI] + force.coordinate if joint else frame.node
        at = frame.p + frame.R @ np.array(force.at)
        row = self.parameters.add((len(self.table), len(force.times), *at))
        self.add("force", f"force on {force.body}", a=target, b=kinds[force.kind], row=row, books=(L_WORK,))
        self.table.extend(np.concatenate([[t], v]) for t, v in zip(force.times, values, strict=True))

    def tables(self):
        """el_i of the elements that are always there, and the tables over time."""
        n, m = len(self._rows), len(self.table)
        return (
            np.array(self._rows, dtype=np.int64).reshape(n, N_EL_I),
            np.array(self.table, dtype=float).reshape(m, N_TABLE),
        )
