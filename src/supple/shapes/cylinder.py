"""A cylinder with rounded rims, or a disc: rims, feet, its side, and the whole of it for points of others.

Core      a cylinder of radius rho = radius - r and half height H = height/2 - r; the surface is at the distance r from it.
          H = 0 (height = 2 r) is a disc with a round rim.
Rims      circles; the two carry a cylinder that lies on its side or leans.
Feet      three balls per end at 0.9 rho that stand out by e_f. A rim that lies flat touches nowhere in particular: its
          lowest point jumps around it. On its feet a cylinder stands still, and the rims stay clear.
Side      for edges, axes of capsules and sides of others that cross it: pairs/edge_side.py, pairs/side_side.py.
Inertia   m (3 R^2 + h^2)/12 across, m R^2/2 along the axis, of the cylinder with sharp rims.

Choose    e_f about four times the depth at rest, (m g/(3 k))^(1/n) of a law F = k delta^n on three feet. Less than that
          depth, and the rims touch while it lies flat: nothing is wrong then, but such runs are slow. The stiffness is not
          known here, so the default is a size: 0.05 % of rho, but at most a quarter of the rounding. A cylinder leans by
          e_f/(0.1 rho), 0.3 degrees, before it rolls on its rim instead of rocking on its feet.
"""

from dataclasses import dataclass
from math import cos, hypot, pi, sin
from typing import Annotated

from .._check import positive, within
from ..quantities import NONNEGATIVE, POSITIVE, Quantity, check_quantities, described, optional
from ..spatial.rotations import quaternion_to_matrix
from .contract import BALL, RIM, SIDE, SOLID, Part
from .roles import CORNERS, EDGES, RIMS, SOLIDS, TIPS
from .written import ORIGIN, UPRIGHT, USUAL_ROUNDING, Centre, Material, Name, Orientation, Rounding, turned

FEET = 3  # per end
FOOT_AT = 0.9  # [rho] from the axis
USUAL_FOOT = 5e-4  # [rho] by which feet stand out, where nothing is given
SIDE_CUT = 0.5  # [r] by which the side ends before the core does: what lies on an end must not meet it


def cylinder_inertia(mass: float, radius: float, height: float) -> tuple[float, float, float]:
    """Solid cylinder along z [kg m^2]."""
    m = positive("mass", mass, "kg")
    across = m * (3.0 * radius * radius + height * height) / 12.0
    return across, across, 0.5 * m * radius * radius


@described
@dataclass(frozen=True, slots=True)
class Cylinder:
    """A cylinder or a disc around a point of the body, along its own z axis, with rounded rims."""

    radius: Annotated[float, Quantity("of its side, over the rounding", "m", POSITIVE)]
    height: Annotated[float, Quantity("from end to end, over the rounding", "m", POSITIVE)]
    at: Centre = ORIGIN
    material: Material = None
    name: Name = "cylinder"
    rounding: Rounding = None
    orientation: Orientation = UPRIGHT
    foot: Annotated[
        float | None,
        Quantity(
            "by which three feet per end stand out, so that it stands on them", "m", optional(NONNEGATIVE),
            note="None: 0.05 % of the radius, at most a quarter of the rounding; best four times the depth at rest",
        ),
    ] = None  # fmt: skip

    def __post_init__(self):
        check_quantities(self)
        most = min(0.9 * self.radius, 0.5 * self.height)
        usual = USUAL_ROUNDING * min(self.radius, 0.5 * self.height)
        r = usual if self.rounding is None else within("rounding", self.rounding, 0.0, most, "m")
        object.__setattr__(self, "rounding", r)
        if self.foot is None:
            foot = USUAL_FOOT * (self.radius - r)
            object.__setattr__(self, "foot", min(foot, 0.25 * r) if r > 0.0 else foot)

    @property
    def _core(self):
        """rho, H."""
        return self.radius - self.rounding, 0.5 * self.height - self.rounding

    def _vector(self, *local):
        """From its own axes to those of the body."""
        return (
            local if self.orientation == UPRIGHT else tuple((quaternion_to_matrix(self.orientation) @ local).tolist())
        )

    def _place(self, *local):
        return tuple(c + x for c, x in zip(self.at, self._vector(*local), strict=True))

    def features(self):
        """Rims and feet; side and the whole, where it has a rounding."""
        r, (rho, H), axis = self.rounding, self._core, self._vector(0.0, 0.0, 1.0)
        parts = []
        for sign, s in (("+", 1.0), ("-", -1.0)):
            if H > 0.0 or s > 0.0:
                centre = self._place(0.0, 0.0, s * H)
                parts.append(Part(f"rim{sign}", RIM, centre, axis, r, RIMS if r > 0.0 else TIPS, size=rho))
            for k in range(FEET):
                angle = 2.0 * pi * k / FEET
                at = self._place(FOOT_AT * rho * cos(angle), FOOT_AT * rho * sin(angle), s * (H + self.foot))
                parts.append(Part(f"foot{sign}{k + 1}", BALL, at, ORIGIN, r, CORNERS if r > 0.0 else TIPS))
        if r > 0.0:
            side = H - SIDE_CUT * r
            if side > 0.0:
                whole = ("cylinder", self.orientation, (rho, side))
                parts.append(Part("side", SIDE, self.at, ORIGIN, r, EDGES, size=hypot(rho, side), solid=whole))
            whole = ("cylinder", self.orientation, (rho, H))
            parts.append(Part("", SOLID, self.at, ORIGIN, r, SOLIDS, size=hypot(rho, H), solid=whole))
        return tuple(parts)

    @property
    def deepest(self):
        """From a rim to the centre."""
        return hypot(self.radius, 0.5 * self.height)

    def inertia(self, mass):
        """A solid cylinder."""
        return turned(self.orientation, cylinder_inertia(mass, self.radius, self.height))

    def drawing(self):
        """A cylinder."""
        own = {"at": self.at, "radius": self.radius, "height": self.height, "orientation": self.orientation}
        return ({"kind": "cylinder", **own},)


EXAMPLES = (
    Cylinder(0.1, 0.3, at=(0.0, 0.1, 0.0)),
    Cylinder(0.1, 0.02, rounding=0.01, orientation=(1, 2, 3, 4)),
    Cylinder(0.1, 0.3, rounding=0.0),
)
