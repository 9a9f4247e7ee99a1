"""Contact rules -> rows that compiled code looks up: laws, their parameters, which materials or bodies they serve."""

from typing import NamedTuple

import numpy as np

from ..elements.slopes import STEP, STEP_OF_USERS
from ..laws.registry import FRICTION, NORMAL
from ..tables import (
    ELASTIC,
    GROWTH,
    HELD,
    N_RULE_F,
    N_RULE_I,
    R_BY_BODY,
    R_CENTRE,
    R_FRICTION,
    R_MIDDLE,
    R_NEEDS,
    R_NORMAL,
    R_ONSET,
    R_ROW,
    R_ROW_F,
    R_ROW_R,
    R_SIDE,
    R_SINGULAR,
    R_SIZE,
    R_SIZE_F,
    R_STATE,
    R_STATE_F,
    R_STEP,
    R_YIELDS,
    TENSORS,
)

SURFACE = 1e-6  # [m] the smallest surface state whose relative accuracy matters
# friction state below this does not matter; without a floor friction of zero would ask for no error at all
SMALLEST = 1e-9
NEVER = -1  # rule of two bodies that never touch


MIDDLE = 0.5  # the force acts in the middle between the two surfaces
NEEDS = {"elastic": ELASTIC, "growth": GROWTH, "tensors": TENSORS, "held": HELD}


class Side(NamedTuple):
    """Who side a of a rule is."""

    number: int
    by_body: bool


NO_SIDE = Side(-1, False)


class Laws(NamedTuple):
    """What the contacts of one rule have in common."""

    normal: object
    friction: object


def _is_own(*laws):
    """Whether one of the laws is a user's."""
    return any(hasattr(law, "functions") for law in laws)


class RuleTable:
    """Rules in the order of their numbers."""

    def __init__(self, parameters):
        self._parameters = parameters  # the table that takes rows
        self.laws = []
        self._rows_i, self._rows_f = [], []
        self._made = {}  # the same laws are the same rule

    def add(self, normal, friction, *, centre=MIDDLE, rolling=None, side=NO_SIDE):
        """The number of the rule with these laws."""
        sided = centre != MIDDLE or has_onset(normal) or "tensors" in getattr(friction, "needs", ())
        key = id(normal), id(friction), centre, id(rolling), side if sided else NO_SIDE
        if key not in self._made:
            self._made[key] = len(self.laws)
            self.laws.append(Laws(normal, friction))
            self._write(normal, friction)
            self._place(centre, rolling, key[-1])
        return self._made[key]

    def _place(self, centre, rolling, side):
        """What a rule says besides its laws, into the row that was written last."""
        row, row_f = self._rows_i[-1], self._rows_f[-1]
        row[R_SIDE], row[R_BY_BODY] = side.number, side.by_body
        row[R_MIDDLE] = centre == MIDDLE and not row[R_ONSET]
        row_f[R_CENTRE] = centre
        if rolling is not None:
            row[R_ROW_R] = self._parameters.add(rolling.row())

    def _write(self, normal, friction):
        row, row_f = np.zeros(N_RULE_I, dtype=np.int64), np.zeros(N_RULE_F)
        row[R_NORMAL], row[R_SINGULAR], row[R_STATE] = NORMAL.number(normal), normal.singular_start, normal.n_state
        row[R_ROW] = self._parameters.add(normal.row())
        row[R_ONSET] = NORMAL.number_of_file(normal.onset) if has_onset(normal) else 0
        row[R_YIELDS] = getattr(normal, "yields", False)
        row_f[R_SIZE], row_f[R_STEP] = SURFACE, STEP_OF_USERS if _is_own(normal, friction) else STEP
        if friction is not None:
            row[R_ROW_F], row[R_STATE_F] = self._parameters.add(friction.row()), friction.n_state
            row[R_NEEDS] = sum(NEEDS[word] for word in getattr(friction, "needs", ()))
            if not is_frictionless(friction):
                row[R_FRICTION] = FRICTION.number(friction)
            if friction.n_state:
                # a tenth of what the state can be under 1 N: below that only an absolute error counts
                row_f[R_SIZE_F] = 0.1 * min(max(friction.state_bound(1.0), SMALLEST), 1e-2)
        self._rows_i.append(row)
        self._rows_f.append(row_f)

    def has_functions(self, rule):
        """Whether a law of a rule is a user's."""
        return _is_own(*self.laws[rule])

    def has_rolling(self, rule):
        """Whether a rule has a rolling resistance."""
        return self._rows_i[rule][R_ROW_R] > 0

    def yields(self, rule):
        """Whether the normal law of a rule has a permanent indentation that grows."""
        return self._rows_i[rule][R_YIELDS] == 1

    def rows_of(self, rule):
        """New rows with the parameters of the two laws of a rule."""
        normal, friction = self.laws[rule]
        return self._parameters.add(normal.row()), self._parameters.add(friction.row())

    def tables(self):
        """rule_i, rule_f."""
        n = len(self.laws)
        return (
            np.array(self._rows_i, dtype=np.int64).reshape(n, N_RULE_I),
            np.array(self._rows_f, dtype=float).reshape(n, N_RULE_F),
        )


def has_onset(normal):
    """Whether a normal law takes its parameters from the place where a contact is made."""
    return hasattr(normal, "onset")


def is_frictionless(friction):
    """Whether a friction law is none."""
    return friction is None or type(friction).__name__ == "Frictionless"


class Keys:
    """Which rule serves two features: pairs of bodies first, then pairs of materials."""

    def __init__(self, scene, features, rules):
        self._n = {"body": len(features.bodies), "material": len(features.materials)}
        self._number = {"body": features.bodies, "material": features.materials}
        self.body, self.material = {}, {}
        for rule in scene.rules:
            a = Side(self._number["body" if rule.by_body else "material"].get(rule.a, -1), rule.by_body)
            self._enter(rule, rules.add(rule.normal, rule.friction, centre=rule.centre, rolling=rule.rolling, side=a))
        for rule in scene.apart:
            if rule.by_body:
                self._enter(rule, NEVER)

    def _enter(self, rule, number):
        of = "body" if rule.by_body else "material"
        numbers = self._number[of]
        if rule.a in numbers and rule.b in numbers:
            a, b = sorted((numbers[rule.a], numbers[rule.b]))
            getattr(self, of)[a * self._n[of] + b] = number

    def tables(self):
        """material_key, body_key: sorted rows (pair, rule)."""
        return tuple(
            np.array(sorted(keys.items()), dtype=np.int64).reshape(len(keys), 2) for keys in (self.material, self.body)
        )
