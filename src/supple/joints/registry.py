"""The joints: one line each, file and class. New ones at the end."""

from ..registry import Registry

JOINTS = Registry(
    "supple.joints",
    "free.Free",
    "fixed.Fixed",
    "revolute.Revolute",
    "prismatic.Prismatic",
    "planar.Planar",
    "spherical.Spherical",
    "flexible",
    "station",
)
