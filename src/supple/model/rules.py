"""Contact rules -> rows that compiled code looks up: laws, their parameters, which pair of materials or bodies they serve."""

from typing import NamedTuple

import numpy as np

from ..laws.registry import FRICTION, NORMAL
from ..tables import (
    F_BODY,
    F_MATERIAL,
    F_NODE,
    F_PARENT,
    N_RULE_F,
    N_RULE_I,
    R_FRICTION,
    R_NORMAL,
    R_OWN,
    R_ROW,
    R_ROW_F,
    R_SINGULAR,
    R_SIZE,
    R_SIZE_F,
    R_STATE,
    R_STATE_F,
)

SURFACE = 1e-6  # [m] the smallest surface state whose relative accuracy matters
SMALLEST = (
    1e-9  # friction state below this does not matter; without a floor friction of zero would ask for no error at all
)
NEVER = -1  # rule of two bodies that never touch


class Laws(NamedTuple):
    """What the contacts of one rule have in common."""

    normal: object
    friction: object


class RuleTable:
    """Rules in the order of their numbers."""

    def __init__(self, parameters):
        self._parameters = parameters  # the table that takes rows
        self.laws = []
        self._rows_i, self._rows_f = [], []
        self._made = {}  # the same laws are the same rule

    def add(self, normal, friction):
        """The number of the rule with these laws."""
        key = id(normal), id(friction)
        if key not in self._made:
            self._made[key] = len(self.laws)
            self.laws.append(Laws(normal, friction))
            self._write(normal, friction)
        return self._made[key]

    def _write(self, normal, friction):
        row, row_f = np.zeros(N_RULE_I, dtype=np.int64), np.zeros(N_RULE_F)
        row[R_NORMAL], row[R_SINGULAR], row[R_STATE] = NORMAL.number(normal), normal.singular_start, normal.n_state
        row[R_ROW] = self._parameters.add(normal.row())
        row_f[R_SIZE] = SURFACE
        if friction is not None and hasattr(friction, "row"):
            row[R_ROW_F], row[R_STATE_F] = self._parameters.add(friction.row()), friction.n_state
            if not is_frictionless(friction):
                row[R_FRICTION] = FRICTION.number(friction)
            if friction.n_state:
                # a tenth of what the state can be under 1 N: below that only an absolute error counts
                row_f[R_SIZE_F] = 0.1 * min(max(friction.state_bound(1.0), SMALLEST), 1e-2)
        row[R_OWN] = hasattr(normal, "functions") or hasattr(friction, "functions")
        self._rows_i.append(row)
        self._rows_f.append(row_f)

    def tables(self):
        """rule_i, rule_f."""
        n = len(self.laws)
        return (
            np.array(self._rows_i, dtype=np.int64).reshape(n, N_RULE_I),
            np.array(self._rows_f, dtype=float).reshape(n, N_RULE_F),
        )


def is_frictionless(friction):
    """Whether a friction law is none."""
    return friction is None or type(friction).__name__ == "Frictionless"


class Worn(NamedTuple):
    """What a rule asks of a feature."""

    node: int
    body: int
    parent: int
    material: int


class Keys:
    """Which rule serves two features: pairs of bodies first, then pairs of materials."""

    def __init__(self, scene, features, rules):
        self._n = {"body": len(features.bodies), "material": len(features.materials)}
        self._number = {"body": features.bodies, "material": features.materials}
        self._rows = [Worn(*(int(row[i]) for i in (F_NODE, F_BODY, F_PARENT, F_MATERIAL))) for row in features.rows_i]
        self.body, self.material = {}, {}
        for rule in scene.rules:
            self._enter(rule, rules.add(rule.normal, rule.friction))
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

    def between(self, a, b):
        """The rule between two features, or None; as `system/pairs.py` finds it."""
        x, y = self._rows[a], self._rows[b]
        if x.node == y.node:
            return None
        low, high = sorted((x.body, y.body))
        rule = self.body.get(low * self._n["body"] + high)
        if rule is not None:
            return None if rule == NEVER else rule
        if x.parent == y.body or y.parent == x.body or min(x.material, y.material) < 0:
            return None
        low, high = sorted((x.material, y.material))
        return self.material.get(low * self._n["material"] + high)
