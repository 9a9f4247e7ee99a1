"""A model with inputs at constant values and coordinates that are held: what rest positions and linear models are made of.

Generalised forces and forces at points are added to the scene as constant ones, so every part of the model (sticking
contacts, motors that feel a load) sees them as it would in a run. Controllers never sample: what they hold is constant. A
coordinate that is held has the acceleration 0, by the mechanism of prescribed motions. A state of the model becomes one of
the driven model, and back, by the rows of the added forces in the table of elements.
"""

from dataclasses import replace

import numpy as np

from .._check import finite, items, one_of, shown
from .._interrupt import aside
from ..elements.force import COUNT, START
from ..elements.motion import Motion
from ..elements.motor_columns import VALUE
from ..elements.pieces_over_time import MEAN, at, choose
from ..elements.sampled import FIRST
from ..model import Model
from ..model.algorithms import state_of
from ..model.build import assemble
from ..model.coordinates import Coordinates
from ..model.notes import warn_of
from ..model.start import started
from ..scene.scene import Scene
from ..system.entries import resume
from ..tables import EL_ROW, EL_ROW_F, LED, N_V, PRESCRIBED, VI
from ..trajectory import Instant, Trajectory
from ..trajectory.discrete import UNKNOWN, Discrete
from .inputs import Catalogue, Command, is_sampled
from .point import OperatingPoint

NEVER = 1e300  # [s] first sample of a controller that is held


def as_model(scene):
    """A model of a scene, with the warnings of one that is built; or a sentence."""
    if isinstance(scene, Model):
        return scene
    if not isinstance(scene, Scene):
        raise TypeError(f"model must be a Scene or a Model, got {shown(scene)}")
    model = assemble(scene)
    warn_of(model, stacklevel=3)
    return model


class Driven:
    """A model whose inputs have constant values, at the time t [s]."""

    def __init__(self, model, values, held, t, *, still=False):
        """values: {name or PointForce: value, None: as it is}; held: coordinates, or bodies whose joint has one.

        still: motions that are prescribed stand still where they are at t.
        """
        if not isinstance(model.scene, Scene):
            raise ValueError(
                f"inputs must be of a scene of this process, got results of {model.scene.name!r} from a file"
            )
        self.origin, self.t = model, t
        self._catalogue = Catalogue(model)
        self.inputs = [self._catalogue.find(wanted) for wanted in values]
        labels = [one.label for one in self.inputs]
        for label in labels:
            if labels.count(label) > 1:
                raise ValueError(f"an input must be given once, got {label!r} again")
        given = zip(self.inputs, values.values(), strict=True)
        self.values = [
            None if value is None else finite(f"input {one.label!r}", value, one.unit) for one, value in given
        ]
        self._applied = {
            i: one.what.applied(value or 0.0)
            for i, (one, value) in enumerate(zip(self.inputs, self.values, strict=True))
            if not isinstance(one.what, Command)
        }
        self.model = self._assembled(self._stopped() if still else {})
        names = {one.name: e for e, one in reversed(list(enumerate(self.model.elements)))}
        self._element = {
            i: names[one.what.element] for i, one in enumerate(self.inputs) if isinstance(one.what, Command)
        }
        self._hold(held)
        self._command()

    # --- the model ------------------------------------------------------------------------------------------------------
    def _stopped(self):
        """{name: Motion} of the prescribed motions as they are at t, standing still."""
        t, found = self.origin.tables, {}
        for e, one in enumerate(self.origin.elements):
            if one.kind == "motion":
                row, written = t.par[t.el_i[e, EL_ROW]], self.origin.scene.elements[one.name]
                q = float(at(t.table, row, choose(t.table, row, self.t), self.t)[0])
                found[one.name] = Motion(body=written.body, coordinate=written.coordinate, offset=q, name=one.name)
        return found

    def _assembled(self, stopped):
        """The model with the added forces, those on bodies before those on joints, as a scene has them."""
        added = list(self._applied.values())
        self._rows = np.zeros(0, dtype=int)  # of the added forces in the table of elements
        model = self.origin
        if added or stopped:
            forces = sorted([*model.scene.forces, *added], key=lambda force: force.kind == "joint")
            model = assemble(replace(model.scene, forces=forces, elements=model.scene.elements | stopped))
        if added:
            first = next(e for e, one in enumerate(model.elements) if one.kind == "force")
            numbers = {id(force): first + i for i, force in enumerate(forces)}
            self._force = {i: numbers[id(force)] for i, force in self._applied.items()}
            self._rows = np.array(sorted(self._force.values()))
        t = model.tables
        own = t._replace(tree=t.tree._replace(i=t.tree.i.copy()), par=t.par.copy())
        for e, one in enumerate(model.elements):
            if is_sampled(one.kind):
                own.par[own.el_i[e, EL_ROW], FIRST] = NEVER
        return replace(model, tables=own)

    def _hold(self, held):
        """Coordinates that do not move."""
        if isinstance(held, str):
            raise TypeError(f"held must be a list of names, got {shown(held)}")
        layout, tree = self.model.layout, self.model.tables.tree.i
        coordinates = Coordinates(self.model, limits=False)
        single = {int(row[VI]): n for n, row in enumerate(tree) if row[N_V] == 1 and not coordinates.modal[row[VI]]}
        known = {layout.names[coordinates.q[v]]: node for v, node in single.items()}
        bodies = [name.rpartition(".")[0] for name in known]
        known |= {
            body: node for body, node in zip(bodies, list(known.values()), strict=True) if bodies.count(body) == 1
        }
        self.held = tuple(items("held", held, "a list of names"))
        for name in self.held:
            tree[known[one_of("held", name, known)], PRESCRIBED] = LED

    def _command(self):
        """Commands of motors that are given a value."""
        t = self.model.tables
        for i, e in self._element.items():
            if self.inputs[i].what.output < 0 and self.values[i] is not None:
                t.par[self._command_place(i, t)] += self.values[i] - self._commanded(e)

    def _command_place(self, i, P):
        """Where the command of a motor is among the parameters: its value, or the mean of its generator."""
        e = self._element[i]
        generator = P.el_i[e, EL_ROW_F]
        return (generator, MEAN) if generator > 0 else (P.el_i[e, EL_ROW], VALUE)

    def _commanded(self, e):
        """The command of a motor at t."""
        t = self.model.tables
        if t.el_i[e, EL_ROW_F] == 0:
            return t.par[t.el_i[e, EL_ROW], VALUE]
        row = t.par[t.el_i[e, EL_ROW_F]]
        return at(t.table, row, choose(t.table, row, self.t), self.t)[0]

    # --- states ---------------------------------------------------------------------------------------------------------
    def point(self, y):
        """The driven model at a state: None, an array, an instant or a run, of which the end counts."""
        if isinstance(y, Trajectory):
            y = y.instant()
        P = self.model.system()
        if isinstance(y, Instant):
            layout = y.model.layout
            if (layout.names, y.model.contact_names) != (self.origin.layout.names, self.origin.contact_names):
                raise ValueError(f"state must be one of the same scene, got one of {y.model.scene.name!r}")
            P, state = replace(y, discrete=self._with_forces(y.discrete)).put_into(P)
            aside(lambda: resume(P, self.t, state))
        else:
            P, state = aside(lambda: started(self.model, P, self.t, _whole(self.origin, y)))
        for i, e in self._element.items():
            if self.inputs[i].what.output >= 0 and self.values[i] is not None:
                P.hold[e, self.inputs[i].what.output] = self.values[i]
        return OperatingPoint(self.model, P, self.t, state)

    def point_at(self, instant):
        """The driven model at an instant of its own."""
        P, y = instant.put_into(self.model.system())
        return OperatingPoint(self.model, P, self.t, y)

    def instant(self, point):
        """The state of the model itself at a point of the driven one."""
        d = Discrete.of(point.P)
        kept = Discrete(*(np.delete(part, self._rows, axis=0) for part in d))
        return Instant(self.origin, self.t, point.y.copy(), kept)

    def _with_forces(self, d):
        """A discrete state with rows for the added forces, which begin to act."""
        rows = self._rows - np.arange(self._rows.size)
        n = rows.size
        new = np.tile(UNKNOWN, (n, 1)), np.ones((n, d.mode.shape[1]), dtype=int), np.zeros((n, d.hold.shape[1]))
        return Discrete(*(np.insert(part, rows, more, axis=0) for part, more in zip(d, new, strict=True)))

    # --- inputs ---------------------------------------------------------------------------------------------------------
    def number(self, wanted):
        """The number of an input."""
        label = self._catalogue.find(wanted).label
        return next(i for i, one in enumerate(self.inputs) if one.label == label)

    def now(self, P):
        """The values of all inputs."""
        found = np.zeros(len(self.inputs))
        for i, one in enumerate(self.inputs):
            if i in self._applied:
                found[i] = self.values[i] or 0.0
            elif one.what.output < 0:
                found[i] = self._commanded(self._element[i])
            else:
                found[i] = P.hold[self._element[i], one.what.output]
        return found

    def shifted(self, P, i, by):
        """The system with its input i changed by so much."""
        what = self.inputs[i].what
        if not isinstance(what, Command):
            first, count = (int(P.par[P.el_i[self._force[i], EL_ROW], column]) for column in (START, COUNT))
            table = P.table.copy()
            table[first : first + count, 1:7] += by * self._unit_row(i)
            return P._replace(table=table)
        if what.output >= 0:
            hold = P.hold.copy()
            hold[self._element[i], what.output] += by
            return P._replace(hold=hold)
        par = P.par.copy()
        par[self._command_place(i, P)] += by
        return P._replace(par=par)

    def _unit_row(self, i):
        """The row of a force of 1 in its direction."""
        return np.array(self.inputs[i].what.applied(1.0).values[0])


def _whole(model, y):
    """A state with all named components."""
    if y is None:
        return model.y0
    state = state_of(model, y)
    whole = model.y0.copy()
    n = min(whole.size, state.size)
    whole[:n] = state[:n]
    return whole
