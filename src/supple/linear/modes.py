"""Modes: eigenvalues and eigenvectors of a linear model as frequencies, damping ratios and shapes.

    A phi = lambda phi           damped:    f = |Im lambda|/2 pi,  f_0 = |lambda|/2 pi,  zeta = -Re lambda/|lambda|
    -K phi = -omega^2 phi        undamped:  K = -(da/dq + da/dz dz'/dv): dampers are left out, bristles bend with the motion

A pair of complex eigenvalues is one mode; of real ones each is one, with a time constant -1/lambda. Eigenvalues that are
zero up to rounding are motions without force: a body that may roll, a state that stays where it is put.

Shapes    of displacements, scaled so that the coordinate with the largest share of the kinetic energy has the value 1
Source    Meirovitch, Principles and Techniques of Vibrations (1997), ch. 4.
Limits    a shape in which several bodies turn far is a small motion: it says nothing of large ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..model import Model
from ..model.algorithms import mass_matrix
from ..model.coordinates import Coordinates
from ..scene.scene import Scene
from ..trajectory import Instant, Trajectory
from .driven import as_model
from .equilibrium import Equilibrium
from .linearise import linear_at
from .made_up import CYCLES, FRAMES, made_up

ZERO = 1e-7  # of the largest eigenvalue: below it one is zero,
SLOW = 1e-6  # [rad/s] or below this
REAL = 1e-7  # [-] damping ratios so near to 1 are 1
SHARE = 0.1  # of the largest component of a shape, by kinetic energy: smaller ones are not printed
PRINTED = 3  # components of a shape


class Mode(NamedTuple):
    """One mode."""

    eigenvalue: complex  # [rad/s]
    shape: np.ndarray  # (n_v,) complex: displacement along every velocity coordinate

    @property
    def frequency(self) -> float:
        """Of its oscillation [Hz]; 0: it does not oscillate."""
        return abs(self.eigenvalue.imag) / (2.0 * np.pi)

    @property
    def natural_frequency(self) -> float:
        """|lambda|/2 pi [Hz]."""
        return abs(self.eigenvalue) / (2.0 * np.pi)

    @property
    def damping_ratio(self) -> float:
        """-Re lambda/|lambda|; 1 of one that decays without oscillating, -1 of one that grows."""
        size = abs(self.eigenvalue)
        return 0.0 - self.eigenvalue.real / size if size > 0.0 else 0.0

    @property
    def kind(self) -> str:
        """In a word."""
        if self.eigenvalue == 0.0:
            return "free"
        if self.eigenvalue.imag != 0.0:
            return "oscillates" if self.eigenvalue.real <= 1e-9 * abs(self.eigenvalue) else "oscillates and grows"
        return "decays" if self.eigenvalue.real < 0.0 else "grows"


@dataclass(frozen=True, eq=False)
class Modes(Sequence):
    """The modes of a model, slowest first: `modes[0].frequency`, `frequencies`, `damping_ratios`, `shape(0)`."""

    model: Model
    instant: Instant  # around which it moves
    found: tuple[Mode, ...]
    coordinates: tuple[str, ...]  # names of the components of a shape
    units: tuple[str, ...]
    weights: np.ndarray  # (n_v,) roots of the diagonal of the mass matrix [kg^1/2, kg^1/2 m]
    damped: bool

    def __getitem__(self, k: Any) -> Any:
        return self.found[k]

    def __len__(self) -> int:
        return len(self.found)

    @property
    def frequencies(self) -> np.ndarray:
        """Of all that oscillate [Hz], slowest first."""
        return np.array([mode.frequency for mode in self.found if mode.frequency > 0.0])

    @property
    def damping_ratios(self) -> np.ndarray:
        """Of all that oscillate, in the same order."""
        return np.array([mode.damping_ratio for mode in self.found if mode.frequency > 0.0])

    @property
    def eigenvalues(self) -> np.ndarray:
        """One of every pair [rad/s]."""
        return np.array([mode.eigenvalue for mode in self.found])

    def shape(self, k: int) -> dict[str, complex]:
        """Displacements of mode k by the names of coordinates."""
        return dict(zip(self.coordinates, self.found[k].shape.tolist(), strict=True))

    def states(self, k: int, amplitude: float, phases: ArrayLike) -> np.ndarray:
        """States of a made-up motion: the operating point moved by Re(amplitude shape e^(i phase)), one row per phase."""
        move, y = Coordinates(self.model, limits=False), self.instant.y
        everything = np.arange(self.model.layout.n_v)
        turned = np.exp(1j * np.atleast_1d(np.asarray(phases, dtype=float)))
        return np.array([move.moved(y, amplitude * (self.found[k].shape * one).real, everything) for one in turned])

    def motion(
        self, k: int, amplitude: float | None = None, *, cycles: int = CYCLES, frames: int = FRAMES
    ) -> Trajectory:
        """A made-up run of mode k, for pictures: undamped, its contacts open; amplitude None: one that is well seen.

        What would take a simulation, energies and forces, means nothing in it.
        """
        return made_up(self, k, amplitude, cycles, frames)

    def __str__(self) -> str:
        word = ("mode" if self.damped else "undamped mode") + ("" if len(self) == 1 else "s")
        lines = [f"{self.model.scene.name}: {len(self)} {word} at t = {self.instant.t:g} s"]
        lines.append(f"{'':>4}  {'f [Hz]':>12}  {'damping [-]':>12}  {'eigenvalue [rad/s]':>26}  {'':<12}  shape")
        for k, mode in enumerate(self.found):
            value = f"{mode.eigenvalue.real:.6g}"
            value += f" +- {abs(mode.eigenvalue.imag):.6g}i" if mode.eigenvalue.imag else ""
            ratio = f"{mode.damping_ratio:.4g}" if mode.eigenvalue != 0.0 else "-"
            lines.append(f"{k:>4}  {mode.frequency:>12.6g}  {ratio:>12}  {value:>26}  {mode.kind:<12}  {self.words(k)}")
        return "\n".join(lines)

    __repr__ = __str__

    def words(self, k: int) -> str:
        """The largest components of the shape of mode k, by their share of the kinetic energy."""
        mode = self.found[k]
        size = self.weights * np.abs(mode.shape)
        if not size.any():
            return "internal state"
        largest = [i for i in np.argsort(-size, kind="stable")[:PRINTED] if size[i] > SHARE * size.max()]
        return ", ".join(f"{self.coordinates[i]} {_number(mode.shape[i])}" for i in largest)


def _number(value):
    if abs(value.imag) < 1e-3 * abs(value):
        return f"{value.real:.3g}"
    return f"{abs(value):.3g} at {np.degrees(np.angle(value)):.0f} deg"


def modes(
    model: Scene | Model,
    y: ArrayLike | Instant | Trajectory | Equilibrium | None = None,
    *,
    held: Sequence[str] = (),
    time: float | None = None,
    damped: bool = True,
) -> Modes:
    """Modes of small motions around a state: arguments as for `linearise`.

    damped   False: the modes of masses and springs alone, which have real shapes
    """
    built = as_model(model)
    linear = linear_at(built, y, held=held, time=time)
    found = _damped(linear) if damped else _undamped(linear)
    layout = built.layout
    M = mass_matrix(built, linear.point.y)
    weight = np.sqrt(np.maximum(np.diag(M), 0.0))
    whole = tuple(Mode(value, _scaled(_whole(linear, shape, layout.n_v), weight)) for value, shape in found)
    names = {one.place: (one.name, one.unit) for one in linear.components if one.kind == "dq"}
    for v in range(layout.n_v):
        names.setdefault(v, (layout.names[layout.n_q + v], layout.units[layout.n_q + v].removesuffix("/s")))
    coordinates, units = zip(*(names[v] for v in range(layout.n_v)), strict=True) if layout.n_v else ((), ())
    return Modes(built, linear.driven.instant(linear.point), whole, coordinates, units, weight, damped)


def _places(linear):
    """Indices of displacements, velocities and internal state in the small state."""
    kinds = np.array([one.kind for one in linear.components])
    return (np.flatnonzero(kinds == kind) for kind in ("dq", "v", "z"))


def _whole(linear, shape, n_v):
    """A shape over all velocity coordinates."""
    found = np.zeros(n_v, dtype=complex)
    found[[one.place for one in linear.components if one.kind == "dq"]] = shape
    return found


def _scaled(shape, weight):
    """With the value 1 where most of the kinetic energy is."""
    size = weight * np.abs(shape)
    largest = int(np.argmax(size)) if size.size else 0
    return shape / shape[largest] if size.any() else shape


def _damped(linear):
    """(eigenvalue, shape of the displacements), slowest first."""
    q, _, _ = _places(linear)
    values, vectors = np.linalg.eig(linear.A)
    least = max(ZERO * np.abs(values).max(initial=0.0), SLOW)
    found = []
    for value, vector in zip(values, vectors.T, strict=True):
        if abs(value) < least:
            value = 0.0
        elif abs(np.imag(value)) < REAL * abs(value):  # two that are equal, up to rounding
            value = np.real(value)
        if np.imag(value) >= 0.0:  # one of a pair
            shape = vector[q]
            small = np.abs(shape).max(initial=0.0) * max(abs(value), 1.0) < 1e-12
            found.append((complex(value), np.zeros_like(shape) if small else shape))
    return sorted(found, key=lambda one: (abs(one[0]), one[0].real))


def _undamped(linear):
    """(eigenvalue, real shape), slowest first."""
    q, v, z = _places(linear)
    A = linear.A
    K = -(A[np.ix_(v, q)] + A[np.ix_(v, z)] @ A[np.ix_(z, v)])
    values, vectors = np.linalg.eig(K)
    least = max(ZERO**2 * np.abs(values).max(initial=0.0), SLOW**2)
    found = []
    for value, vector in zip(values, vectors.T, strict=True):
        square = 0.0 if abs(value) < least else float(np.real(value))
        # a negative stiffness falls away: +- sqrt(-K)
        found.append(
            (complex(0.0, np.sqrt(square)) if square >= 0.0 else complex(np.sqrt(-square), 0.0), np.real(vector))
        )
    return sorted(found, key=lambda one: (abs(one[0]), one[0].real))
