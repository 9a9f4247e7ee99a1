"""What type checkers see of supple.shapes: written by tools/write_stub.py."""

from .box import Box as Box
from .capsule import Capsule as Capsule
from .cylinder import Cylinder as Cylinder
from .ellipsoid import Ellipsoid as Ellipsoid
from .half_space import HalfSpace as HalfSpace
from .hull import Hull as Hull
from .point import Point as Point
from .sphere import Sphere as Sphere
from .superellipsoid import Superellipsoid as Superellipsoid
from .terrain import Terrain as Terrain

__all__: list[str]
