"""Cables and motors in pictures: where to draw what the equations know by lever arms only.

A cable of the model has no course in space: it runs over joint coordinates x_j with lever arms r_j. Drawn is one that would
have these arms where the joint is at 0, beside the link:

                      start ______ joint ______ end           d   from the joint towards the centre of mass of the body
    r a x d  offset                  o          |             a   axis of the joint
                                     |----------> d           o - r a x d: the side on which a cable with that arm passes

Symbols   r  signed lever arm [m]: the cable becomes longer where the coordinate grows; of a table the mean of its arms
Shown     strands of Cable, SeriesElastic, UnidirectionalCable over joints of bodies of the scene; not the side of a rotor,
          which has no place, and not play. A motor is a short cylinder about the axis of the joint that it drives.
"""

from typing import NamedTuple

import numpy as np

from ..elements import Cable, Motor, SeriesElastic, UnidirectionalCable
from ..elements.transmission import levers_of
from ..spatial.rotations import quaternion_to_matrix

SHORT = 2.0  # [arm] length that is drawn of a cable on a body whose centre of mass is on the axis
SHARE = 0.8  # of the way to the centre of mass where a cable is fixed


class Course(NamedTuple):
    """A strand as it is drawn: its name in results, and points of bodies (name, place [m]), in its order."""

    name: str
    points: tuple


class DrawnMotor(NamedTuple):
    """A motor as it is drawn: at the origin of a body, along an axis of it."""

    name: str
    body: str
    axis: tuple


def courses_of(scene):
    """All strands of a scene that can be drawn."""
    strands = [strand for name, one in scene.elements.items() for strand in _strands(name, one)]
    courses = [Course(name, _points(scene, levers)) for name, levers in strands]
    return [course for course in courses if course.points]


def _strands(name, one):
    """Name and levers of the strands of an element."""
    if isinstance(one, Cable):
        return [(name, one.levers)]
    if isinstance(one, SeriesElastic):
        return [(f"{name}.forward", levers_of(one)), (f"{name}.back", levers_of(one, -1.0))]
    return [(f"{name}.cable", levers_of(one))] if isinstance(one, UnidirectionalCable) else []


def _points(scene, levers):
    """The points of a strand; none if no joint of it can be drawn."""
    turned = [lever for lever in levers if hasattr(getattr(scene.bodies.get(lever.body), "joint", None), "axis")]
    points = []
    for lever in sorted(turned, key=lambda lever: _depth(scene, lever.body)):
        body = scene.bodies[lever.body]
        offset, along = _beside(body, float(np.mean(getattr(lever, "arms", None) or lever.arm)))
        R, at = quaternion_to_matrix(np.array(body.joint.orientation)), np.array(body.joint.at)
        before = [] if points else [(body.parent, at + R @ (offset - along))]
        points = (
            points[:-1] + before + [(body.parent, at + R @ offset), (body.name, offset), (body.name, offset + along)]
        )
    return tuple(points)


def _depth(scene, name):
    return 0 if name not in scene.bodies else 1 + _depth(scene, scene.bodies[name].parent)


def _beside(body, arm):
    """From the joint to the cable, and along it [m], in the frame of the body."""
    if not hasattr(body.joint, "hinge") or not body.joint.hinge:  # a slide: the cable is on its axis
        return np.zeros(3), np.array(body.com, dtype=float)
    axis = np.array(body.joint.axis) / np.linalg.norm(body.joint.axis)
    along = np.array(body.com) - (np.array(body.com) @ axis) * axis
    if np.linalg.norm(along) < 1e-9:
        along = np.cross(axis, np.eye(3)[np.argmin(np.abs(axis))])
        along *= SHORT * abs(arm) / np.linalg.norm(along)
    return -arm * np.cross(axis, along / np.linalg.norm(along)), SHARE * along


def motors_of(scene):
    """The motors of a scene, each at a joint that it drives."""
    driven = {
        one.rotor: one.joint for one in scene.elements.values() if isinstance(one, SeriesElastic | UnidirectionalCable)
    }
    found = []
    for name, one in scene.elements.items():
        if isinstance(one, Motor):
            body = scene.bodies.get(driven.get(one.rotor, one.body))
            if body is not None and getattr(body.joint, "hinge", False) and hasattr(body.joint, "axis"):
                found.append(DrawnMotor(name, body.name, tuple(body.joint.axis)))
    return found
