"""What few models have: kernels that are compiled when a model needs them, each file of them a unit of its own."""

import numpy as np

from .._jit import needs
from ..dynamics.bent_derivatives import add_modes, write_bent, write_station
from ..elements import cornered
from ..elements.contact_by_pose import add_tensors, by_pose, point_by_pose
from ..elements.dispatch import ELEMENTS
from ..elements.features import convex_meeting, convex_point_rate
from ..joints.dispatch import JOINTS
from ..shapes.contract import BALL, CONVEX, EDGE, PLANE
from ..tables import (
    EL_A,
    EL_B,
    EL_KIND,
    F_KIND,
    F_MEETS,
    F_ROLE,
    IN_A_MATRIX,
    N_ELEMENTS,
    OF_THE_WHOLE,
    R_NEEDS,
    S_EXACT,
    S_PAIRS,
    S_SLOPES,
    S_STATIC,
    TENSORS,
)
from .grip_jacobian import add_grips, turn_grip
from .grips import hold, release_all
from .matrix import write_matrix
from .robot import Robot

FAMILIES = ELEMENTS, JOINTS
GRIPS = hold, release_all
BY_POSE = add_tensors, by_pose, point_by_pose
GRIP_SLOPES = add_grips, turn_grip
MATRIX = (write_matrix,)
MODES = add_modes, write_bent, write_station
MEETINGS = convex_meeting, convex_point_rate
CORNERS = (
    cornered.meeting,
    cornered.nearness,
    cornered.is_beside,
    cornered.edges_apart,
    cornered.normal_rate,
    cornered.point_rate,
)


def rare_units():
    """{module: kernels}: everything that is compiled on demand."""
    of_families = {home: kernels for family in FAMILIES for home, kernels in family.units.items()}
    return {
        **of_families,
        **{unit[0].__module__: unit for unit in (GRIPS, GRIP_SLOPES, BY_POSE, MATRIX, MODES, MEETINGS, CORNERS)},
    }


@needs(Robot)
def rare_elements(P):
    """Units of the kinds of elements that are always there; contacts, which come and go, are not rare."""
    return ELEMENTS.units_of(set(P.el_i[: P.size[S_STATIC], EL_KIND].tolist()))


@needs(Robot)
def grips_that_are_exact(P):
    """What finds the forces of contacts that stick exactly, where there can be any."""
    return [GRIPS] if P.size[S_EXACT] > 0 else []


@needs(Robot)
def meetings_of_convex_bodies(P):
    """The nearest points of ellipsoids and their like."""
    return [MEETINGS] if (P.feat_i[:, F_KIND] == CONVEX).any() else []


@needs(Robot)
def meetings_of_corners(P):
    """How shapes with corners meet: where contacts are found on the way and there may be some, or one is listed."""
    cornered = P.feat_i[:, F_KIND] >= EDGE
    if P.size[S_PAIRS] == 1:
        some = (cornered & (P.feat_i[:, F_MEETS] & np.bitwise_or.reduce(P.feat_i[:, F_ROLE], initial=0) > 0)).any()
    else:
        some = cornered[P.el_i[P.size[S_STATIC] : P.count[N_ELEMENTS], EL_B]].any()
    return [CORNERS] if some else []


def units_of_implicit_steps(P):
    """What these need besides: no struct asks for it, but a run that becomes stiff (model/solver.py)."""
    return units_of_derivatives(P) + ([MATRIX] if P.size[S_SLOPES] == IN_A_MATRIX else [])


def units_of_derivatives(P):
    """What derivatives of contacts, flexible bodies and exact stick need."""
    if P.size[S_SLOPES] == OF_THE_WHOLE:
        return []
    exact = P.size[S_EXACT] > 0
    asked = ([MODES] if P.tree.flexible.size > 0 else []) + ([GRIP_SLOPES] if exact else [])
    listed = P.el_i[P.size[S_STATIC] : P.count[N_ELEMENTS]]
    simple = (P.feat_i[listed[:, EL_A], F_KIND] == PLANE) & (P.feat_i[listed[:, EL_B], F_KIND] == BALL)
    plain = not exact and P.size[S_PAIRS] == 0 and simple.all() and not np.any(P.rule_i[:, R_NEEDS] & TENSORS)
    return asked if plain else [*asked, BY_POSE]
