"""What contacts did: histories and events."""

from dataclasses import dataclass

import numpy as np

from ..elements.observed import O_DELTA, O_FORCE, O_FRICTION, O_FRICTION_MODE, O_MODE, O_NORMAL, O_POINT, O_RATE, O_SLIP
from ..laws.friction.contract import MODE_WORDS
from ..tables import E_ELEMENT, E_MODE, E_RATE, E_TIME, OPEN, YIELDING


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


@dataclass(frozen=True, slots=True)
class Event:
    """A located change of mode."""

    time: float  # [s]
    contact: str  # or element
    what: str  # "made", "lost", "yields", "unloads", the new friction mode, or a word of the element (a motor: "stick")
    rate: float  # [m/s] of indentation, or of the element (a motor: speed of its shaft [rad/s])


def events_of(record, roster):
    """The changes of mode in a record as a list of events."""
    roster.learn(record)
    changes = record.changes
    columns = (changes.time, changes.element, changes.made, changes.yielding, changes.friction, changes.slid)
    found = [
        (row, Event(time, roster[element], what, rate))
        for row, time, element, *change, rate in zip(
            *(x.tolist() for x in (changes.row, *columns, changes.rate)), strict=True
        )
        for what in _words(*change)
    ]
    drives = [(row, Event(time, roster[e], what, rate)) for row, time, e, what, rate in _of_drives(record, roster)]
    return [event for _, event in sorted(found + drives, key=lambda item: item[0])] if drives else [e for _, e in found]


def _of_drives(record, roster):
    """Row, time, number, word and rate of the changes of elements whose kind has words for them."""
    n_mode = record.start.mode.shape[1]
    for row, line in enumerate(record.log):
        e = int(line[E_ELEMENT])
        words = roster.words(e)
        if words is not None:
            after, before = (line[E_MODE + first : E_MODE + first + n_mode].astype(int) for first in (0, n_mode))
            for what in words(before.tolist(), after.tolist()):
                yield row, float(line[E_TIME]), e, what, float(line[E_RATE])


def _words(made, yielding, friction, slid):
    """What a row of the log tells; phase and friction may change at the same instant."""
    if made != 0:
        return ["made" if made > 0 else "lost"]
    if yielding == 0:
        return [MODE_WORDS[friction]]
    return ["yields" if yielding > 0 else "unloads", *([MODE_WORDS[friction]] if slid else [])]
