"""What is a kind of what: mild steel is a steel, steel is a metal.

Friction and restitution are listed for words like "steel", seldom for a grade. A row about a kind says something about
its members, and a row about a member something about its kind; two members of one kind say nothing about each other:

    distance(mild steel, steel) = 1,   distance(steel, mild steel) = 1,   distance(mild steel, tool steel) = None
"""

from functools import cache

from ._read import names, rows
from .names import key


@cache
def _parents():
    return {row["name"]: row["is_a"] for row in rows("kinds.csv")}


@cache
def _by_key():
    return {key(name): row["name"] for row in rows("kinds.csv") for name in (row["name"], *names(row["aliases"]))}


def find_kind(name):
    """The kind with this name or alias, or None."""
    return _by_key().get(key(name))


def kind_names():
    """All kinds."""
    return tuple(_parents())


def _line(kind):
    line = []
    while kind:
        line.append(kind)
        kind = _parents()[kind]
    return line


def distance(a, b):
    """Steps between two kinds of which one is a kind of the other; None for all others."""
    up, down = _line(a), _line(b)
    if b in up:
        return up.index(b)
    return down.index(a) if a in down else None
