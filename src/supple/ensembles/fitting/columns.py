"""What a column of data names in a run, and the run's numbers for it.

    ball.z, ball.vz, thigh.angle                    a channel of the state: `run.names`
    ball.position.x, .velocity.z, .acceleration.z   of a body, world axes
    foot/ground.force, .friction.x, .delta          of a contact or an element: what `run.contact`, `run.element` return
    impact.time, .speed, .rebound, .restitution,    of the impacts of a run, one after the other; with the name of a contact
        .duration, .peak_force, .max_indentation    before it (foot/ground.impact.speed) of that contact

Between steps numbers come from the interpolant of the method. An impact that the run does not have counts as one at its
end with speed, restitution, force and duration 0; one that still holds has no rebound and lasts to the end: the fewer
impacts a run has, the worse it fits.
"""

import numpy as np

from ..._check import one_of
from .data import IMPACT

AXES = ("x", "y", "z")
MOTIONS = {"position": "m", "velocity": "m/s", "acceleration": "m/s^2"}
OF_CONTACT = {"delta": "indentation", "rate": "speed", "force": "force"}  # quantity: field of ContactUnits
OF_IMPACT = {
    "time": "s", "speed": "m/s", "rebound": "m/s", "restitution": "-", "duration": "s", "peak_force": "N",
    "max_indentation": "m",
}  # fmt: skip


class Reader:
    """Numbers of one run; what several columns share is computed once."""

    def __init__(self, run):
        self._run = run
        self._known = {}

    def values(self, column):
        """The numbers of the run where the column was measured, or a sentence."""
        run, name = self._run, column.name
        found = IMPACT.fullmatch(name)
        if found:
            return self._impacts(found["contact"], found["quantity"], column)
        if name in run.names:
            return self._shared("states", column.at, run.at)[:, run.names.index(name)]
        history, quantity, axis = self._place(name, column)
        numbers = getattr(history, quantity) if quantity not in MOTIONS else history
        return numbers if axis is None else numbers[:, AXES.index(axis)]

    def unit(self, column):
        """The unit of a column, "" where it is not known."""
        run, name = self._run, column.name
        if name in run.names:
            return run.units[run.names.index(name)]
        *owner, last = name.split(".")
        if column.of_impacts:
            return OF_IMPACT[last] if last in ("time", "duration", "restitution") else ""
        if last in OF_CONTACT and ".".join(owner) in run.contact_units:
            return getattr(run.contact_units[".".join(owner)], OF_CONTACT[last])
        return MOTIONS.get(owner[-1] if owner else "", "")

    def _shared(self, what, at, compute):
        key = (what, id(at))
        if key not in self._known:
            self._known[key] = compute(at)
        return self._known[key]

    def _place(self, name, column):
        """(history, quantity, axis or None) of a dotted name."""
        run, label = self._run, f"column of {column.source}"
        contacts = run.contacts
        elements = [one.name for one in run.model.elements if one.name not in contacts]
        parts = name.split(".")
        axis = parts.pop() if parts[-1] in AXES else None
        owner, quantity = ".".join(parts[:-1]), parts[-1]
        if quantity in MOTIONS and owner in run.scene.bodies and axis:
            compute = getattr(run, quantity)
            return self._shared(name[:-2], column.at, lambda at: compute(owner, at)), quantity, axis
        ask = run.contact if owner in contacts else run.element if owner in elements else None
        if ask is None:
            owners = (*(f"{one}.force" for one in (*contacts, *elements)), *run.names)
            one_of(label, name, [*owners, "impact.time", *(f"{body}.position.z" for body in run.scene.bodies)])
        history = self._shared(owner, column.at, lambda at: ask(owner, at))
        kinds = {what: np.ndim(numbers) for what, numbers in _numbers(history)}
        one_of(f"{label}: quantity of {owner}", quantity, kinds)
        if (kinds[quantity] == 2) != (axis is not None):
            ending = "end with .x, .y or .z" if kinds[quantity] == 2 else "have no axis"
            raise ValueError(f"{label} must {ending} for {quantity}, got {name!r}")
        return history, quantity, axis

    def _impacts(self, contact, quantity, column):
        run = self._run
        one_of(f"column of {column.source}: quantity of an impact", quantity, OF_IMPACT)
        if contact is not None:
            one_of(f"column of {column.source}: contact", contact, run.contacts)
        end = run.t[-1]
        impacts = [impact for impact in run.impacts if contact in (None, impact.contact)]
        numbers = np.full(int(column.at[-1]) + 1, end if quantity == "time" else 0.0)
        for i, impact in enumerate(impacts[: numbers.size]):
            value = impact.start if quantity == "time" else getattr(impact, quantity)
            numbers[i] = (end - impact.start if quantity == "duration" else 0.0) if value is None else value
        return numbers[column.at.astype(int)]


def _numbers(history):
    """(name, array) of what a history has as numbers: a dataclass or a named tuple."""
    for name in type(history).__annotations__:
        value = getattr(history, name)
        if name != "t" and isinstance(value, np.ndarray) and value.dtype.kind == "f":
            yield name, value
