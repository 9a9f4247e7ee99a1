"""supple: robots that touch things, with contact forces one can trust."""

from .laws import *  # noqa: F403
from .laws import __all__ as _laws
from .laws.friction.user import UserFriction
from .laws.normal.user import UserNormal
from .model import Model, build
from .scene.inertia import box_inertia, rod_inertia, sphere_inertia
from .scene.joints import Fixed, Free, Planar, Prismatic, Revolute, Spherical
from .scene.scene import Scene
from .scene.surfaces import Box, Capsule, HalfSpace, Point, Sphere
from .simulate import simulate
from .trajectory import Trajectory
from .trajectory.files import load

__version__ = "0.1.0"
