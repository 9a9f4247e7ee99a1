"""Named columns of the tables that the compiled kernels read and write.

A model is a handful of tables, one row per node, feature or contact, so that every model has the same type (each entry
compiles once per machine) and the numbers of one node lie side by side in memory. Passing thirty separate arrays through
the kernels cost more than the dynamics of a single body.

Frames: `W` world, `P` parent node, `N` node. Every quantity of a node in `Work` is expressed in world axes and refers to
the origin of the node. Rotation matrices are stored row by row: `R[3*i + j]` is row i, column j.
"""

from typing import NamedTuple

from ._jit import Ints2, Reals, Reals2, by_reference

# --- node kinds: the primitive joints; planar and fixed joints are built from them --------------------------------------
REVOLUTE, PRISMATIC, SPHERICAL, FREE = 0, 1, 2, 3

# --- tree_i: integers of a node -----------------------------------------------------------------------------------------
KIND, PARENT, QI, VI = 0, 1, 2, 3  # kind, parent node (-1: world), first position and first velocity index
N_TREE_I = 4

# --- tree_f: numbers of a node ------------------------------------------------------------------------------------------
E = 0  # 9 [-]      rotation of the joint frame in the parent frame, R_PJ
POS = 9  # 3 [m]      origin of the joint frame in the parent frame
MASS = 12  # 1 [kg]
COM = 13  # 3 [m]      centre of mass in the node frame
INERTIA = 16  # 6 [kg m^2] about the node origin in node axes: xx, yy, zz, xy, xz, yz
SPRING = 22  # 1 [N/m, Nm/rad]   joint spring (revolute and prismatic)
REST = 23  # 1 [m, rad]          its rest position
DAMPING = 24  # 1 [Ns/m, Nms/rad]   joint damping, every velocity coordinate of the node
N_TREE_F = 25

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
N_WORK = 100


@by_reference
class Tree(NamedTuple):
    """The multibody tree; parents come before their children."""

    i: Ints2  # (n_node, N_TREE_I)
    f: Reals2  # (n_node, N_TREE_F)
    gravity: Reals  # (3,) [m/s^2]


# --- features: what touches ---------------------------------------------------------------------------------------------
F_NODE = 0  # node that carries the feature (the row behind the last node: the world)
F_ENDS = 1  # points that span it: 0 plane, 1 ball, 2 segment
N_FEAT_I = 2
F_A = 0  # 3 [m]  ball: centre; segment: one end; plane: a point of it; node frame
F_B = 3  # 3 [m]  segment: other end; plane: outward unit normal [-]
F_RADIUS = 6  # 1 [m]
F_ARM = 7  # 1 [m]  largest distance of A and B from the origin of the node (plane: of A)
N_FEAT_F = 8

# --- contacts: one row per possible contact, for the whole run ---------------------------------------------------------
BALL_PLANE, BALL_BALL, BALL_SEGMENT, SEGMENT_SEGMENT, LIMIT_LOW, LIMIT_HIGH = 0, 1, 2, 3, 4, 5
C_SHAPE, C_A, C_B = 0, 1, 2  # geometry; features A (plane, first ball, segment) and B, or the node of a joint limit
C_NORMAL, C_FRICTION = 3, 4  # laws
C_ZN, C_ZF = 5, 6  # places of the normal and of the tangential memory in y, -1 if there is none
C_SINGULAR = 7  # 1: the force begins like a fractional power of the indentation
C_CALL_N, C_CALL_U, C_CALL_F = 8, 9, 10  # addresses of a user's force, energy and friction coefficient, 0 if none
N_CON_I = 11
C_NROW = 0  # 6 parameters of the normal law
C_FROW = 6  # 8 parameters of the friction law
C_LIMIT = 14  # 1 [m, rad] position of a joint limit
C_REACH = 15  # 1 [m] largest distance of the two features from the origins of their nodes, plus radii
C_DEEPEST = 16  # 1 [m, rad] indentation beyond which shape and law mean nothing
N_CON_F = 17

# --- discrete state of a contact ----------------------------------------------------------------------------------------
M_NORMAL, M_FRICTION = 0, 1  # columns of mode
OPEN, TOUCHING = 0, 1
H_TIME, H_SURFACE, H_U = 0, 1, 2  # columns of hold: time of loss, surface then, tangential memory then (3)
N_HOLD = 5

# --- inputs: applied forces as tables over time -------------------------------------------------------------------------
I_KIND, I_TARGET, I_START, I_COUNT = 0, 1, 2, 3  # kind; node or velocity index; first row and rows in the table
WRENCH_WORLD, WRENCH_BODY, JOINT_FORCE = 0, 1, 2
N_IN_I = 4
N_IN_F = 3  # point of application in the node frame [m]
N_IN_TABLE = 7  # time, force (3), moment (3); for a joint force the first of the six

# --- ledger: integrals at the end of y [J] ------------------------------------------------------------------------------
L_NORMAL, L_FRICTION, L_BRISTLE, L_RELEASED, L_JOINT, L_WORK, L_PLASTIC, L_DRIVE = 0, 1, 2, 3, 4, 5, 6, 7
N_LEDGER = 8
LEDGER_NAMES = (
    "contact damping",
    "friction",
    "bristle work",
    "released",
    "joint damping",
    "work of inputs",
    "plastic",
    "drive losses",
)

# --- event log: one row per change of the mode of a contact ---------------------------------------------------------------
E_TIME, E_CONTACT, E_NORMAL, E_FRICTION, E_OLD_NORMAL, E_OLD_FRICTION = 0, 1, 2, 3, 4, 5
E_DELTA, E_RATE = 6, 7
E_HOLD = 8  # N_HOLD numbers
N_LOG = 16  # the width that the integrator offers

# --- sizes --------------------------------------------------------------------------------------------------------------
S_NQ, S_NV, S_LEDGER, S_NY, S_NODES, S_CONTACTS, S_INPUTS = 0, 1, 2, 3, 4, 5, 6
S_CONTACT_ERROR = 7  # 1: the error of each indentation is controlled relative to that indentation
N_SIZE = 8
