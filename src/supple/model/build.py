"""The only door from words to numbers: a scene becomes a model.

A model is constant tables, the layout of the state y = [q | v | z] (names, units, what magnitude matters) and the initial
state. `Model.problem()` gives each run its own discrete state and scratch space, so that one model serves many runs.
"""

from dataclasses import dataclass

import numpy as np

from ..scene.scene import Scene
from ..system.entries import without_inertia
from ..system.robot import Robot
from ..tables import (
    DAMPING,
    L_BRISTLE,
    L_FRICTION,
    L_JOINT,
    L_NORMAL,
    L_WORK,
    LEDGER_NAMES,
    N_HOLD,
    N_LEDGER,
    N_SIZE,
    N_WORK,
    S_CONTACT_ERROR,
    S_CONTACTS,
    S_INPUTS,
    S_LEDGER,
    S_NODES,
    S_NQ,
    S_NV,
    S_NY,
    W_R,
)
from .contacts import ContactBuilder
from .inputs import input_tables
from .notes import notes_of, warn_of
from .tree import TreeBuilder
from .user_laws import check_laws

SMALL = 1e-3  # [m, rad, m/s, rad/s] the smallest coordinate whose relative accuracy is asked for
# Sizes that a change of a component is added to: lengths of 0.1 m for a coordinate. The increments that follow from those
# of velocities (1e-7) and memory lift their effect above the rounding of positions that stiff contacts multiply.
EXTENT_Q, EXTENT_V, EXTENT_Z = 0.1, 10.0, 1.0
SEEN = 1e-5  # [m, rad] the smallest change of a coordinate that a finite difference should resolve


@dataclass(frozen=True)
class Layout:
    """What every component of the state is."""

    n_q: int
    n_v: int
    names: tuple
    units: tuple
    magnitude: np.ndarray  # the smallest magnitude whose relative accuracy matters
    resolution: np.ndarray  # the smallest change that a finite difference should resolve

    @property
    def extent(self):
        """Magnitude of what each component is added to, for finite differences."""
        sizes = (EXTENT_Q, self.n_q), (EXTENT_V, self.n_v), (EXTENT_Z, self.size - self.n_q - self.n_v)
        return np.concatenate([np.full(n, value) for value, n in sizes])

    @property
    def size(self):
        """Number of components."""
        return len(self.names)

    @property
    def ledger(self):
        """Index of the first ledger integral."""
        return self.size - N_LEDGER


@dataclass(frozen=True)
class Model:
    """Tables, layout and initial state of a scene."""

    scene: Scene
    tables: Robot  # discrete state and scratch inside are not used: see `problem`
    layout: Layout
    frames: dict
    contact_names: tuple
    laws: tuple
    notes: tuple
    y0: np.ndarray

    def problem(self, *, sample=0.0, contact_error=True, laws=True):
        """A fresh problem: constant tables shared, discrete state and scratch space of its own.

        laws   whether laws of contacts will be evaluated: those of a user may not be there (`check_laws`).
        """
        if laws:
            check_laws(self)
        t = self.tables
        n, c = t.tree.i.shape[0], t.con_i.shape[0]
        size = t.size.copy()
        size[S_CONTACT_ERROR] = int(contact_error)
        work = np.zeros((n + 1, N_WORK))
        work[n, [W_R, W_R + 4, W_R + 8]] = 1.0
        return t._replace(
            size=size, clock=np.array([float(sample)]), in_row=np.full(t.in_i.shape[0], -1, dtype=np.int64),
            mode=np.zeros((c, 2), dtype=np.int64), hold=np.zeros((c, N_HOLD)), near=np.zeros(c, dtype=np.int64),
            near_n=np.zeros(3, dtype=np.int64), skin=np.zeros((n + 1, 3)), seen=np.zeros(c), sweep=np.zeros((c, 3)),
            work=work, tau=np.zeros(size[S_NV]),
        )  # fmt: skip


def build(scene: Scene) -> Model:
    """Turn a scene into a model; warn of what it leaves unsaid or says in vain (`Model.notes`)."""
    model = assemble(scene)
    warn_of(model, stacklevel=2)
    return model


def assemble(scene: Scene) -> Model:
    """Turn a scene into a model, without a word about its notes."""
    trees = TreeBuilder()
    for body in scene.bodies.values():
        trees.add(body)
    tree, frames = trees.finish(scene.gravity)
    n_q, n_v = len(trees.q0), len(trees.v0)
    contacts = ContactBuilder(scene, frames)
    contacts.add_all()
    for body in scene.bodies.values():
        contacts.add_limits(body, trees.first_node[body.name])
    feat_i, feat_f, con_i, con_f = contacts.tables(n_q + n_v)
    in_i, in_f, in_table = input_tables(scene, tree, frames, trees.first_node)
    layout = _layout(trees, contacts.memory)
    size = np.zeros(N_SIZE, dtype=np.int64)
    size[[S_NQ, S_NV, S_LEDGER, S_NY]] = n_q, n_v, layout.ledger, layout.size
    size[[S_NODES, S_CONTACTS, S_INPUTS]] = tree.i.shape[0], con_i.shape[0], in_i.shape[0]
    empty = np.zeros(0)
    tables = Robot(
        tree=tree, feat_i=feat_i, feat_f=feat_f, con_i=con_i, con_f=con_f, in_i=in_i, in_f=in_f, in_table=in_table,
        size=size, books=_books(scene, tree, contacts),
        clock=empty, in_row=empty, mode=empty, hold=empty, near=empty, near_n=empty, skin=empty, seen=empty,
        sweep=empty, work=empty, tau=empty,
    )  # fmt: skip
    y0 = np.zeros(layout.size)
    y0[:n_q] = trees.q0
    y0[n_q : n_q + n_v] = trees.v0
    model = Model(
        scene=scene, tables=tables, layout=layout, frames=frames, contact_names=tuple(contacts.names),
        laws=tuple(contacts.laws), notes=notes_of(scene, frames), y0=y0,
    )  # fmt: skip
    _check_mass(model)
    return model


def _books(scene, tree, contacts):
    """Ledger integrals that anything in the model can change: the others are not integrated."""
    frictions = [friction for _, friction in contacts.laws if friction is not None]
    used = {
        L_NORMAL: bool(contacts.laws),
        L_FRICTION: any(friction.law != 0 for friction in frictions),
        L_BRISTLE: any(getattr(friction, "coefficient_form", False) for friction in frictions),
        L_JOINT: bool(np.any(tree.f[:, DAMPING] > 0.0)),
        L_WORK: bool(scene.forces),
    }
    return np.array([book for book, wanted in used.items() if wanted], dtype=np.int64)


def _layout(trees, memory):
    named = [*trees.q_names, *trees.v_names]
    n = len(named)
    names = [name for name, _ in named] + [name for name, _, _ in memory] + [f"ledger.{name}" for name in LEDGER_NAMES]
    units = [unit for _, unit in named] + [unit for _, unit, _ in memory] + ["J"] * N_LEDGER
    magnitude = np.concatenate([np.full(n, SMALL), [size for _, _, size in memory], np.ones(N_LEDGER)])
    resolution = magnitude.copy()
    resolution[: len(trees.q_names)] = SEEN
    return Layout(len(trees.q_names), len(trees.v_names), tuple(names), tuple(units), magnitude, resolution)


def _check_mass(model):
    """Every way to move must carry inertia: the mass matrix is positive definite."""
    n_q, n_v = model.layout.n_q, model.layout.n_v
    P = model.problem()
    locked = np.zeros(n_v)
    with np.errstate(all="ignore"):  # masses may overflow: what is infinite is refused
        bad = without_inertia(P, model.y0, locked, np.zeros((6, 6)))
    if bad >= 0:
        raise ValueError(
            f"mass or inertia that moves with {model.layout.names[n_q + bad]!r} must be > 0 kg or kg m^2, got "
            f"{locked[bad]:.3g}{'' if locked[bad] <= 0.0 else ', which other joints move alike'}: "
            "give the body a mass, an inertia or a surface with a volume"
        )
