"""The only door from words to numbers: a scene becomes a model.

A model is constant tables, the layout of the state y = [q | v | own | ledger | slots] (names, units, what magnitude
matters) and the initial state. `Model.system()` gives each run its own discrete state and scratch space, so that one model
serves many runs.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .._check import one_of
from .._jit import packed
from ..dynamics.implicit import N_COLUMN
from ..elements.registry import ELEMENTS
from ..elements.slopes import N_LOCAL, N_LOCAL_ROWS, N_TOLD
from ..elements.written import bodies_of
from ..joints.slider import settle
from ..scene.scene import Scene
from ..system.entries import without_inertia
from ..system.robot import Robot, no_scratch
from ..tables import (
    BY_STRUCTURE,
    EL_A,
    EL_B,
    EL_GUARDS,
    EL_HOME,
    EL_KEY,
    EL_KIND,
    EL_ROW,
    EL_ROW_F,
    EL_RULE,
    EL_SLOT,
    EL_STATES,
    EL_TURNED,
    F_BODY,
    F_MATERIAL,
    HELD,
    IN_A_MATRIX,
    L_BRISTLE,
    L_FRICTION,
    L_NORMAL,
    L_PLASTIC,
    L_STRUCTURE,
    LEDGER_NAMES,
    N_COUNT,
    N_EL_I,
    N_ELEMENTS,
    N_LEDGER,
    N_SIZE,
    OF_THE_WHOLE,
    PARENT,
    R_BY_BODY,
    R_NEEDS,
    R_ROW,
    R_ROW_F,
    R_SIDE,
    R_STATE,
    R_STATE_F,
    R_YIELDS,
    S_BLOCK,
    S_BODIES,
    S_CONTACT_ERROR,
    S_EXACT,
    S_FEELS,
    S_LEDGER,
    S_MATERIALS,
    S_NODES,
    S_NQ,
    S_NV,
    S_PAIRS,
    S_POOL,
    S_REACTS,
    S_SAMPLED,
    S_SLOPES,
    S_STATIC,
    S_STOPS,
    log_width,
    work_space,
)
from .contacts import FEW, Contacts
from .curved import check_curved
from .elements import ElementTable
from .features import FeatureTable
from .flexible_joints import check_flexible, flexible_notes
from .groups import broad_phase
from .left_over import LeftOver
from .notes import notes_of, warn_of
from .parameters import ParameterTable
from .room import first_room, with_room
from .rules import Keys, RuleTable, is_frictionless
from .terrain import check_terrains, terrain_notes
from .tree import Frames, TreeBuilder
from .user_laws import check_laws, user_rules

# Sizes that a change of a component is added to: lengths of 0.1 m for a coordinate. The increments that follow from those
# of velocities (1e-7) and internal state lift their effect above the rounding of positions that stiff contacts multiply.
EXTENT_Q, EXTENT_V, EXTENT_Z = 0.1, 10.0, 1.0
CROWD = 20  # bodies that move freely of each other
SEEN = 1e-5  # [m, rad] the smallest change of a coordinate that a finite difference should resolve


@dataclass(frozen=True)
class Layout:
    """What the components of the state are that are always there; slots of internal state follow behind."""

    n_q: int
    n_v: int
    names: tuple
    units: tuple
    magnitude: np.ndarray  # the smallest magnitude whose relative accuracy matters
    resolution: np.ndarray  # the smallest change that a finite difference should resolve

    @cached_property
    def extent(self):
        """Magnitude of what each component is added to, for finite differences; that of a slot is the last."""
        sizes = (EXTENT_Q, self.n_q), (EXTENT_V, self.n_v), (EXTENT_Z, self.size - self.n_q - self.n_v)
        return np.concatenate([np.full(n, value) for value, n in sizes])

    @property
    def size(self):
        """Number of components without slots."""
        return len(self.names)

    @property
    def ledger(self):
        """Index of the first ledger integral."""
        return self.size - N_LEDGER


@dataclass(frozen=True, eq=False)
class Model:
    """Tables, layout and initial state of a scene."""

    scene: Scene
    tables: Robot  # constant tables; of the rest the state before a run, which `system` copies
    layout: Layout
    frames: Frames
    contacts: Contacts
    elements: tuple  # Element (kind, name) of those that are always there
    rules: tuple  # Laws (normal, friction) by the number of the rule
    notes: tuple
    y0: np.ndarray

    @property
    def log_width(self):
        """Columns of a row of the event log."""
        return log_width(self.tables.mode.shape[1], self.tables.hold.shape[1])

    @cached_property
    def known(self):
        """{name: number} of the contacts and stops that have a row from the start, contacts first."""
        static, el = len(self.elements), self.tables.el_i
        contacts = {self.contacts.name(*el[e, [EL_A, EL_B]].tolist()): e for e in range(static, len(el))}
        return contacts | {one.name: e for e, one in enumerate(self.elements) if one.kind == "limit"}

    def name_of(self, e, a, b):
        """Name of element e; of a contact by its features a and b."""
        return self.elements[e].name if e < len(self.elements) else self.contacts.name(int(a), int(b))

    @cached_property
    def user_rules(self):
        """Rules with laws of users."""
        return user_rules(self.tables)

    @cached_property
    def first_room(self):
        """Sizes of the tables that may grow, at the start of a run."""
        return first_room(self)

    @cached_property
    def time_dependent(self):
        """Whether the right-hand side depends on time explicitly."""
        kinds = (ELEMENTS.modules[ELEMENTS.number_of_file(one.kind)] for one in self.elements)
        return any(getattr(kind, "TIME_DEPENDENT", False) for kind in kinds)

    @property
    def differentiable(self):
        """Whether its Jacobian is made of the derivatives of its parts; if not, of differences of the whole."""
        return bool(self.tables.size[S_SLOPES] != OF_THE_WHOLE)

    @cached_property
    def crowded(self):
        """Whether events of many bodies end more steps than the error of any of them does."""
        return bool(np.sum(self.tables.tree.i[:, PARENT] < 0) > CROWD)

    @property
    def contact_names(self):
        """Names of the contacts and stops that have a row from the start."""
        return tuple(self.known)

    def system(self, *, sample=0.0, contact_error=True, laws=True, room=None):
        """A fresh system: constant tables shared, discrete state and scratch space of its own.

        laws   whether laws of contacts will be evaluated: those of a user may not be there (`check_laws`).
        room   sizes of the tables that may grow; None: a guess.
        """
        if laws:
            check_laws(self)
        return _asked(_fresh(self._complete, room or self.first_room), sample, contact_error)

    def equipment(self, key, *, sample=0.0, contact_error=True):
        """A system for a run, and arrays of the integrator if they were left by one with the same key; else None.

        key   method and buffers of the run; None: nothing that was used before.
        """
        P, S = self.left_over.take(key) or (None, None)
        if P is None:
            return self.system(sample=sample, contact_error=contact_error), None
        return _asked(P, sample, contact_error), S

    @cached_property
    def left_over(self):
        """What runs have left for the next one."""
        return LeftOver(self._complete)

    @cached_property
    def _complete(self):
        """The tables with all that a run has beside them: what the runs share of it need not be packed again."""
        return packed(_fresh(self.tables, self.first_room))


def _asked(P, sample, contact_error):
    """A system with what options of a run say of it."""
    P.size[S_CONTACT_ERROR], P.clock[0] = contact_error, sample
    return P


def _fresh(t, room):
    """Tables with a discrete state and scratch space of their own."""
    n, size = t.tree.i.shape[0], t.size.copy()
    fresh = t._replace(
        tree=t.tree._replace(bent=np.zeros_like(t.tree.bent)), size=size, clock=np.zeros(1), count=t.count.copy(),
        order=np.arange(len(t.group_i)), key=np.zeros(len(t.group_i)),
        skin=np.zeros((n + 1, 12)), work=work_space(n), tau=np.zeros(size[S_NV]),
        column=np.zeros((size[S_NV], N_COLUMN)), local=np.zeros((N_LOCAL_ROWS, N_LOCAL)),
        told=np.zeros(N_TOLD, dtype=np.int64),
    )  # fmt: skip
    return with_room(fresh, room)


def build(scene: Scene) -> Model:
    """Turn a scene into a model; warn of what it leaves unsaid or says in vain (`Model.notes`)."""
    model = assemble(scene)
    warn_of(model, stacklevel=2)
    return model


def assemble(scene: Scene) -> Model:
    """Turn a scene into a model, without a word about its notes."""
    check_curved(scene)
    check_flexible(scene)
    trees = TreeBuilder()
    for body in scene.bodies.values():
        trees.add(body)
    for element in scene.elements.values():
        for body in bodies_of(element):
            trees.add(body)
    trees.attach(scene)
    tree, frames = trees.finish(scene.gravity)
    parameters = ParameterTable()
    rules = RuleTable(parameters)
    features = FeatureTable(scene, frames, parameters)
    keys = Keys(scene, features, rules)
    elements = ElementTable(parameters, rules, frames, tree, trees)
    for body in scene.bodies.values():
        elements.add_limits(body)
    for body in scene.bodies.values():
        elements.add_joint_spring(body)
    for name, node in trees.flexible.items():
        elements.add("flexure", f"{name}.flexure", a=node, books=(L_STRUCTURE,))
    for force in scene.forces:
        elements.add_force(force)
    for name, element in sorted(scene.elements.items(), key=lambda item: getattr(item[1], "PLACED", 0)):
        element.place(elements, name)
    for name, element in scene.elements.items():
        if hasattr(element, "connect"):
            element.connect(elements, elements.numbers[name])
    settle(tree)
    layout = _layout(trees, elements.own)
    tables = _tables(tree, features, keys, rules, elements, parameters, layout)
    check_terrains(scene, features.features, tables)
    contacts = Contacts(features.features, tables)
    y0 = np.zeros(layout.size)
    y0[: layout.n_q] = trees.q0
    y0[layout.n_q : layout.n_q + layout.n_v] = trees.v0
    y0[layout.n_q + layout.n_v : layout.ledger] = [one.start for one in elements.own]
    model = Model(
        scene=scene, tables=_with_contacts(tables, contacts, rules, parameters), layout=layout, frames=frames,
        contacts=contacts, elements=tuple(elements.elements), rules=tuple(rules.laws),
        notes=(*notes_of(scene, frames), *flexible_notes(scene), *terrain_notes(scene, features.features)), y0=y0,
    )  # fmt: skip
    for e, name in elements.of_contacts.items():
        model.tables.el_i[e, EL_B] = model.known[one_of("element", name, (*elements.numbers, *model.known))]
    _check_mass(model)
    return model


def _tables(tree, features, keys, rules, elements, parameters, layout):
    """Constant tables, and the discrete state before a run of what is always there."""
    feat_i, feat_f = features.tables()
    rule_i, rule_f = rules.tables()
    material_key, body_key = keys.tables()
    el_i, table = elements.tables()
    kinds = [ELEMENTS.modules[number] for number in {ELEMENTS.number_of_file("contact"), *el_i[:, EL_KIND].tolist()}]
    n_mode, n_hold = max(kind.N_MODE for kind in kinds), max(elements.n_hold, *(kind.N_HOLD for kind in kinds))
    size = np.zeros(N_SIZE, dtype=np.int64)
    size[[S_NQ, S_NV, S_LEDGER, S_POOL]] = layout.n_q, layout.n_v, layout.ledger, layout.size
    size[[S_NODES, S_STATIC]] = tree.i.shape[0], len(el_i)
    size[S_BLOCK] = int((rule_i[:, R_STATE] + rule_i[:, R_STATE_F]).max(initial=0))
    present = [ELEMENTS.modules[kind] for kind in el_i[:, EL_KIND].tolist()]
    asked = ((S_REACTS, ("react", "dictate")), (S_STOPS, ("next_stop",)), (S_SAMPLED, ("sample",)))
    for column, functions in asked:
        size[column] = sum(any(hasattr(kind, function) for function in functions) for kind in present)
    size[S_FEELS] = elements.feeling
    size[S_SLOPES] = _slopes(rule_i, el_i, parameters.table())
    size[S_EXACT] = int(np.sum(rule_i[:, R_NEEDS] & HELD > 0))
    size[[S_MATERIALS, S_BODIES]] = len(features.materials), len(features.bodies)
    empty, none, ints = np.zeros(0), np.zeros((0, 2), dtype=np.int64), np.zeros(0, dtype=np.int64)
    return Robot(
        tree=tree, feat_i=feat_i, feat_f=feat_f, **broad_phase(features, feat_i, feat_f, tree.i.shape[0]),
        rule_i=rule_i, rule_f=rule_f, material_key=material_key,
        body_key=body_key, par=parameters.table(), table=table, size=size, books=_books(rules, keys, elements),
        clock=empty, el_i=el_i, mode=np.zeros((len(el_i), n_mode), dtype=np.int64), hold=np.zeros((len(el_i), n_hold)),
        tenant=none, count=np.zeros(N_COUNT, dtype=np.int64), near=ints, first=ints, order=ints, key=empty, hash=ints,
        skin=none, seen=empty, sweep=np.zeros((0, 3)), **no_scratch(),
    )  # fmt: skip


def _slopes(rule_i, el_i, par):
    """How the derivatives of a model are known.

    Of the whole where a kind of elements has a load and no slopes; in a matrix where no block can say what one does:
    flexible bodies, gears that lose by the load, and friction that sticks exactly.
    """
    rows = [(ELEMENTS.modules[row[EL_KIND]], par[row[EL_ROW]]) for row in el_i]
    if any(hasattr(kind, "load") and not hasattr(kind, "slopes") for kind, _ in rows):
        return OF_THE_WHOLE
    across = any(hasattr(kind, "is_across") and kind.is_across(p) for kind, p in rows)
    return IN_A_MATRIX if across or np.any(rule_i[:, R_NEEDS] & HELD) else BY_STRUCTURE


def _with_contacts(t, contacts, rules, parameters):
    """The tables with rows for the listed contacts, as `system/pairs.enrol` writes them, in the order of the list."""
    listed, first = contacts.listed or [], len(t.el_i)
    rows = np.zeros((len(listed), N_EL_I), dtype=np.int64)
    kind = ELEMENTS.number_of_file("contact")
    rows[:, EL_KIND] = kind
    rows[:, [EL_SLOT, EL_HOME]] = -1
    rows[:, EL_KEY] = first + np.arange(len(listed))
    for row, (a, b, rule) in zip(rows, listed, strict=True):
        row[[EL_A, EL_B, EL_RULE]] = a, b, rule
        row[EL_GUARDS] = ELEMENTS.modules[kind].N_GUARD + t.rule_i[rule, R_YIELDS]
        row[EL_STATES] = t.rule_i[rule, R_STATE] + t.rule_i[rule, R_STATE_F]
        row[[EL_ROW, EL_ROW_F]] = t.rule_i[rule, [R_ROW, R_ROW_F]]
        side = F_BODY if t.rule_i[rule, R_BY_BODY] else F_MATERIAL
        row[EL_TURNED] = t.feat_i[a, side] != t.rule_i[rule, R_SIDE]
        if rules.has_functions(rule):  # rows of its own: a function that fails says by its row in which contact
            row[[EL_ROW, EL_ROW_F]] = rules.rows_of(rule)
    n = first + len(listed)
    size, count = t.size.copy(), t.count.copy()
    size[S_PAIRS] = contacts.listed is None or len(listed) > FEW
    count[N_ELEMENTS] = n
    return t._replace(
        el_i=np.vstack([t.el_i, rows]), size=size, count=count, par=parameters.table(),
        mode=np.zeros((n, t.mode.shape[1]), dtype=np.int64), hold=np.zeros((n, t.hold.shape[1])),
    )  # fmt: skip


def _books(rules, keys, elements):
    """Ledger integrals that anything in the model can change: the others are not integrated."""
    used = {rule for rule in (*keys.body.values(), *keys.material.values()) if rule >= 0}
    frictions = [rules.laws[rule].friction for rule in used]
    books = set(elements.books)
    if used:
        books.add(L_NORMAL)
    if any(map(rules.yields, used)):
        books.add(L_PLASTIC)
    if not all(map(is_frictionless, frictions)) or any(map(rules.has_rolling, used)):
        books.add(L_FRICTION)
    if any(getattr(friction, "coefficient_form", False) for friction in frictions):
        books.add(L_BRISTLE)
    return np.array(sorted(books), dtype=np.int64)


def _layout(trees, own):
    named = [*trees.q_names, *trees.v_names, *((one.name, one.unit) for one in own)]
    names = [name for name, _ in named] + [f"ledger.{name}" for name in LEDGER_NAMES]
    units = [unit for _, unit in named] + ["J"] * N_LEDGER
    small = [*trees.q_small, *trees.v_small]
    magnitude = np.concatenate([small, [one.magnitude for one in own], np.ones(N_LEDGER)])
    resolution = magnitude.copy()
    resolution[: len(trees.q_names)] = np.minimum(SEEN, magnitude[: len(trees.q_names)])
    return Layout(len(trees.q_names), len(trees.v_names), tuple(names), tuple(units), magnitude, resolution)


def _check_mass(model):
    """Every way to move must carry inertia: the mass matrix is positive definite."""
    n_q, n_v = model.layout.n_q, model.layout.n_v
    tree = model.tables.tree
    own, work, locked = tree._replace(bent=np.zeros_like(tree.bent)), work_space(len(tree.i)), np.zeros(n_v)
    with np.errstate(all="ignore"):  # masses may overflow: what is infinite is refused
        bad = without_inertia(own, model.y0, n_q, np.zeros(n_v), work, locked, np.zeros((6, 6)))
    if bad >= 0:
        raise ValueError(
            f"mass or inertia that moves with {model.layout.names[n_q + bad]!r} must be > 0 kg or kg m^2, got "
            f"{locked[bad]:.3g}{'' if locked[bad] <= 0.0 else ', which other joints move alike'}: "
            "give the body a mass, an inertia or a surface with a volume, or its joint an armature"
            f"{', or bend flexible bodies less at the start' if model.tables.tree.flexible.size else ''}"
        )
