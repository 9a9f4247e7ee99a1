"""What contacts did: histories and events."""

from dataclasses import dataclass

import numpy as np

from ..elements.observed import O_DELTA, O_FORCE, O_FRICTION, O_FRICTION_MODE, O_MODE, O_NORMAL, O_POINT, O_RATE, O_SLIP
from ..elements.registry import ELEMENTS
from ..laws.friction.contract import MODE_WORDS
from ..tables import OPEN, YIELDING


@dataclass(frozen=True)
class ContactHistory:
    """One contact at a series of times; vectors in world axes, forces on the body named first.

    Of the stop of a revolute joint delta is in rad, rate in rad/s, force in Nm.
    """

    name: str
    t: np.ndarray  # [s]
    delta: np.ndarray  # [m] indentation
    rate: np.ndarray  # [m/s]
    force: np.ndarray  # [N] normal force
    friction: np.ndarray  # [N] (n, 3)
    normal: np.ndarray  # (n, 3)
    point: np.ndarray  # [m] (n, 3)
    slip: np.ndarray  # [m/s] (n, 3)
    mode: tuple  # "open", "touching", "slide", "stick", "breakaway"; without friction also "yielding"
    yielding: np.ndarray  # (n,) True: the permanent indentation grows

    @classmethod
    def of(cls, name, t, observed):
        """From the observed columns."""
        words = tuple(
            "open" if mode == OPEN else "yielding" if mode == YIELDING and not friction else MODE_WORDS[int(friction)]
            for mode, friction in zip(observed[:, O_MODE], observed[:, O_FRICTION_MODE], strict=True)
        )
        return cls(
            name=name, t=t, delta=observed[:, O_DELTA], rate=observed[:, O_RATE], force=observed[:, O_FORCE],
            friction=observed[:, O_FRICTION : O_FRICTION + 3], normal=observed[:, O_NORMAL : O_NORMAL + 3],
            point=observed[:, O_POINT : O_POINT + 3], slip=observed[:, O_SLIP : O_SLIP + 3], mode=words,
            yielding=observed[:, O_MODE] == YIELDING,
        )  # fmt: skip


def history_of(element, t, observed):
    """What an element that is always there did: as its kind says it, or as of a contact."""
    module = ELEMENTS.modules[ELEMENTS.number_of_file(element.kind)]
    return getattr(module, "history", ContactHistory.of)(element.name, t, observed)


@dataclass(frozen=True, slots=True)
class Event:
    """A located change of mode."""

    time: float  # [s]
    contact: str  # or element: a cable, a motor
    what: str  # "made", "lost", "yields", "unloads", or the new friction mode; of others as they say (a cable: "taut")
    rate: float  # [m/s] of indentation; of others theirs (a cable: of its elongation, a motor: of its shaft [rad/s])


def events_of(record, roster):
    """The changes of mode in a record as a list of events."""
    roster.learn(record)
    changes = record.changes
    columns = (
        changes.row,
        changes.time,
        changes.element,
        changes.made,
        changes.yielding,
        changes.friction,
        changes.slid,
    )
    rows = zip(*(x.tolist() for x in (*columns, changes.rate)), strict=True)
    found = [
        (row, Event(time, roster[element], what, rate))
        for row, time, element, *change, rate in rows
        for what in _words(*change)
    ]
    found += [
        (change.row, Event(change.time, roster[change.element], what, change.rate))
        for change in record.changes_of(list(roster.tellers))
        for what in roster.tellers[change.element](change.before, change.after)
    ]
    return [event for _, event in sorted(found, key=lambda one: one[0])]


def _words(made, yielding, friction, slid):
    """What a row of the log tells; phase and friction may change at the same instant."""
    if made != 0:
        return ["made" if made > 0 else "lost"]
    if yielding == 0:
        return [MODE_WORDS[friction]]
    return ["yields" if yielding > 0 else "unloads", *([MODE_WORDS[friction]] if slid else [])]
