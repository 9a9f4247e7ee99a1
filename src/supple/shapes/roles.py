"""Who meets whom. Every feature has a role; two features are watched against each other if their roles are a pair here.

A flat thing stands on several contacts, so shapes with corners are made of several features, and a pair of shapes has one
contact for every pair of features that can meet first:

    points of A x solid of B,   points of B x solid of A,   edges of A x edges of B,   rims of one x solid of the other

The smallest of their distances is the distance of the two shapes. No feature takes its minimum on a whole set (a face, a
parallel edge): corners and feet carry flat things.

Complete  tests/shapes compares the smallest row with the distance of the whole shapes by independent optimisers.
"""

from functools import cache

from .._jit import inlined
from ..tables import F_MEETS, F_ROLE

PLANES = 1  # half-spaces
BALLS = 2  # spheres and points
AXES = 4  # of capsules
CONVEXES = 8  # smooth convex bodies
CORNERS = 16  # of boxes and hulls, feet of cylinders
ENDS = 32  # of capsules
EDGES = 64  # of boxes and hulls, sides of cylinders
SOLIDS = 128  # whole boxes, cylinders, hulls: what points, corners and rims come near to
RODS = 256  # whole capsules, for corners and rims
RIMS = 512  # of cylinders
TIPS = 1024  # sharp corners
FIELDS = 2048  # terrains
PROBES = 4096  # points along edges, axes and rims, for terrains only

PAIRS = (
    (PLANES, BALLS), (PLANES, CONVEXES), (PLANES, CORNERS), (PLANES, ENDS), (PLANES, RIMS), (PLANES, TIPS),
    (BALLS, BALLS), (BALLS, AXES), (BALLS, CONVEXES), (BALLS, SOLIDS),
    (AXES, AXES), (AXES, EDGES), (EDGES, EDGES), (CONVEXES, CONVEXES),
    (SOLIDS, CORNERS), (SOLIDS, ENDS), (SOLIDS, RIMS), (RODS, CORNERS), (RODS, RIMS),
    (FIELDS, BALLS), (FIELDS, CORNERS), (FIELDS, ENDS), (FIELDS, TIPS), (FIELDS, PROBES),
)  # fmt: skip


@cache
def meets(role):
    """The roles that a role meets, as bits."""
    return sum({b if a == role else a for a, b in PAIRS if role in (a, b)})


@inlined
def may_meet(features, a, b):
    """Whether two rows of the table of features have roles that meet."""
    return features[a, F_ROLE] & features[b, F_MEETS] > 0
