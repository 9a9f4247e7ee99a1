"""The shapes: one line each, file and class. New ones at the end; how their features meet is in pairs/."""

from ..registry import Registry

SHAPES = Registry(
    "supple.shapes",
    "point.Point",
    "sphere.Sphere",
    "capsule.Capsule",
    "box.Box",
    "half_space.HalfSpace",
    "ellipsoid.Ellipsoid",
    "superellipsoid.Superellipsoid",
    "cylinder.Cylinder",
    "hull.Hull",
    "terrain.Terrain",
)
