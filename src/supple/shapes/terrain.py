"""A terrain: everything below a smooth surface through given heights.

Surface   z = h(x, y), a bicubic spline through all heights (solids/terrain.py, height_field.py); between the heights of a
          cliff it swings over by some percent of the step
Meets     balls and points, ends of capsules, corners of boxes and hulls, feet of cylinders; and, as balls at a distance of
          at most `probing` from each other, points along edges, axes and rims (model/probes.py). A peak between them,
          under a face or below the middle of a bridge, is not seen. Ellipsoids have no contact with it.
Limits    a ball must fit into its valleys: radius x largest curvature < 0.9, checked before the run. A touch beyond the
          border ends the run.
Inertia   none: it has no end
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Annotated, Any

from .._check import positive, shown, vector
from .._reading import csv_rows, read_text
from ..quantities import POSITIVE, Quantity, Range, check_quantities, described, numbers, optional
from .contract import FIELD, Part
from .roles import FIELDS
from .written import ORIGIN, UPRIGHT, Material, Name, Orientation

FITS = 0.9  # radius of a ball times the largest curvature of the valleys
DRAWN = 128  # heights along one axis in a picture
LARGEST = 4_000_000  # heights
ONE = numbers(None)  # a row of them


def _check_heights(name, value, unit):
    """Rows of finite numbers, as tuples."""
    if isinstance(value, tuple) and value and all(type(row) is tuple for row in value):
        kept = all(type(h) is float for row in value for h in row)
    else:
        kept = False
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, str | bytes) or not isinstance(value, Sequence):
        raise TypeError(f"{name} must be rows of numbers [{unit}], got {shown(value)}")
    rows = value if kept else tuple(ONE.check(f"{name}[{i}]", row, unit) for i, row in enumerate(value))
    size = len(rows[0]) if rows else 0
    for i, row in enumerate(rows):
        if len(row) != size:
            raise ValueError(f"{name} must have rows of one length, got {size} numbers and, in row {i}, {len(row)}")
        if kept and not all(-1e300 < h < 1e300 for h in row):
            ONE.check(f"{name}[{i}]", row, unit)
    if len(rows) < 2 or size < 2:
        raise ValueError(f"{name} must be at least 2 x 2 numbers [{unit}], got {len(rows)} x {size}")
    if len(rows) * size > LARGEST:
        raise ValueError(f"{name} must be at most {LARGEST} numbers, got {len(rows)} x {size}")
    return rows


HEIGHTS = Range("2 x 2 or more", _check_heights)


@described
@dataclass(frozen=True, slots=True)
class Terrain:
    """Everything below a smooth surface through heights on a square grid."""

    heights: Annotated[tuple, Quantity("heights[i][j] at x = i spacing, y = j spacing", "m", HEIGHTS)]
    spacing: Annotated[float, Quantity("of the grid, in both directions", "m", POSITIVE)]
    at: Annotated[tuple, Quantity("place of heights[0][0] = 0 in the body", "m", numbers(3))] = ORIGIN
    material: Material = None
    name: Name = "terrain"
    orientation: Orientation = UPRIGHT
    probing: Annotated[
        float | None,
        Quantity(
            "largest distance of points along edges that it meets", "m", optional(POSITIVE), note="None: the spacing"
        ),
    ] = None

    def __post_init__(self):
        check_quantities(self)
        if self.probing is None:
            object.__setattr__(self, "probing", self.spacing)

    @classmethod
    def from_csv(
        cls, file: str, spacing: float, at: Sequence[float] = ORIGIN, material: str | None = None,
        name: str = "terrain", orientation: Sequence[float] = UPRIGHT, probing: float | None = None,
    ) -> "Terrain":  # fmt: skip
        """Heights from a file of numbers separated by commas, one line per x, without a header.

        file: name of the file; in a scene file relative to that.
        """
        if not isinstance(file, str | Path) or not str(file):
            raise TypeError(f"file must be the name of a CSV file, got {shown(file)}")
        heights = tuple(_rows(read_text(file, "CSV file"), str(file)))
        return cls(heights, spacing, tuple(at), material, name, tuple(orientation), probing)

    @classmethod
    def from_function(
        cls, function: Callable[[float, float], float], size: Sequence[float], spacing: float,
        at: Sequence[float] = ORIGIN, **rest: Any,
    ) -> "Terrain":  # fmt: skip
        """Heights function(x, y) over 0 <= x <= size[0], 0 <= y <= size[1], from the corner `at` on.

        size: extents along x and y [m], rounded to whole spacings.
        """
        l = positive("spacing", spacing, "m")
        nx, ny = (max(round(positive("size", e, "m") / l), 1) + 1 for e in vector("size", size, 2, "m"))
        if nx * ny > LARGEST:
            raise ValueError(f"size over spacing must give at most {LARGEST} heights, got {nx} x {ny}")
        heights = tuple(tuple(float(function(i * l, j * l)) for j in range(ny)) for i in range(nx))
        return cls(heights, l, tuple(at), **rest)

    @property
    def field(self):
        """Its spline, with bounds: height_field.py."""
        from .height_field import field_of

        return field_of(self.heights, self.spacing)

    @property
    def _extent(self):
        """Largest coordinates over its first height."""
        return (len(self.heights) - 1) * self.spacing, (len(self.heights[0]) - 1) * self.spacing

    def features(self):
        """One field."""
        high = max(max(map(max, self.heights)), -min(map(min, self.heights)))
        size = hypot(*self._extent, high)
        return (Part("", FIELD, self.at, ORIGIN, 0.0, FIELDS, size=size, solid=("terrain", self.orientation, self)),)

    def __iter__(self):
        """The numbers that kernels read."""
        return iter(self.field.numbers)

    @property
    def deepest(self):
        """To the centre of curvature of its sharpest ridge."""
        return FITS / max(self.field.ridge, 1e-300)

    def inertia(self, mass):
        """It has no end."""
        return None

    def drawing(self):
        """Its heights, some left out where there are many."""
        step = -(-max(len(self.heights), len(self.heights[0])) // DRAWN)
        heights = tuple(row[::step] for row in self.heights[::step])
        place = {"at": self.at, "orientation": self.orientation}
        return ({"kind": "terrain", **place, "spacing": step * self.spacing, "heights": heights},)


def _rows(text, label):
    """Rows of numbers of a text: as csv_rows has them, whose header is the first row."""
    rows = csv_rows("\n".join(["#", _header(text), text]), label)
    next(rows)
    for number, fields in rows:
        try:
            yield tuple(map(float, fields))
        except ValueError:
            raise ValueError(
                f"row {number} of {label} must be numbers separated by commas, got {shown(fields)}"
            ) from None


def _header(text):
    """Names of as many columns as the first row has."""
    first = next((line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")), "")
    return ",".join(f"c{i}" for i in range(first.count(",") + 1))


EXAMPLES = (
    Terrain(((0.0, 0.1, 0.0), (0.1, 0.2, 0.1)), 0.5),
    Terrain(((0.0, 0.1), (0.1, 0.3)), 0.5, at=(0.1, 0.2, 0.3), orientation=(1, 2, 3, 4), probing=0.1),
)
