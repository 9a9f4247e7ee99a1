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
    "slider",
)

SLIDER = JOINTS.number_of_file("slider")  # a node of this kind never turns
FLEXIBLE, STATION = JOINTS.number_of_file("flexible"), JOINTS.number_of_file("station")
