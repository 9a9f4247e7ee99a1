"""The figures of a run that do not grow with it: why it ended, what it made, what limited its steps, how the ledger closed.

They are counted while the record is read, in one piece or chunk by chunk, with the same result.
"""

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np

from ..elements.contact import ROUNDED
from ..elements.cornered import is_cornered
from ..elements.observed import O_DELTA, O_FORCE, O_RATE, O_SLIP
from ..elements.registry import ELEMENTS
from ..integrate.solver import (
    BY_ELEMENT,
    BY_EVENT,
    BY_GROWTH,
    BY_HORIZON,
    BY_MAX,
    BY_NEWTON,
    BY_STOP,
    EVENTS,
    FACTORISATIONS,
    JACOBIANS,
    K_RHS,
    NEWTON,
    REC_T,
    REC_T1,
    REC_WHO,
    REJECTED,
    STEPS,
    STEPS_EXPLICIT,
    STEPS_STIFF,
    SWITCHES,
    WHO,
)
from ..integrate.status import MESSAGES, Status
from ..laws.user_function import COEFFICIENT, ENERGY
from ..model.controllers import failure_of
from ..model.user_laws import failures, let_go
from ..shapes.contract import FIELD, PLANE
from ..tables import F_DEEPEST
from .audit import Audit
from .ledger import Ledger, Totals

BY_WORDS = {
    BY_STOP: "stops (end, samples, corners of inputs)",
    BY_MAX: "max_step",
    BY_EVENT: "events",
    BY_GROWTH: "growth after a start",
    BY_NEWTON: "equations of an implicit step that could not be solved",
    BY_HORIZON: "near pairs of features",
}

NEARBY = 1e-3  # of what a law was asked for last and what it has at the end of a run: it ended there
CUT_SHORT = (Status.INTERRUPTED, Status.TIME_LIMIT, Status.UNFINISHED)  # by somebody who would not wait


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """How a run ended and what it took."""

    status: Status
    message: str  # why it ended, as a sentence
    start: float  # [s]
    end: float  # [s] that was reached
    contacts_made: int
    turnover: float  # [J]
    relative_residual: float  # of the turnover
    limits: dict  # what limited the steps -> how often, most frequent first


def statistics(counters, wall):
    """The counters of a run by name, and the time it took [s]."""
    k = counters
    return {
        "steps": int(k[STEPS]), "rejected": int(k[REJECTED]), "right-hand sides": int(k[K_RHS]),
        "Jacobians": int(k[JACOBIANS]), "factorisations": int(k[FACTORISATIONS]), "Newton iterations": int(k[NEWTON]),
        "events": int(k[EVENTS]), "explicit steps": int(k[STEPS_EXPLICIT]), "implicit steps": int(k[STEPS_STIFF]),
        "changes of method": int(k[SWITCHES]), "wall time": wall,
    }  # fmt: skip


class Tally:
    """Counts while a record arrives."""

    def __init__(self, replay):
        self._replay = replay
        self._totals = Totals()
        self._audit = Audit(replay.model.layout, replay.options.rtol)
        self._who = Counter()
        self._last = None  # what limited the last step that was taken
        self._changed = None  # the contact that changed its mode last
        self._start = self._end = None
        self._made = 0
        self._recent = None  # the last chunk
        self._let_go = None  # a sentence on the first user's law that did not hold

    def take(self, record):
        """Count a chunk; return its ledger and its residual."""
        self._recent = record
        t = record.r[:, REC_T]
        self._start = float(t[0]) if self._start is None else self._start
        self._end = float(t[-1])
        steps = record.r[:, REC_T1] > t  # the final row of a run is no step
        who = record.k[steps, REC_WHO].tolist()
        self._who.update(who)
        self._last = who[-1] if who else self._last
        changes = record.changes
        self._replay.roster.learn(record)
        self._changed = int(changes.element[-1]) if len(changes.element) else self._changed
        self._let_go = self._let_go or let_go(self._replay.model, self._replay.roster, changes.select(changes.made < 0))
        self._made += int(np.sum(changes.made > 0))
        ledger = Ledger.of(
            t,
            self._replay.stored(record),
            record.y[:, self._replay.model.layout.ledger : self._replay.model.layout.size],
        )
        residual = self._totals.take(ledger)
        self._audit.take(ledger, residual, record.y)
        return ledger, residual

    def close(self, status, counters, message=None):
        """The figures of the whole; a run whose ledger does not close at its tolerance says so.

        message   what was said of this run when it ended, if that was before.
        """
        complaint = self._audit.complaint(self._totals) if status == Status.DONE else ""
        status = Status.ENERGY if complaint else status
        failure = self._law_failure(status)
        status = Status.LAW_FAILED if failure else status
        reason = failure or complaint
        text = MESSAGES[status] + (f" ({reason})" if reason else "")
        if status == Status.TOO_DEEP:
            who, model = int(counters[WHO]), self._replay.model
            element = who - BY_ELEMENT
            if element < len(model.elements) and model.elements[element].kind != "limit":
                kind, name, _ = model.elements[element]
                module = ELEMENTS.modules[ELEMENTS.number_of_file(kind)]
                text = f"{kind} {name!r} {getattr(module, 'BEYOND_WORDS', 'went beyond what it describes')}"
            else:
                text = self._too_deep(text, self._contact(who), element)
            text += f", at t = {self._end:.9g} s"
        elif status == Status.INPUT_FAILED:
            text = f"controller {failure_of(self._replay.model, counters)}" if message is None else message
        elif status not in (Status.DONE, Status.ENERGY):
            # a step that failed knows its limit better than the last one that succeeded
            who = self._last if status in (Status.MAX_STEPS, *CUT_SHORT) else None
            who = int(counters[WHO]) if who is None else who
            text += f" at t = {self._end:.9g} s; the last step was limited by {self._cause(who)}"
        return Summary(
            status=status, message=message or text, start=self._start, end=self._end, contacts_made=self._made,
            turnover=self._totals.turnover, relative_residual=self._totals.relative_residual,
            limits={self._name(who): count for who, count in self._who.most_common()},
        )  # fmt: skip

    def _law_failure(self, status):
        """A sentence on the user's law that ended the run, spoiled its ledger or let bodies through; None if none did."""
        for failure in failures(self._replay.model):
            if failure.function.role == ENERGY:
                ended = status == Status.ENERGY and not math.isfinite(self._totals.relative_residual)
            else:
                ended = status in (Status.STEP_UNDERFLOW, Status.NOT_FINITE) and self._at_end(failure)
            if ended:
                return failure.sentence
        return None if status in CUT_SHORT else self._let_go

    def _at_end(self, failure):
        """Whether a law failed where the run ended, and not in a trial stage far from there that was rejected."""
        if failure.element is None:  # one of many: nobody knows which
            return True
        seen = self._replay.contacts(self._recent, [failure.element])[-1, 0]
        here = seen[O_DELTA], seen[O_RATE]
        if failure.function.role == COEFFICIENT:
            here = math.hypot(*seen[O_SLIP : O_SLIP + 3]), seen[O_FORCE]
        pairs = zip((failure.a, failure.b), here, strict=True)
        return all(abs(abs(x) - abs(y)) <= NEARBY * abs(y) + 1e-6 for x, y in pairs)

    def _name(self, who):
        """What limited a step, in words."""
        if who in BY_WORDS:
            return BY_WORDS[who]
        if who >= BY_ELEMENT:
            return f"accuracy of contact {self._contact(who)}"
        layout = self._replay.model.layout
        return "accuracy of " + (layout.names[who] if who < layout.size else "the internal state of contacts")

    def _contact(self, who):
        """The contact that the error norm names `who`."""
        return self._replay.roster[who - BY_ELEMENT]

    def _too_deep(self, text, contact, element):
        """What is said of a contact that ended the run: it is too deep, or beyond the border of a terrain."""
        model = self._replay.model
        found = model.contacts.find(contact)
        if found and model.contacts.features[found[1]].kind == FIELD:
            delta = self._replay.places(self._recent, [element])[-1, 0, O_DELTA]
            if delta < model.tables.feat_f[list(found[:2]), F_DEEPEST].min():
                return f"contact {contact} is beyond the border of the terrain, where no heights are given"
        text = f"{text} in contact {contact}"
        if found:
            kind_a, kind_b = (model.contacts.features[f].kind for f in found[:2])
            if is_cornered(kind_b) and kind_a != PLANE:
                text += f": deeper than {ROUNDED:g} of the sum of their roundings"
                text += "; a stiffer law or a larger rounding is needed"
        return text

    def _cause(self, who):
        """The same with what is known of the sample, the contact or the spring behind it."""
        model, options = self._replay.model, self._replay.options
        text, detail = self._name(who), ""
        if who == BY_STOP and options.sample > 0.0:
            detail = f"samples every {options.sample:g} s"
        elif who == BY_EVENT and self._changed is not None:
            detail = f"the last one at contact {self._replay.roster[self._changed]}"
        elif 0 <= who < model.layout.n_q + model.layout.n_v:
            body = model.layout.names[who].rsplit(".", 1)[0]
            written = getattr(model.scene, "bodies", {}).get(
                body
            )  # a rotor is not in the scene, nor is anything in a file
            spring = getattr(written.joint, "spring", 0.0) if written is not None else 0.0
            if spring > 0.0:
                detail = f"its spring has {spring:g} N/m or Nm/rad"
        return f"{text} ({detail})" if detail else text
