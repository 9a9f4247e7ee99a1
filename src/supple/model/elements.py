"""What always acts -> rows of the element table.

Elements that a user writes place themselves (`place` in their files) by what this table offers. Stops, springs and dampers
of joints and applied forces are parts of joints and scenes: they are placed here.
"""

from typing import NamedTuple

import numpy as np

from .._check import one_of
from ..elements import force as force_element
from ..elements import limit
from ..elements.registry import ELEMENTS
from ..joints.dispatch import n_velocity
from ..tables import (
    ARMATURE,
    AT_TIMES,
    EL_A,
    EL_B,
    EL_GUARDS,
    EL_HOME,
    EL_KIND,
    EL_ROW,
    EL_ROW_F,
    EL_RULE,
    EL_SLOT,
    EL_STATES,
    KIND,
    L_JOINT,
    L_NORMAL,
    L_PLASTIC,
    L_WORK,
    LED,
    N_EL_I,
    OWN,
    PRESCRIBED,
    VI,
)

N_TABLE = (
    7  # columns of a table over time, at least: time, force (3), moment (3); for a joint force the first of the six
)


class Element(NamedTuple):
    """What Python knows of an element besides its row."""

    kind: str
    name: str
    whole: str = ""  # of a part: the element that a user wrote, which consists of it


class State(NamedTuple):
    """A component of internal state that an element has for ever."""

    name: str
    unit: str
    magnitude: float  # the smallest that matters
    start: float


class ElementTable:
    """Collects the rows of elements."""

    def __init__(self, parameters, rules, frames, tree, trees):
        self.parameters, self.rules = parameters, rules
        self._frames, self._tree, self._trees = frames, tree, trees
        self.elements, self._rows, self.table = [], [], []
        self.own = []  # components of y that elements have for ever
        self._driven = {}  # (what, node): name of what drives it
        self.books = set()  # ledger integrals that they change
        self.feeling = 0  # elements that feel the forces of all others
        self.n_hold = 0  # held values that an element asks for by itself
        self.numbers = {}  # of the elements by name, for those that refer to others
        self.of_contacts = {}  # elements that refer to a contact: its name
        self.outputs = {}  # controllers: how many outputs they have

    def add(self, kind, name, *, a=0, b=0, rule=0, row=0, row_f=0, books=(), lent=0, states=(), guards=0, hold=0,
            feels=False, whole=""):  # fmt: skip
        """Add an element; return its number.

        lent     components of internal state for which it gets a slot while it acts.
        states   components of internal state that it always has: (name, unit, smallest magnitude that matters, start).
        guards   how many it has besides those of its kind.
        hold     held values, if that is more than its kind has.
        feels    whether its modes and guards may depend on the forces of all others.
        whole    name of the element that a user wrote, if this is a part of it.
        """
        entry = np.zeros(N_EL_I, dtype=np.int64)
        entry[[EL_KIND, EL_A, EL_B, EL_RULE, EL_ROW, EL_ROW_F]] = ELEMENTS.number_of_file(kind), a, b, rule, row, row_f
        entry[[EL_SLOT, EL_HOME]] = -1
        entry[EL_STATES] = lent
        if states:
            entry[EL_SLOT] = len(self._trees.q0) + len(self._trees.v0) + len(self.own)
            entry[EL_HOME], entry[EL_STATES] = OWN, len(states)
            self.own.extend(State(f"{name}.{part}", *rest) for part, *rest in states)
        entry[EL_GUARDS] = ELEMENTS.modules[ELEMENTS.number_of_file(kind)].N_GUARD + guards
        self._rows.append(entry)
        self.elements.append(Element(kind, name, whole))
        self.books |= set(books)
        self.feeling += feels
        self.n_hold = max(self.n_hold, hold)
        self.numbers.setdefault(name, len(self._rows) - 1)
        return len(self._rows) - 1

    def set(self, e, column, value):
        """Another value in the row of an element: of what it is known after all have their numbers (`connect`)."""
        self._rows[e][column] = value

    def referred(self, what, name, kinds):
        """The number of an element of one of these kinds by its name; `what` is for the sentence."""
        known = [one.name for one in self.elements if one.kind in kinds]
        return self.numbers[one_of(what, name, known)]

    @property
    def n_v(self):
        """Number of velocity coordinates."""
        return len(self._trees.v0)

    # --- what elements ask for when they place themselves ----------------------------------------------------------------
    def frame(self, body):
        """Where a body sits in its node."""
        return self._frames[one_of("body", body, tuple(self._frames))]

    def point(self, body, at):
        """Node of a body, and a point of the body in the frame of the node."""
        frame = self._frames.at(one_of("body", body, tuple(self._frames)), at)
        return frame.node, frame.p + frame.R @ np.array(at)

    def turned(self, body, at, R):
        """The rotation R at a point of a body as a rotation in the frame of its node."""
        return self._frames.at(body, at).R @ R

    def joint(self, body, coordinate):
        """Node of a coordinate of the joint of a body, which must be one of its own: an angle or a displacement."""
        nodes = self._trees.nodes_of(one_of("body", body, tuple(self._trees.first_node)))
        single = [int(n_velocity(self._tree.i[node, KIND])) == 1 for node in nodes]
        if not all(single) or not 0 <= coordinate < len(nodes):
            raise ValueError(
                f"coordinate of the joint of {body!r} must be one of its {sum(single)} angles and displacements, got "
                f"{coordinate!r}"
            )
        return nodes[coordinate]

    def prescribe(self, node, name, *, always=True):
        """The acceleration of a node is given by the element `name`, always or at times (W_HELD), and by no other."""
        if self._tree.i[node, PRESCRIBED] != 0:
            if always:
                raise ValueError(f"a coordinate must have one prescribed motion, got another one: {name!r}")
            raise ValueError(
                f"a motor on a coordinate with a prescribed motion must have no dry friction, got {name!r}"
            )
        self._tree.i[node, PRESCRIBED] = LED if always else AT_TIMES

    def arm(self, node, inertia):
        """Add to the armature of a node [kg m^2 or kg]."""
        self._tree.f[node, ARMATURE] += inertia

    def output_of(self, name, output):
        """The number of a controller that has such an output."""
        e = self.numbers[one_of("command", name, [self.elements[e].name for e in self.outputs])]
        if output >= self.outputs[e]:
            raise ValueError(f"output must be one of the {self.outputs[e]} of {name!r}, counted from 0, got {output!r}")
        return e

    def drive(self, node, name, what):
        """The element `name` drives a node, and no other of its kind does; `what` is for the sentence."""
        other = self._driven.setdefault((what, node), name)
        if other != name:
            raise ValueError(f"a coordinate must have one {what}, got {other!r} and {name!r}")

    # --- kinds that a scene has no class for -----------------------------------------------------------------------------
    def add_limits(self, body):
        """The two stops of a joint with limits."""
        joint, node = body.joint, self._trees.first_node[body.name]
        if getattr(joint, "limits", None) is None:
            return
        rule = self.rules.add(joint.limit_law, None)
        yields = self.rules.yields(rule)
        for side, value, word in ((limit.LOW, joint.limits[0], "low"), (limit.HIGH, joint.limits[1], "high")):
            self.add("limit", f"{body.name}.limit.{word}", a=node, b=side, rule=rule,
                     row=self.parameters.add(joint.limit_law.row()), row_f=self.parameters.add((value,)),
                     books=(L_PLASTIC if yields else L_NORMAL,), lent=joint.limit_law.n_state, guards=int(yields),
                     )  # fmt: skip

    def add_joint_spring(self, body):
        """Spring and damper of a joint: one element per node that has either."""
        joint = body.joint
        spring, rest, damping = (
            getattr(joint, "spring", 0.0),
            getattr(joint, "rest", 0.0),
            getattr(joint, "damping", 0.0),
        )
        if spring == 0.0 and damping == 0.0:
            return
        for node in self._trees.nodes_of(body.name):
            row = self.parameters.add((spring, rest, damping))
            self.add("joint_spring", f"{body.name}.spring", a=node, b=int(n_velocity(self._tree.i[node, KIND])), row=row,
                     books=(L_JOINT,) if damping > 0.0 else ())  # fmt: skip

    def add_force(self, force):
        """A force over time."""
        frame, tree = self._frames[force.body], self._tree
        if force.kind != "joint":
            frame = self._frames.at(force.body, force.at)
        if frame.node == tree.i.shape[0]:
            raise ValueError(
                f"a force on {force.body!r} must act on a body that can move, but it is fixed to the world"
            )
        values = np.array(force.values, dtype=float)
        if force.kind == "body":  # body axes -> node axes
            values = np.hstack([values[:, :3] @ frame.R.T, values[:, 3:] @ frame.R.T])
        kinds = {"world": force_element.WORLD, "body": force_element.BODY, "joint": force_element.JOINT}
        joint = force.kind == "joint"
        target = tree.i[self._trees.first_node[force.body], VI] + force.coordinate if joint else frame.node
        at = frame.p + frame.R @ np.array(force.at)
        row = self.parameters.add((len(self.table), len(force.times), *at))
        self.add("force", f"force on {force.body}", a=target, b=kinds[force.kind], row=row, books=(L_WORK,))
        self.table.extend(np.concatenate([[t], v]) for t, v in zip(force.times, values, strict=True))

    def tables(self):
        """el_i of the elements that are always there, and the tables over time."""
        table = np.zeros((len(self.table), max([N_TABLE, *map(len, self.table)])))
        for i, row in enumerate(self.table):
            table[i, : len(row)] = row
        return np.array(self._rows, dtype=np.int64).reshape(len(self._rows), N_EL_I), table
