"""Names of elements by their numbers, as a run gave them: contacts are learnt from the records in which they appear."""

import numpy as np

from ..elements.registry import ELEMENTS
from ..tables import E_A, E_B, E_ELEMENT


class Roster:
    """Number -> name, and back."""

    def __init__(self, model):
        self._model = model
        self._names = {number: name for name, number in model.known.items()}
        self._names |= {e: one.name for e, one in enumerate(model.elements)}
        kinds = {e: ELEMENTS.modules[ELEMENTS.number_of_file(one.kind)] for e, one in enumerate(model.elements)}
        self._words = {e: kind.words for e, kind in kinds.items() if hasattr(kind, "words")}

    def learn(self, record):
        """Get to know the contacts of a record."""
        if self._model.contacts.listed is not None:
            return
        pairs = {e: tuple(row[:2]) for e, row in enumerate(record.start.who.tolist()) if row[0] >= 0}
        numbers, first = np.unique(record.log[:, E_ELEMENT].astype(int), return_index=True)
        rows = record.log[first][:, [E_A, E_B]].astype(int).tolist()
        pairs |= {e: tuple(row) for e, row in zip(numbers.tolist(), rows, strict=True)}
        for e, (a, b) in pairs.items():
            if e not in self._names:
                self._names[e] = self._model.name_of(e, a, b)

    def words(self, number):
        """What changes of modes of an element are called: a function of its kind, None if it has none."""
        return self._words.get(number)

    def __getitem__(self, number):
        return self._names[int(number)]

    @property
    def contacts(self):
        """{name: number} of the contacts and stops that are known, contacts first."""
        static = len(self._model.elements)
        met = {name: e for e, name in self._names.items() if e >= static}
        return met | {name: e for name, e in self._model.known.items() if e < static}
