"""Named columns of the tables that the compiled kernels read and write.

A model is a handful of tables, one row per node, feature or contact, so that every model has the same type (each entry
compiles once per machine) and the numbers of one node lie side by side in memory. Passing thirty separate arrays through
the kernels cost more than the dynamics of a single body.

Frames: `W` world, `P` parent node, `N` node. Every quantity of a node in `Work` is expressed in world axes and refers to
the origin of the node. Rotation matrices are stored row by row: `R[3*i + j]` is row i, column j.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from ._jit import Ints, Ints2, Later, Reals, Reals2, Width, by_reference

# --- tree_i: integers of a node -----------------------------------------------------------------------------------------
KIND, PARENT, QI, VI = 0, 1, 2, 3  # kind (joints/registry.py), parent (-1: world), first position and velocity index
ASLEEP = 0  # kind of a node that is passed by: no joint (system/replay.py)
PRESCRIBED = (
    4  # its acceleration is given: LED always (elements/motion.py), AT_TIMES while W_HELD is 1 (elements/motor.py)
)
LED, AT_TIMES = 1, 2
N_Q, N_V, N_PLAIN = 5, 6, 7  # its own position and velocity coordinates; positions before a quaternion
N_COLUMNS = 8  # velocity coordinates that move it against its parent: its own, or those of the flexible body it is on
FLEX, BENT = 9, 10  # of a flexible body, station or slider: its constants in `flex`, its scratch space in `bent`
N_TREE_I = 11

# --- tree_f: numbers of a node ------------------------------------------------------------------------------------------
E = 0  # 9 [-]      rotation of the joint frame in the parent frame, R_PJ
POS = 9  # 3 [m]      origin of the joint frame in the parent frame
MASS = 12  # 1 [kg]
COM = 13  # 3 [m]      centre of mass in the node frame
INERTIA = 16  # 6 [kg m^2] about the node origin in node axes: xx, yy, zz, xy, xz, yz
ARMATURE = 22  # 1 [kg m^2, kg] inertia that the joint coordinate has besides that of the bodies it moves
N_TREE_F = 23

# --- work: one row per node -----------------------------------------------------------------------------------------------
W_R = 0  # 9  R_WN
W_P = 9  # 3  position of the node origin [m]
W_W = 12  # 3  angular velocity [rad/s]
W_V = 15  # 3  velocity of the node origin [m/s]
W_AXIS = 18  # 3  joint axis (revolute, prismatic)
W_RHO = 21  # 3  node origin minus parent origin [m]
W_BIAS = 24  # 6  velocity-product acceleration of the joint (angular, linear)
W_IA = 30  # 21 articulated inertia: A (6: xx yy zz xy xz yz), B (9, row by row), C (6)
W_PA = 51  # 6  articulated bias force (moment, force)
W_U = 57  # 27 U = IA S, D^-1 and u of the joint: 1 column (6, 1, 1) or 3 columns (18, 6, 3)
W_FEXT = 84  # 6  external moment about the node origin and force [Nm, N]
W_ACC = 90  # 6  angular and linear acceleration of the node origin
W_SWEEP = 96  # 4  bounds of the motion over a step: see system/bounds.py
W_WANT = 100  # 1  acceleration that a prescribed joint is given
W_MODAL = 101  # 2  of a flexible body: bounds of the first and second derivative of its modal coordinates over a step
W_SPEED = 103  # 1  velocity of the coordinate of a revolute or prismatic joint
W_HELD = 104  # 1  1: the joint stands still now, its acceleration W_WANT is 0
W_MOTOR = (
    105  # 3  of the motor that drives the joint: load [Nm, N] that its gear output feels, current [A], voltage [V]
)
N_WORK = 108


@by_reference
class Tree(NamedTuple):
    """The multibody tree; parents come before their children."""

    i: Annotated[Ints2, Width(N_TREE_I)]
    f: Annotated[Reals2, Width(N_TREE_F)]
    gravity: Reals  # (3,) [m/s^2]
    flexible: Ints  # nodes of flexible bodies
    flex: Reals  # constants of flexible bodies, their stations, and sliders: the files of these joints
    bent: Reals  # what follows from them where the bodies are now: scratch space of a run


PAGE = 4096  # [bytes]


def work_space(n_node):
    """Rows of `work` for so many nodes and the world, from the start of a page on.

    A store across two pages costs as much as the kinematics of a body, and whether a row is cut by one was chance: a run
    took a sixth longer or not.
    """
    size = (n_node + 1) * N_WORK
    room = np.zeros(size + PAGE // 8)
    first = -room.ctypes.data % PAGE // 8
    work = room[first : first + size].reshape(n_node + 1, N_WORK)
    work[n_node, [W_R, W_R + 4, W_R + 8]] = 1.0
    return work


# --- features: what touches ---------------------------------------------------------------------------------------------
F_NODE = 0  # node that carries the feature (the row behind the last node: the world)
F_KIND = 1  # kind: shapes/contract.py
F_BODY = 2  # number of its body, for the rules between bodies
F_PARENT = 3  # number of the parent of its body: the two touch only by a rule that names both
F_MATERIAL = 4  # number of its material, -1: none
F_ROLE, F_MEETS = 5, 6  # what it is, what it is watched against: bits, shapes/roles.py
F_SUPPORT = 7  # number of its support function (shapes/supports) or of its solid (shapes/solids), 0: none
F_ROW = 8  # row of `par` with what a convex feature needs: C_ROTATION, C_SHAPE; of a solid its place in `solid`
F_TURN = 9  # row of `par` with the rotation (9) of its body in the axes of the node, 0: none
N_FEAT_I = 10
C_ROTATION = 0  # 9 from its axes to those of the node
C_SHAPE = 9  # 6 parameters of its support function
F_A = 0  # 3 [m]  ball, convex, solid, rim: centre; segment, edge: one end; plane: a point of it; node frame
F_B = 3  # 3 [m]  segment, edge: other end; plane: outward unit normal [-]; rim: unit vector of its axis [-]
F_RADIUS = 6  # 1 [m]
F_ARM = (
    7  # 1 [m]  largest distance from the origin of the node (plane: of A; convex: of its surface; others: of the core)
)
F_REACH = 8  # 1 [m]  radius of the sphere around the node origin that holds it (plane: 0)
F_DEEPEST = 9  # 1 [m]  indentation at which it has been passed through its middle
F_BULGE = 10  # 1 [m]  largest radius of curvature of a convex feature; of a solid or a rim that of the core around F_A
F_ROUND = 11  # 1 [m]  radius of the rounding, where that is not the radius: an axis of a cylinder, a rim
N_FEAT_F = 12

# --- groups: the features of one surface, for the broad phase -------------------------------------------------------------
G_FIRST, G_END, G_NODE = 0, 1, 2  # its features, from the first to before the end
N_GROUP_I = 3
GROUP_CENTRE, GROUP_RADIUS = (
    0,
    3,
)  # of a sphere that holds it, in the frame of the node however that turns, or in the world
N_GROUP_F = 4

# --- rules: what the contacts between two materials or bodies have in common --------------------------------------------
R_NORMAL, R_FRICTION = 0, 1  # numbers of the laws, 0: none
R_ROW, R_ROW_F = 2, 3  # rows of their parameters in `par`
R_STATE, R_STATE_F = 4, 5  # components of internal state of the two laws
R_SINGULAR = 6  # 1: the force begins like a fractional power of the indentation
R_NEEDS = 7  # what the friction law wants to know of the load: bits ELASTIC, GROWTH, TENSORS, HELD
R_ONSET = 8  # number of the normal law that takes its parameters from the place of touch-down, 0: they are given
R_ROW_R = 9  # row of the rolling resistance, 0: none
R_SIDE = 10  # number of the material or body of side a
R_BY_BODY = 11  # 1: side a is a body
R_MIDDLE = 12  # 1: the force acts in the middle between the two surfaces, whatever happens
R_YIELDS = 13  # 1: the normal law has a phase in which a permanent indentation grows; one guard more, the last
N_RULE_I = 14
ELASTIC, GROWTH, TENSORS, HELD = 1, 2, 4, 8  # HELD: it sticks exactly, by a force that the system finds
R_SIZE, R_SIZE_F = 0, 1  # smallest magnitude of the internal state of the two laws that matters
R_CENTRE = 2  # where the force acts, from the surface of side a (0) to that of b (1)
R_STEP = 3  # of differences of its laws, in units of what these bend over
N_RULE_F = 4

# --- elements: one row for everything that acts; those that are always there first, then contacts as they come near -----
EL_KIND = 0  # number of the kind: elements/registry.py
EL_A, EL_B = 1, 2  # targets: features of a contact (A: plane, first ball, segment), nodes, a coordinate, a table
EL_ROW, EL_ROW_F = 3, 4  # rows of parameters; of a contact those of its two laws
EL_RULE = 5  # rule of a contact or of a limit
EL_GUARDS = 6  # number of guards
EL_SLOT = 7  # where its internal state is in y, -1: it has none now
EL_HOME = 8  # number of the slot that it had last, -1: none, OWN: its components are its own for ever
OWN = -2
EL_KEY = 9  # its place in every sum over contacts, whatever order they were found in
EL_STATES = 10  # components of internal state
EL_TURNED = 11  # 1: A is side b of the rule
N_EL_I = 12

# --- discrete state of an element: P.mode and P.hold are as wide as the widest kind in the model asks for ---------------
M_NORMAL, M_FRICTION = 0, 1  # columns of mode; the first of any element says whether it acts
OPEN, TOUCHING, YIELDING = 0, 1, 2  # YIELDING: it touches, and its permanent indentation grows
# columns of hold, while open: time of loss, surface then, tangential state then (3 + 1)
H_TIME, H_SURFACE, H_U, H_THETA = 0, 1, 2, 5
# while touching, of a law with an onset: its row, and where the force acts from A (0) to B (1)
H_ROW, N_ROW, H_CENTRE = 0, 5, 5

# --- grip: one row per contact that sticks exactly, while its force is sought ---------------------------------------------
G_ELEMENT = 0  # which contact
G_POINT = 1  # 3 [m]     where it touches
G_TANGENT = 4  # 6 [-]     two unit vectors of its plane
G_BIAS = 10  # 2 [m/s^2] part of the rate of its slip that is no acceleration of bodies, and what settles the slip
G_FREE = 12  # 2 [m/s^2] rate of its slip, with that, without the forces that hold
G_FORCE = 14  # 2 [N]     the force that holds it, along the tangents
G_RIGHT = 16  # 2         right-hand side of the equations
G_UNIT = 18  # 1 [kg^1/2] unit in which the force is measured: by how much it is moved and loaded
G_NORMAL = 19  # 1 [N]     normal force
G_SCALE = 20  # 1 [N]     forces that its bodies feel, of which rounding leaves something
N_GRIP = 21

# --- counts that change during a run: P.count ----------------------------------------------------------------------------
N_ELEMENTS, N_NEAR, LISTED, DEEP, SHORT = (
    0,
    1,
    2,
    3,
    4,
)  # elements; near ones; list made; 1 + one too deep; SHORT: below
ROWS, SLOTS = 1, 2  # what a run was short of, added up
ASKING = 5  # 1: at a stop, sensors are read, Python has been asked
N_COUNT = 6

# --- ledger: integrals in y, behind q and v [J] -----------------------------------------------------------------------
L_NORMAL, L_FRICTION, L_BRISTLE, L_RELEASED, L_JOINT, L_WORK, L_SPRING, L_PLASTIC, L_STRUCTURE, L_CABLE = range(10)
L_HEAT, L_DRIVE = 10, 11
N_LEDGER = 12
LEDGER_NAMES = (
    "contact damping",
    "friction",
    "bristle work",
    "released",
    "joint damping",
    "work of inputs",
    "spring damping",
    "plastic work",
    "structural damping",
    "cable damping",
    "motor heat",
    "drive friction",
)

# --- event log: one row per change of the discrete state of an element ---------------------------------------------------
E_TIME, E_ELEMENT, E_A, E_B, E_RULE, E_SLOT = 0, 1, 2, 3, 4, 5  # when, which; targets and rule say which contact it is
E_DELTA, E_RATE = 6, 7
E_MODE = 8  # the modes afterwards, those before, the held values: as many as the model has


def log_width(n_mode, n_hold):
    """Columns of a row of the event log."""
    return E_MODE + 2 * n_mode + n_hold


# --- sizes --------------------------------------------------------------------------------------------------------------
S_NQ, S_NV, S_LEDGER, S_POOL, S_NODES, S_STATIC = (
    0,
    1,
    2,
    3,
    4,
    5,
)  # S_POOL: where slots begin in y; elements always there
S_BLOCK = 6  # components of a slot
S_CONTACT_ERROR = 7  # 1: the error of each indentation is controlled relative to that indentation
S_PAIRS = 8  # 1: contacts are found by the broad phase; 0: all possible ones are listed
S_MATERIALS, S_BODIES = 9, 10
S_REACTS = 11  # elements that need the accelerations or dictate coordinates: prescribed motions, motors
S_STOPS = 12  # elements that have times at which a step must end
S_EXACT = 13  # rules whose friction sticks exactly
S_FEELS = 14  # elements whose guards may need the forces of all others: motors with friction
S_SAMPLED = 15  # sampled controllers
S_SLOPES = (
    16  # how derivatives are known: by differences of the whole right-hand side; by those of all parts, and implicit
)
# steps go by the structure of the tree; the same, and they take a matrix
OF_THE_WHOLE, BY_STRUCTURE, IN_A_MATRIX = 0, 1, 2
N_SIZE = 17


# all tables of a model, whose class is known further up: for the annotations of rare kernels
Robot = Annotated[Any, Later("supple.system.robot.Robot")]
