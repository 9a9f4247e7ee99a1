"""A linear model: x' = A x + B u, y = C x + D u around an operating point, with names and units.

x, u and y are deviations from the operating point; `rate` is what x' has there, zero at rest.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import xarray as xr

WIDEST = 8  # columns of a matrix that are printed


@dataclass(frozen=True, eq=False)
class StateSpace:
    """x' = A x + B u, y = C x + D u; names and units of states, inputs and outputs."""

    A: np.ndarray  # (n, n)
    B: np.ndarray  # (n, inputs)
    C: np.ndarray  # (outputs, n)
    D: np.ndarray  # (outputs, inputs)
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    state_units: tuple[str, ...]
    input_units: tuple[str, ...]
    output_units: tuple[str, ...]
    rate: np.ndarray  # (n,) x' at the operating point
    input_values: np.ndarray  # u at the operating point
    output_values: np.ndarray  # y at the operating point
    time: float  # [s] of the operating point
    scene: str  # its name
    held: tuple[str, ...] = ()  # coordinates that are prescribed or held, and so no states
    notes: tuple[str, ...] = ()  # sentences: where the model is not smooth

    @property
    def matrices(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """A, B, C, D: for scipy.signal, or `control.ss(*linear.matrices)`."""
        return self.A, self.B, self.C, self.D

    @property
    def poles(self) -> np.ndarray:
        """Eigenvalues of A [rad/s], slowest first."""
        found = np.linalg.eigvals(self.A)
        return found[np.lexsort((found.imag, found.real, np.abs(found)))]

    @property
    def stable(self) -> bool:
        """Whether no pole grows, up to rounding."""
        found = self.poles
        return bool(found.real.max(initial=-np.inf) <= 1e-9 * np.abs(found).max(initial=1.0))

    def block(self, states: Any = None, inputs: Any = None, outputs: Any = None) -> "StateSpace":
        """The model with some states, inputs and outputs only, by name: rows and columns of the others are left out."""
        x, u, y = (
            list(range(len(names))) if some is None else [names.index(name) for name in some]
            for names, some in ((self.states, states), (self.inputs, inputs), (self.outputs, outputs))
        )
        pick = lambda names, which: tuple(names[i] for i in which)  # noqa: E731
        return StateSpace(
            A=self.A[np.ix_(x, x)], B=self.B[np.ix_(x, u)], C=self.C[np.ix_(y, x)], D=self.D[np.ix_(y, u)],
            states=pick(self.states, x), inputs=pick(self.inputs, u), outputs=pick(self.outputs, y),
            state_units=pick(self.state_units, x), input_units=pick(self.input_units, u),
            output_units=pick(self.output_units, y), rate=self.rate[x], input_values=self.input_values[u],
            output_values=self.output_values[y], time=self.time, scene=self.scene, held=self.held, notes=self.notes,
        )  # fmt: skip

    def to_scipy(self) -> Any:
        """As scipy.signal.StateSpace."""
        from scipy.signal import StateSpace as Scipy

        return Scipy(*self.matrices)

    def to_xarray(self) -> "xr.Dataset":
        """A, B, C, D as a labelled Dataset; units are coordinates beside the names."""
        import xarray as xr

        return xr.Dataset(
            {
                "A": (("state", "cause"), self.A),
                "B": (("state", "input"), self.B),
                "C": (("output", "cause"), self.C),
                "D": (("output", "input"), self.D),
            },
            coords={
                "state": list(self.states),
                "cause": list(self.states),
                "input": list(self.inputs),
                "output": list(self.outputs),
                "state_unit": ("state", list(self.state_units)),
                "input_unit": ("input", list(self.input_units)),
                "output_unit": ("output", list(self.output_units)),
            },
            attrs={"scene": self.scene, "time": self.time},
        )

    def __str__(self) -> str:
        n, m, p = len(self.states), len(self.inputs), len(self.outputs)
        counts = (_counted(count, word) for count, word in ((n, "state"), (m, "input"), (p, "output")))
        lines = [f"{self.scene}: linear model at t = {self.time:g} s, {', '.join(counts)}"]
        for letter, matrix, rows, columns in (
            ("A", self.A, self.states, self.states),
            ("B", self.B, self.states, self.inputs),
            ("C", self.C, self.outputs, self.states),
            ("D", self.D, self.outputs, self.inputs),
        ):
            if matrix.size:
                lines += _table(letter, matrix, rows, columns)
        units = [
            f"{word}: {', '.join(f'{name} [{unit}]' for name, unit in zip(names, units, strict=True))}"
            for word, names, units in (
                ("states", self.states, self.state_units),
                ("inputs", self.inputs, self.input_units),
                ("outputs", self.outputs, self.output_units),
            )
            if names
        ]
        held = [f"held: {', '.join(self.held)}"] if self.held else []
        return "\n".join([*lines, *units, *held, *(f"note: {note}" for note in self.notes)])

    __repr__ = __str__


def _counted(count, word):
    return f"{count} {word}{'' if count == 1 else 's'}"


def _table(letter, matrix, rows, columns):
    """A matrix with the names of its rows and columns; of a wide one the first columns."""
    shown = columns[:WIDEST]
    more = f" (first {WIDEST} of {len(columns)} columns)" if len(columns) > WIDEST else ""
    cells = [[f"{value:.5g}" for value in row[:WIDEST]] for row in matrix]
    widths = [max(len(name), *(len(row[j]) for row in cells)) for j, name in enumerate(shown)]
    left = max(len(letter), *map(len, rows))
    head = "  ".join([f"{letter:<{left}}", *(f"{name:>{width}}" for name, width in zip(shown, widths, strict=True))])
    body = [
        "  ".join([f"{name:<{left}}", *(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True))])
        for name, row in zip(rows, cells, strict=True)
    ]
    return [head + more, *body]
