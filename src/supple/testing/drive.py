"""What every element of a drive must do: cables, what is made of them, and whatever else acts on joint coordinates.

`check_drive(element)` puts it on bodies that turn about axes of their own and raises AssertionError with a sentence for the
first property that fails.

power     the force on each coordinate, moved alone, gives what is taken from the store less what is lost: at rest of the
          dampers the force is minus the gradient of the energy
losses    no loss is negative
modes     no guard is negative after a mode was chosen, at the start or in a run; rates of guards are those of their values
histories runs from random states under forces that jump close their ledger within 10 rtol, and lose more and more
"""

from dataclasses import fields, replace
from typing import Any

import numpy as np

from ..dynamics.kinematics import kinematics
from ..elements.dispatch import load, store, watch
from ..elements.observed import GRAVITY, KINETIC, N_STORED
from ..guards import UNUSED
from ..integrate.solver import REC_LOG, REC_T
from ..joints.prismatic import Prismatic
from ..joints.revolute import Revolute
from ..model import build
from ..model.start import started
from ..scene.scene import Scene
from ..simulation import simulate
from ..system.rhs import robot_rhs
from ..tables import EL_GUARDS, EL_KIND, L_WORK, N_LEDGER, OPEN, S_LEDGER, S_NQ, S_NV

GRADIENT = 1e-9  # of the powers that a balance is made of
STEP = 2e-5  # [extent] of the differences
LOCATED = 1e-6  # of the largest value of a guard in a run: what locating an event may leave below zero
INERTIA = 0.05  # [kg m^2] of the bodies
BODIES = ("rotor", "joint", "previous", "body")  # fields that name a body


def check_drive(
    element: Any, *, scene: Scene | None = None, extent: float = 0.5, speed: float = 3.0, force: float = 1.0,
    seed: int = 0,
) -> None:  # fmt: skip
    """Assert that an element exchanges energy as it says and changes its modes as it should.

    scene             where it acts; default: a body with a revolute joint for each that the element names
    extent, speed     coordinates [rad or m] and velocities [rad/s or m/s] that are tried, at most
    force             generalised forces [Nm or N] that jump in the histories, at most
    """
    scene = _stand(element) if scene is None else replace(scene, elements=dict(scene.elements))
    name = scene.add(element)
    model = build(scene)
    rows = [e for e, one in enumerate(model.elements) if name in (one.name, one.whole)]
    assert rows, f"place of {name!r} must add an element"
    rng = np.random.default_rng(seed)
    for _ in range(30):
        P, y = _random(model, rng, extent, speed)
        _check_start(P, rows, y)
        _check_rates(P, rows, y, extent)
        for i in range(P.size[S_NV]):
            alone = y.copy()
            alone[P.size[S_NQ] : P.size[S_NQ] + P.size[S_NV]] = 0.0
            alone[P.size[S_NQ] + i] = y[P.size[S_NQ] + i]
            P, alone = started(model, model.system(), 0.0, alone)
            _check_power(P, rows, alone, extent, model.layout.names[P.size[S_NQ] + i])
    for _ in range(3):
        _check_history(scene, name, rng, extent, speed, force)


def bodies_of(element):
    """Names of the bodies whose joints an element acts on."""
    named = {field.name: getattr(element, field.name) for field in fields(element)}
    levers = [lever.body for lever in named.get("levers", ())]
    return tuple(dict.fromkeys([*levers, *(named[key] for key in BODIES if named.get(key))]))


def _stand(element):
    """One body per coordinate, which turns about its own axis."""
    scene = Scene(gravity=(0.0, 0.0, 0.0))
    for body in bodies_of(element):
        scene.body(body, mass=1.0, inertia=(INERTIA,) * 3, joint=Revolute(axis=(0, 0, 1)))
    return scene


def _random(model, rng, extent, speed):
    """A robot in a random state, in the modes that follow from it."""
    y = model.y0.copy()
    n_q, n_v = model.layout.n_q, model.layout.n_v
    y[:n_q] += rng.uniform(-extent, extent, n_q)
    y[n_q : n_q + n_v] = rng.uniform(-speed, speed, n_v)
    return started(model, model.system(), 0.0, y)


# --- energy -------------------------------------------------------------------------------------------------------------
def _stored(P, rows, y):
    """Energy of the element [J], and the sum of its magnitudes."""
    out = np.zeros(N_STORED)
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    for e in rows:
        if P.mode[e, 0] != OPEN:
            store(P.el_i[e, EL_KIND], P, e, y, out)
    assert out[KINETIC] == 0.0 and out[GRAVITY] == 0.0, "an element must not add to kinetic energy or gravity"
    return out.sum()


def _check_power(P, rows, y, extent, name):
    """tau.v + dU/dt + lost - work = 0, each from its own function."""
    n_q, n_v, ledger = P.size[S_NQ], P.size[S_NV], P.size[S_LEDGER]
    dy, own = np.zeros_like(y), np.zeros_like(y)
    robot_rhs(0.0, y, P, dy)
    P.tau[:] = 0.0
    for e in rows:
        if P.mode[e, 0] != OPEN:
            load(P.el_i[e, EL_KIND], P, e, 0.0, y, own)
    given = P.tau @ y[n_q : n_q + n_v]
    books = own[ledger : ledger + N_LEDGER]
    losses = np.delete(books, L_WORK)
    assert np.all(losses >= -1e-15 * np.abs(books).max()), f"losses must be >= 0 W, got {losses.min()} at {name!r}"
    dy[ledger : ledger + N_LEDGER] = 0.0
    h = STEP * extent / max(np.abs(dy[:n_q]).max(), 1e-300)

    def change(part):
        return (_stored(P, rows, y + part * h * dy) - _stored(P, rows, y - part * h * dy)) / (2.0 * part * h)

    stored = (4.0 * change(0.5) - change(1.0)) / 3.0
    missed = given + stored + losses.sum() - books[L_WORK]
    scale = max(abs(given), abs(stored), np.abs(books).max(), _stored(P, rows, y) * np.abs(dy[:n_q]).max() / extent)
    assert abs(missed) <= GRADIENT * scale, (
        f"the force on {name!r} must be minus the gradient of the energy and what is lost, missed by {missed:.3g} W of "
        f"{scale:.3g} W"
    )


# --- modes --------------------------------------------------------------------------------------------------------------
def _guards(P, rows, t, y):
    """Guards of the element, and their rates."""
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    found = []
    for e in rows:
        g, gd = np.full((2, max(1, P.el_i[e, EL_GUARDS])), UNUSED)
        watch(P.el_i[e, EL_KIND], P, e, t, y, g, gd, 0)
        found += list(zip(g.tolist(), gd.tolist(), strict=True))
    return found


def _check_start(P, rows, y):
    """No mode is chosen whose guard says that it is wrong."""
    for value, _ in _guards(P, rows, 0.0, y):
        assert value >= 0.0, f"a guard must not be negative at the start, got {value:.3g}"


def _check_rates(P, rows, y, extent):
    """A rate that is said is that of the value, as far as coordinates change it."""
    n_q, dy = P.size[S_NQ], np.zeros_like(y)
    robot_rhs(0.0, y, P, dy)
    dy[n_q:] = 0.0
    h = STEP * extent / max(np.abs(dy).max(), 1e-300)
    ahead, behind = (_guards(P, rows, 0.0, y + side * h * dy) for side in (1.0, -1.0))
    for (value, rate), (more, _), (less, _) in zip(_guards(P, rows, 0.0, y), ahead, behind, strict=True):
        if value < UNUSED and rate == rate:
            found = (more - less) / (2.0 * h)
            size = max(abs(rate), abs(value) / (STEP * extent) * 1e-9, 1e-12)
            assert abs(found - rate) <= 1e-5 * size, f"the rate of a guard must be {found:.9g}, got {rate:.9g}"


# --- histories ----------------------------------------------------------------------------------------------------------
def _check_history(scene, name, rng, extent, speed, force):
    """A run from a random state, under forces that jump at random times."""
    pushed = replace(scene, forces=list(scene.forces), name=scene.name)
    for body in scene.bodies.values():
        if isinstance(body.joint, Revolute | Prismatic):
            for time in rng.uniform(0.0, 0.5, 3).tolist():
                pushed.joint_force(body.name, rng.uniform(-force, force), start=time, stop=time + 0.1)
    model = build(pushed)
    rows = [e for e, one in enumerate(model.elements) if name in (one.name, one.whole)]
    _, y = _random(model, rng, extent, speed)
    run = simulate(model, 0.5, rtol=1e-8, initial=y[: model.layout.size])
    assert run.success, run.message
    residual = run.ledger.relative_residual
    assert residual <= 1e-7, f"the ledger must close within 10 rtol of what is turned over, missed {residual:.1e}"
    for loss, values in run.ledger.lost.items():
        falls = -np.diff(values).min(initial=0.0)
        assert falls <= 1e-9 * max(run.ledger.turnover, 1e-300), f"{loss} must not fall, fell by {falls:.3g} J"
    _check_modes(run, rows)


def _check_modes(run, rows):
    """No guard is negative after a step or a jump, but by what locating an event leaves of it."""
    record, found = run.records, []
    for i in range(len(record.r)):
        at = record.start.after(record.log[: int(record.k[i, REC_LOG])])
        P = at.put_into(run.model.system(), record.y.shape[1])
        found.append([value for value, _ in _guards(P, rows, record.r[i, REC_T], record.y[i])])
    values = np.array(found).reshape(len(found), -1)
    values[values >= UNUSED] = 0.0
    lowest, largest = values.min(axis=0, initial=0.0), np.abs(values).max(axis=0, initial=0.0)
    for low, size in zip(lowest, largest, strict=True):
        assert low >= -LOCATED * size, (
            f"a guard must not be negative in a run, got {low:.3g}, where it reaches {size:.3g}"
        )
