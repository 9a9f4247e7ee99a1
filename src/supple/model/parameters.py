"""Parameters of laws and elements: rows of one table, as wide as the longest."""

import numpy as np


class ParameterTable:
    """Collects rows of any length."""

    def __init__(self):
        self._rows = [()]  # row 0: of nothing

    def add(self, numbers):
        """The number of a new row."""
        self._rows.append(tuple(map(float, numbers)))
        return len(self._rows) - 1

    def table(self):
        """All rows, filled with zeros."""
        width = max(1, *map(len, self._rows))
        out = np.zeros((len(self._rows), width))
        for i, row in enumerate(self._rows):
            out[i, : len(row)] = row
        return out
