"""The contacts of a model: which there can be, what they are called, which rule they follow.

Where few are possible all of them are listed, in the order of bodies and surfaces, and have their rows from the start.
Where many are, a contact gets a row when it comes near for the first time; a name can be asked for any time:

    B/A         bodies with the labels of their features (`box.+++/floor`); the force is that on the first
    B/A#2       the second pair of that name: bodies may have several surfaces of one kind
"""

from itertools import product

from ..system.pairs import NO_RULE, rule_between
from .features import meet, possible

LISTED = 5000  # possible contacts that are listed
FEW = 24  # so many are cheaper to watch than to sort out


class Contacts:
    """Pairs of features and their names."""

    def __init__(self, features, tables):
        self.features, self._tables = features, tables
        self._order, self._of_body = {}, {}  # body -> its place; body -> surface -> features
        for i, feature in enumerate(features):
            self._order.setdefault(feature.body, len(self._order))
            self._of_body.setdefault(feature.body, {}).setdefault(feature.surface, []).append(i)
        self._cache = {}
        self.listed = None  # [(A, B, rule)] of all possible contacts, None: too many
        if possible(features) <= LISTED:
            self.listed = [pair for x, y in self._pairs_of_bodies() for pair in self._between(x, y)]

    def _pairs_of_bodies(self):
        names = list(self._of_body)
        return ((x, y) for i, x in enumerate(names) for y in names[i + 1 :])

    def _between(self, x, y):
        """[(A, B, rule)] of all contacts of two bodies, x the earlier one."""
        if (x, y) not in self._cache:
            self._cache[x, y] = list(self._find_between(x, y))
        return self._cache[x, y]

    def _find_between(self, x, y):
        for sx, sy in product(self._of_body[x].values(), self._of_body[y].values()):
            for a, b in product(sx, sy):
                meets, a, b = meet(self.features, a, b)
                rule = rule_between(self._tables, a, b) if meets else NO_RULE
                if rule != NO_RULE:
                    yield a, b, int(rule)

    def name(self, a, b):
        """What the contact of two features is called."""
        features = self.features
        plain = f"{features[b].name}/{features[a].name}"
        x, y = sorted((features[a].body, features[b].body), key=self._order.__getitem__)
        if len(self._of_body[x]) == len(self._of_body[y]) == 1:
            return plain  # labels of one surface differ
        alike = [(i, j) for i, j, _ in self._between(x, y) if f"{features[j].name}/{features[i].name}" == plain]
        count = alike.index((a, b)) if (a, b) in alike else 0
        return plain if count == 0 else f"{plain}#{count + 1}"

    def find(self, name):
        """(A, B, rule) of the contact of this name, or None."""
        for cut in (i for i, letter in enumerate(name) if letter == "/"):
            first, second = name[:cut], name[cut + 1 :].rpartition("#")[0] or name[cut + 1 :]
            for x, y in product(self._bodies(first), self._bodies(second)):
                for a, b, rule in self._between(*sorted((x, y), key=self._order.__getitem__)) if x != y else ():
                    if self.name(a, b) == name:
                        return a, b, rule
        return None

    def bodies_of(self, name):
        """The two bodies of the contact of this name, that on which its force acts first; None, if it is no contact."""
        cuts = [i for i, letter in enumerate(name) if letter == "/"]
        sides = ((self._named(name[:i]), self._named(name[i + 1 :].rpartition("#")[0] or name[i + 1 :])) for i in cuts)
        possible_ones = [pair for two in sides for pair in product(*two)]
        if len(possible_ones) == 1:
            return possible_ones[0]
        found = self.find(name)  # names with dots and strokes in them
        return None if found is None else (self.features[found[1]].body, self.features[found[0]].body)

    def _named(self, text):
        return [body for body in self._bodies(text) if text[len(body) :][:1] in ("", ".")]

    def _bodies(self, text):
        """Bodies whose features may have this name."""
        return [text[:i] for i in range(1, len(text) + 1) if text[:i] in self._of_body]
