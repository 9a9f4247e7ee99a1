"""Rest positions: velocities zero, accelerations zero, internal state at rest; which contacts are closed is found.

    (1/h - A) dx = x',   v = 0 afterwards         a step of implicit Euler over the time h, of which only the place is kept

For a long h this is Newton's method on the accelerations, for a short one it goes down the forces by h^2 M^-1 f. The
internal state of contacts follows: a bristle whose rate is the slip, u' = v, is bent by the step of its contact, u = J dq,
so that what sticks holds, and no further than its law lets it (`bounds.py`); one that relaxes is relaxed. Directions
without stiffness (a ball may roll) are left alone. After each step whatever overlaps touches, what pulls lets go, what
holds too much slides, by the guards and jumps of a run. A step that does not lower the residual is refused and h shortened.

Where this ends without rest (a body in the air feels no ground) the scene is simulated, and all velocities are set to zero
whenever the kinetic energy has a maximum, until the search above ends at rest.

Residual   a = (v'^T M v' / m)^(1/2) [m/s^2], m all mass that moves: one unit for angles and lengths
Source     pseudo-transient continuation: Kelley & Keyes, SIAM J. Numer. Anal. 35 (1998) 508; kinetic damping: Cundall,
           Proc. 2nd Int. Conf. Numer. Methods Geomech. (1976).
Limits     a local method: the rest position that it finds is a near one, stable or not; `settle=True` begins with the
           simulation, which ends in a stable one. Friction that depends on speed alone (regularised) holds nothing at rest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._check import finite, one_of, positive, shown
from ..elements.observed import KINETIC, O_DELTA, O_FORCE
from ..integrate.solver import REC_T
from ..model import Model
from ..model.algorithms import mass_matrix
from ..scene.scene import Scene
from ..simulation import simulate
from ..tables import DEEP, MASS
from ..trajectory import Instant, Trajectory
from ..trajectory.units import contact_units
from .bounds import put_back
from .differences import rate_slopes
from .driven import Driven, as_model

LONGEST, SHORTEST = 100.0, 1e-5  # [s] of a step
STRETCH, SHRINK = 8.0, 0.125
MOST = 60  # steps of one search
BETTER = 0.9  # of the residual, that a step must leave at most
ENOUGH = 0.5  # a step that leaves more than this of a residual within the tolerance is at its rounding
NO_STIFFNESS, NO_SHARE = 1e-6, 1e-12  # [1/s^2], [-] of the largest: squares of frequencies that are none
FINE = 1e-6  # of the tolerance: nothing is gained below
SETTLED = 1e-9  # of internal state, relative: a step that changes less
FIRST_SPAN, LONGEST_SPAN = 0.05, 20.0  # [s] of simulations between two maxima of the kinetic energy
ROUNDS = 120  # of them
FLOW, FLOWN = 0.05, 30  # [s] of a step without inertia, and their number
LOOSE, MOST_STEPS = 1e-4, 200_000  # rtol and steps of these simulations
EARLY = (1, 2, 3, 5, 8)  # rounds after which the search is tried
NEAR = 0.5  # [g, or 1 m/s^2] residual from which on a search may end at rest


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """A rest position: `y` or `rest["arm.angle"]`, `contacts`, and `instant` to simulate from or to linearise at."""

    instant: Instant  # with the internal state of what touches
    residual: float  # [m/s^2]
    steps: int
    contacts: dict[str, tuple[float, float]]  # closed ones: normal force [N, Nm] and indentation [m, rad]
    inputs: dict[Any, float]  # values that were given
    held: tuple[str, ...]

    @property
    def model(self) -> Model:
        """Of the scene at rest."""
        return self.instant.model

    @property
    def t(self) -> float:
        """Time [s] of inputs over time."""
        return self.instant.t

    @property
    def y(self) -> np.ndarray:
        """The named components of the state."""
        return self.instant.y[: self.model.layout.size]

    def __getitem__(self, name: str) -> float:
        """A component of the state by its name."""
        names = self.model.layout.names
        return float(self.y[names.index(one_of("channel", name, names))])

    def __str__(self) -> str:
        layout, units = self.model.layout, contact_units(self.model)
        lines = [f"{self.model.scene.name}: at rest within {self.residual:.1e} m/s^2 after {self.steps} steps"]
        for name, unit, value in zip(layout.names[: layout.n_q], layout.units, self.y, strict=False):
            lines.append(f"  {name:<24} {value: .9g} {unit}")
        for name, (force, depth) in self.contacts.items():
            unit = units[name]
            lines.append(f"  {name:<24} {force: .6g} {unit.force}, {depth:.4g} {unit.indentation} deep")
        lines += [f"  input {shown(name):<18} {value: .6g}" for name, value in self.inputs.items()]
        return "\n".join([*lines, *([f"  held: {', '.join(self.held)}"] if self.held else [])])

    __repr__ = __str__


def equilibrium(
    model: Scene | Model,
    y: ArrayLike | Instant | Trajectory | Equilibrium | None = None,
    *,
    inputs: Mapping[Any, float] | None = None,
    held: Sequence[str] = (),
    time: float | None = None,
    tolerance: float = 1e-6,
    settle: bool = False,
) -> Equilibrium:
    """A rest position of a scene near a state, by default the initial one; a ValueError says why there is none.

    y          where the search begins: as for `linearise`; velocities are set to zero
    inputs     {name or PointForce: value}: constant torques, forces and commands, named as for `linearise`
    held       coordinates that keep their value, or bodies whose joint has one
    time       [s] of inputs over time, and of prescribed motions, which stand still there; default: of the state, else 0
    tolerance  [m/s^2] of the mean acceleration that may be left
    settle     begin with a simulation in which the motion is damped: the rest position is then a stable one
    """
    built = as_model(model)
    if inputs is not None and not isinstance(inputs, Mapping):
        raise TypeError(f"inputs must be a table of names and values, got {shown(inputs)}")
    t, tolerance = time_of(y) if time is None else finite("time", time, "s"), positive("tolerance", tolerance, "m/s^2")
    driven = Driven(built, dict(inputs or {}), held, t, still=True)
    search = _Search(driven, tolerance)
    found = search.rest(driven.point(y.instant if isinstance(y, Equilibrium) else y), settle)
    if found.residual > tolerance:
        raise ValueError(_failure(built, found, tolerance))
    point = found.point
    which = point.touching
    seen = point.observe(point.y[None, :], which)[0]
    closed = {point.name_of(e): (float(row[O_FORCE]), float(row[O_DELTA])) for e, row in zip(which, seen, strict=True)}
    return Equilibrium(
        instant=driven.instant(point), residual=found.residual, steps=search.steps, contacts=closed,
        inputs=dict(inputs or {}), held=driven.held,
    )  # fmt: skip


def time_of(y):
    """Time [s] of a state, 0 of one that has none."""
    if isinstance(y, Trajectory):
        return float(y.t[-1])
    return y.t if isinstance(y, Equilibrium | Instant) else 0.0


def _failure(model, found, tolerance):
    """Why there is no rest position, in a sentence."""
    layout, a = model.layout, found.accelerations
    if not np.all(np.isfinite(a)):
        return f"a rest position of {model.scene.name!r} must have finite accelerations, got none from this start"
    share = np.abs(a) * np.sqrt(np.maximum(np.diag(found.mass), 0.0))
    free = found.point.free()
    worst = int(free[np.argmax(share[free])])
    unit = layout.units[layout.n_q + worst]
    touching = [found.point.name_of(e) for e in found.point.touching]
    closed = f"with {', '.join(map(repr, touching[:5]))} closed" if touching else "with no contact closed"
    return (
        f"a rest position of {model.scene.name!r} must have accelerations below {tolerance:g} m/s^2, got "
        f"{layout.names[layout.n_q + worst]!r} still at {a[worst]:.4g} {unit.replace('/s', '/s^2')}, {closed}: hold it, "
        "give it an input, a spring or a ground, or begin elsewhere"
    )


class _Found(NamedTuple):
    point: Any
    residual: float  # [m/s^2]
    accelerations: np.ndarray  # (n_v,)
    mass: np.ndarray  # (n_v, n_v)


class _Search:
    """The search for rest of a driven model."""

    def __init__(self, driven, tolerance):
        self.driven, self.tolerance, self.steps = driven, tolerance, 0
        model = driven.model
        self.mass = max(float(model.tables.tree.f[:, MASS].sum()), 1e-300)
        g = float(np.linalg.norm(model.scene.gravity))
        self.near = NEAR * (g if g > 0.0 else 1.0)

    def rest(self, point, settle):
        """Where the search ends: at rest, or at its best."""
        found = self._at(self._still(point))
        if not settle:
            found = self._descend(found)
            if found.residual <= self.tolerance:
                return found
        return self._settle(point if settle else found.point, found)

    def _still(self, point):
        """The point at rest, in the modes that hold there."""
        layout, new = self.driven.model.layout, point.copy()
        new.y[layout.n_q : layout.n_q + layout.n_v] = 0.0
        new.stick()
        new.renew()
        new.y[layout.n_q : layout.n_q + layout.n_v] = 0.0
        put_back(new)
        return new

    def _at(self, point):
        """A point at rest with its residual."""
        layout = self.driven.model.layout
        a = point.rate()[layout.n_q : layout.n_q + layout.n_v]
        M = mass_matrix(self.driven.model, point.y)
        free = point.free()
        with np.errstate(all="ignore"):
            square = float(a[free] @ M[np.ix_(free, free)] @ a[free]) / self.mass
        residual = float(np.sqrt(max(square, 0.0))) if np.isfinite(square) else np.inf
        return _Found(point, residual, a, M)

    # --- Newton's method, damped by time ---------------------------------------------------------------------------------
    def _descend(self, found):
        """Implicit steps from a point until it is at rest, or no step lowers the residual."""
        h, basis = LONGEST, None
        for _ in range(MOST):
            if not np.isfinite(found.residual):
                return found
            if basis is None:
                found.point.look()
                basis = found.point.basis()
                _, T, L = basis
                f, slopes = rate_slopes(found.point, T)
                A, rate = L @ slopes, L @ f
            if not np.all(np.isfinite(A)):
                return found
            dx = _step(A, rate, h, basis[0], found.mass)
            new = self._at(self._still(found.point.moved(dx, basis)))
            self.steps += 1
            was, within = found.residual, max(found.residual, new.residual) <= self.tolerance
            settled = self._settled(found.point, dx, basis)
            if new.residual <= BETTER * was or (within and not settled):
                found, basis, h = new, None, min(h * STRETCH, LONGEST)
                if settled and (new.residual <= FINE * self.tolerance or (within and new.residual > ENOUGH * was)):
                    return found
            elif was <= self.tolerance and settled:
                return found if new.residual >= was else new
            elif h * SHRINK < SHORTEST:
                return found
            else:
                h *= SHRINK
        return found

    def _flow(self, found):
        """Implicit steps of equal length, whatever they do to the residual: the motion of a scene without inertia."""
        h = FLOW
        for _ in range(FLOWN):
            found.point.look()
            basis = found.point.basis()
            _, T, L = basis
            f, slopes = rate_slopes(found.point, T)
            A = L @ slopes
            if not np.all(np.isfinite(A)):
                break
            new = self._at(self._still(found.point.moved(_solved(np.eye(len(A)) / h - A, L @ f), basis)))
            self.steps += 1
            if not np.isfinite(new.residual) or new.point.P.count[DEEP] != 0:
                h *= SHRINK
                continue
            found = new
            if found.residual <= self.tolerance:
                break
        return found

    def _settled(self, point, dx, basis):
        """Whether a step leaves the internal state as it is."""
        for one, step in zip(basis[0], dx, strict=True):
            if one.kind == "z" and abs(step) > SETTLED * max(abs(point.y[one.place]), one.size):
                return False
        return True

    # --- kinetic damping -------------------------------------------------------------------------------------------------
    def _settle(self, point, best):
        """Simulate with the motion stopped where it is fastest, and search again from there."""
        span, unbroken = FIRST_SPAN, 0.0
        now = self._still(point)
        for number in range(1, ROUNDS + 1):
            run = self._simulated(now, span)
            if run is None:
                break
            self.steps += 1
            energy = run.replay.stored(run.records)[:, KINETIC]
            peak = _first_peak(energy)
            if peak is None:
                unbroken += span
                if unbroken > LONGEST_SPAN:
                    break
                span *= 2.0
                now = self._taken(run, len(energy) - 1)
                best = min(best, self._at(self._still(now)), key=lambda one: one.residual)
                continue
            unbroken = 0.0
            span = min(max(2.0 * float(run.records.r[peak, REC_T] - run.records.r[0, REC_T]), 1e-4), LONGEST_SPAN)
            now = self._still(self._taken(run, peak))
            found = self._at(now)
            best = min(best, found, key=lambda one: one.residual)
            if found.residual < self.near and (number in EARLY or number % len(EARLY) == 0):
                ended = self._descend(found)
                # slow motions go on, while the contacts ring
                if ended.residual > self.tolerance and number > EARLY[-1]:
                    flown = self._flow(found)
                    ended = self._descend(flown)
                    now = flown.point if flown.residual < found.residual else now
                if ended.residual <= self.tolerance:
                    return ended
        return best

    def _simulated(self, point, span):
        """A run of the driven model from a point; None if there is none."""
        model, t = self.driven.model, point.t
        try:
            run = simulate(model, t + span, start=t, initial=point.instant, rtol=LOOSE, max_steps=MOST_STEPS)
        except ValueError:
            return None
        return run if run.t.size > 1 else None

    def _taken(self, run, row):
        """The point of a recorded row, at the time of the search."""
        last = row == len(run.records.r) - 1
        return self.driven.point_at(run.instant(None if last else float(run.records.r[row, REC_T])))


def _first_peak(energy):
    """Index of the first maximum of the kinetic energy that it has fallen from; None if it rises to the end."""
    for i in range(1, len(energy) - 1):
        if energy[i] > 0.0 and energy[i] >= energy[i - 1] and energy[i + 1] < energy[i]:
            return i
    return None


def _step(A, rate, h, components, mass):
    """The implicit step dx over the time h, without motions that change no force.

    With dz = S (z' + (dz'/dq + (dz'/dv)/h) dq), S = (1/h - dz'/dz)^-1, the rest is (1/h^2 - (da/dv)/h + G) dq = a + ...;
    the part of dq in the null space of G is taken out, in the metric of the mass matrix.
    """
    kinds = np.array([one.kind for one in components])
    q, v, z = (np.flatnonzero(kinds == kind) for kind in ("dq", "v", "z"))
    block = lambda rows, columns: A[np.ix_(rows, columns)]  # noqa: E731
    driving = np.column_stack([block(z, q) + block(z, v) / h, rate[z]])
    driven = _solved(np.eye(z.size) / h - block(z, z), driving)  # S times that
    follow, alone = driven[:, :-1], driven[:, -1]
    G = -(block(v, q) + block(v, z) @ follow)
    right = rate[v] + block(v, z) @ alone
    dq = _solved(np.eye(q.size) / h**2 - block(v, v) / h + G, right)
    free = [one.place for one in components if one.kind == "dq"]
    root = np.linalg.cholesky(mass[np.ix_(free, free)]).T if free else np.zeros((0, 0))
    _, sizes, V = np.linalg.svd(root @ G @ np.linalg.inv(root)) if free else (None, np.zeros(0), np.zeros((0, 0)))
    idle = V[sizes <= max(NO_STIFFNESS, NO_SHARE * sizes.max(initial=0.0))]
    dq = np.linalg.solve(root, (moved := root @ dq) - idle.T @ (idle @ moved)) if free else dq
    dx = np.zeros(len(components))
    dx[q], dx[v], dx[z] = dq, dq / h, alone + follow @ dq
    return dx


def _solved(matrix, right):
    """Solution of the equations of a step; the least one where they are singular."""
    try:
        return np.linalg.solve(matrix, right)
    except np.linalg.LinAlgError:
        return np.linalg.lstsq(matrix, right, rcond=None)[0]
