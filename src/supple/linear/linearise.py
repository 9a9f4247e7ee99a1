"""Linear model of a scene around a state: x' = A x + B u, y = C x + D u, in held modes.

    A = L df/dy T      x: displacements, velocities, internal state (`point.py`);    B = L df/du,    C, D of the outputs

What touches stays in touch, what sticks sticks, controllers hold what they hold: the model is that of small motions in the
present modes. Where a guard is at zero (two bodies that just touch, a shaft at rest with dry friction) there is no such
model on both sides of it; a warning names it, and `notes` keep the sentence.
"""

import warnings
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._check import finite, items, shown
from ..elements.dispatch import CONTACT, LIMIT
from ..guards import UNUSED
from ..model import Model
from ..scene.scene import Scene
from ..tables import EL_KIND, M_NORMAL, OPEN
from ..trajectory import Instant, Trajectory
from .differences import rate_slopes, slope_by
from .driven import Driven, as_model
from .equilibrium import Equilibrium, time_of
from .inputs import Catalogue, PointForce
from .outputs import STEP, PointMotion, find_outputs, output_rows, values
from .point import Component, OperatingPoint
from .state_space import StateSpace

BORDER = 1e-12  # guards so near to zero are at it, in their units;
TOUCHING = 1e-9  # [m, rad] and the gap of an open contact


class LinearWarning(UserWarning):
    """A linear model was asked for where the scene is not smooth."""


def linearise(
    model: Scene | Model,
    y: ArrayLike | Instant | Trajectory | Equilibrium | None = None,
    *,
    inputs: Sequence[str | tuple[str, int] | PointForce] = (),
    outputs: Sequence[str | PointMotion] = (),
    held: Sequence[str] = (),
    time: float | None = None,
) -> StateSpace:
    """The linear model of a scene around a state, with names and units.

    y         None: the initial state; an array: whatever overlaps touches; `run.instant(t)` or `equilibrium(scene)`: with
              the internal state of what touches; a run: its end
    inputs    "torque on arm.angle", "force on cart.displacement", names of motors and controllers, PointForce(...)
    outputs   names of the state, "acceleration of NAME", "BODY.position.z", "CONTACT.force", PointMotion(...)
    held      coordinates that do not move, besides those that motions prescribe
    time      [s] of inputs over time; default: that of the state, else 0
    """
    built = as_model(model)
    at = linear_at(built, y, inputs=inputs, held=held, time=time)
    driven, point = at.driven, at.point
    B = np.zeros((point.y.size, len(driven.inputs)))
    for i in range(len(driven.inputs)):
        B[:, i] = slope_by(lambda by: point.rates(point.y[None, :], driven.shifted(point.P, i, by))[0], STEP)  # noqa: B023
    found = find_outputs(point, outputs)
    C, D = output_rows(point, driven, found, (at.components, at.T, at.L), at.slopes, B)
    chosen = [driven.number(one) for one in inputs]
    layout, free = built.layout, set(point.free().tolist())
    return StateSpace(
        A=at.A, B=(at.L @ B)[:, chosen], C=C, D=D[:, chosen],
        states=tuple(one.name for one in at.components), state_units=tuple(one.unit for one in at.components),
        inputs=tuple(driven.inputs[i].label for i in chosen), input_units=tuple(driven.inputs[i].unit for i in chosen),
        outputs=tuple(one.label for one in found), output_units=tuple(one.unit for one in found),
        rate=at.L @ at.f, input_values=driven.now(point.P)[chosen], output_values=values(point, found), time=driven.t,
        scene=built.scene.name,
        held=tuple(layout.names[layout.n_q + v] for v in range(layout.n_v) if v not in free), notes=at.notes,
    )  # fmt: skip


class Linear(NamedTuple):
    """The right-hand side at an operating point and its derivatives by the small state."""

    driven: Driven
    point: OperatingPoint
    components: tuple[Component, ...]
    T: np.ndarray  # dy/dx
    L: np.ndarray  # x' from y'
    f: np.ndarray  # y'
    slopes: np.ndarray  # dy'/dx
    notes: tuple[str, ...]

    @property
    def A(self):
        """dx'/dx."""
        return self.L @ self.slopes


def linear_at(model, y, *, inputs=(), held=(), time=None):
    """The derivatives of a model at a state, with a warning of each kink that is there."""
    driven = _driven(model, y, inputs, held, time)
    point = driven.point(y.instant if isinstance(y, Equilibrium) else y)
    guards = point.look()
    point.rate()  # what sticks is known by it
    components, T, L = point.basis()
    f, slopes = rate_slopes(point, T)
    bad = np.flatnonzero(~np.all(np.isfinite(slopes), axis=0))
    if bad.size:
        raise ValueError(
            f"derivatives by {components[bad[0]].name!r} must be finite at this state, got none: a law or a shape has no "
            "value near it"
        )
    notes = _kinks(point, guards)
    for note in notes:
        warnings.warn(f"{shown(model.scene.name)}: {note}", LinearWarning, stacklevel=3)
    return Linear(driven, point, components, T, L, f, slopes, notes)


def _driven(model, y, inputs, held, time):
    """The model with all inputs that are asked for, at the values that an equilibrium has given them."""
    if isinstance(inputs, str):
        raise TypeError(f"inputs must be a list of names, got {shown(inputs)}")
    given: dict[Any, float | None] = dict.fromkeys(items("inputs", inputs, "a list of names"))
    if isinstance(y, Equilibrium):
        catalogue = Catalogue(model)
        words = {catalogue.find(one).label: one for one in given}  # by which an input is asked for here
        given |= {words.get(catalogue.find(one).label, one): value for one, value in y.inputs.items()}
        held = (*y.held, *held)
    t = time_of(y) if time is None else finite("time", time, "s")
    return Driven(model, given, tuple(dict.fromkeys(held)), t, still=isinstance(y, Equilibrium))


def _kinks(point, guards):
    """Sentences on the guards that are at zero."""
    elements, which = point.watched()
    notes = []
    for e, k, g in zip(elements.tolist(), which.tolist(), guards.tolist(), strict=True):
        kind = point.P.el_i[e, EL_KIND]
        contact = kind in (CONTACT, LIMIT)
        opened = contact and point.P.mode[e, M_NORMAL] == OPEN
        if abs(g) >= UNUSED or abs(g) > (TOUCHING if opened and k == 0 else BORDER):
            continue
        name = point.name_of(e)
        if opened:
            notes.append(
                f"contact {name!r} is open by {g:.2g} and about to touch: the model is that of the open contact"
            )
        elif contact and k == 0:
            notes.append(f"contact {name!r} touches without force: the model is that of the closed contact")
        elif contact:
            notes.append(
                f"contact {name!r} is at the border of two modes of friction: the model is that of the present one"
            )
        else:
            notes.append(f"{name!r} is at the border of two modes: the model is that of the present one")
    return tuple(dict.fromkeys(notes))
