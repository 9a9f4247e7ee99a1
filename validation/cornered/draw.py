"""Random encounters: two shapes, or a shape and a half-space or terrain, that fly at each other, spinning, without loss.

Sizes go over four decades, speeds over two, thirty of a hundred have one body fixed; half-spaces and terrains always are.
The law is Hertz's, stiff enough that all kinetic energy stops the bodies within some six hundredths of their roundings:
what is much deeper was not held by a contact.
"""

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from scipy.spatial.transform import Rotation

import supple as sp

DEPTH = 0.05  # of the roundings
WIDTH, HEIGHTS = 8.0, 24  # of a terrain: width over the size of the body, heights along it
FITS = 0.8  # largest radius of a ball times the curvature of the valleys
SAME_LAND = 20  # seeds that share a terrain: to make one takes longer than a run


class Encounter(NamedTuple):
    """A scene of bodies "a" and "b", their shapes, when it ends [s], and sizes [m]."""

    scene: Any
    shapes: tuple
    end: float
    reaches: tuple  # farthest point of each from the origin of its body; 0 of what has no end
    size: float  # the smaller reach
    radii: float  # sum of the roundings


# --- shapes ---------------------------------------------------------------------------------------------------------------
def unit(dice):
    v = dice.normal(size=3)
    return v / np.linalg.norm(v)


def sphere(dice, size):
    return sp.Sphere(size * dice.uniform(0.2, 1.0), material="m")


def capsule(dice, size):
    half = size * dice.uniform(0.1, 1.0) * unit(dice)
    return sp.Capsule(tuple(-half), tuple(half), size * dice.uniform(0.05, 0.5), material="m")


def box(dice, size):
    sides = size * dice.uniform(0.1, 2.0, 3)
    return sp.Box(tuple(sides), rounding=float(dice.choice([0.02, 0.1, 0.4]) * 0.5 * sides.min()), material="m")


def cylinder(dice, size):
    radius, height = size * dice.uniform(0.1, 1.0), size * dice.uniform(0.1, 2.0)
    rounding = float(dice.choice([0.05, 0.2]) * min(radius, 0.5 * height))
    return sp.Cylinder(radius, height, rounding=rounding, material="m")


def hull(dice, size):
    points = size * np.array([unit(dice) * dice.uniform(0.4, 1.0) for _ in range(dice.integers(5, 14))])
    points -= points.mean(axis=0)
    return sp.Hull([tuple(p) for p in points.tolist()], material="m")


def ellipsoid(dice, size):
    return sp.Ellipsoid(tuple(size * dice.uniform(0.2, 1.0, 3)), material="m")


KINDS = {each.__name__: each for each in (sphere, capsule, box, cylinder, hull, ellipsoid)}
CORNERED = ("sphere", "capsule", "box", "cylinder", "hull")
PAIRS = (
    *combinations_with_replacement(CORNERED, 2),
    ("sphere", "ellipsoid"),
    ("ellipsoid", "ellipsoid"),
    *((kind, "plane") for kind in KINDS),
    *((kind, "terrain") for kind in CORNERED),
)


@lru_cache(maxsize=4)
def parts(shape):
    """The features of a shape: of a hull they take milliseconds."""
    return shape.features()


def reach(shape):
    """Largest distance of a point of a shape from the origin of its body."""
    if hasattr(shape, "semi_axes"):
        return max(shape.semi_axes)
    ends = (np.linalg.norm(place) for part in parts(shape) if part.kind != 6 for place in (part.at, part.end))
    return max(max(ends), max(np.linalg.norm(p.at) + p.size for p in parts(shape))) + rounding(shape)


def rounding(shape):
    """Radius of a shape around its core."""
    if hasattr(shape, "semi_axes"):
        return min(shape.semi_axes)
    return getattr(shape, "rounding", getattr(shape, "radius", 0.0))


# --- encounters -----------------------------------------------------------------------------------------------------------
def draw(pair, seed):
    """The Encounter of a pair and a seed."""
    dice = np.random.default_rng([seed, *(ord(letter) for letter in "-".join(pair))])
    size = 10 ** dice.uniform(-3, 1)
    v = 10 ** dice.uniform(-1, 1) * 10 * size
    if pair[1] == "plane":
        return _on_plane(dice, pair, size, v)
    if pair[1] == "terrain":
        return _on_land(dice, pair, seed, v / size)
    shapes = tuple(KINDS[kind](dice, size * (dice.uniform(0.3, 1.0) if i else 1.0)) for i, kind in enumerate(pair))
    reaches, along = tuple(map(reach, shapes)), unit(dice)
    away = 1.2 * sum(reaches)
    side = np.cross(along, unit(dice)) * dice.uniform(0.0, 0.7) * min(reaches)
    spins = [unit(dice) * dice.uniform(0.0, 6.0) * v / away for _ in range(2)]
    speed = v + sum(np.linalg.norm(w) * r for w, r in zip(spins, reaches, strict=True))
    scene, body = _scene(dice, size, speed, radii := sum(map(rounding, shapes)))
    scene.body("a", **body, joint=_flying(dice, -away * along + side, v * along, spins[0]), surfaces=[shapes[0]])
    other = sp.Fixed() if dice.uniform() < 0.3 else _flying(dice, np.zeros(3), np.zeros(3), spins[1])
    scene.body("b", **body, joint=other, surfaces=[shapes[1]])
    return Encounter(scene, shapes, 2.5 * away / v, reaches, min(reaches), radii)


def _on_plane(dice, pair, size, v):
    """A body that flies at a half-space, down or almost along it."""
    shape, turn = KINDS[pair[0]](dice, size), Rotation.random(rng=dice)
    ground = sp.HalfSpace(tuple(turn.apply([0.0, 0.0, 1.0])), tuple(size * dice.normal(size=3)), material="m")
    return _over(dice, shape, ground, (turn, np.array(ground.at), 0.0, 1.5), size, v)


def _on_land(dice, pair, seed, speed):
    """A body that flies at a terrain; smaller where a ball of it would not fit into the valleys."""
    heights, spacing, valley = _hills(seed // SAME_LAND)
    width, turn = spacing * (len(heights) - 1), Rotation.random(rng=dice)
    size, again = width / WIDTH, dice.integers(2**32)
    shape = KINDS[pair[0]](np.random.default_rng(again), size)
    if rounding(shape) * valley > FITS:
        size *= FITS / (rounding(shape) * valley)
        shape = KINDS[pair[0]](np.random.default_rng(again), size)
    at, attitude = tuple(width * dice.normal(size=3)), tuple(turn.as_quat(scalar_first=True))
    land = sp.Terrain(heights, spacing, at=at, orientation=attitude, material="m")
    middle = np.array(at) + turn.apply([0.5 * width, 0.5 * width, 0.0])
    return _over(dice, shape, land, (turn, middle, float(np.max(heights)), 1.0), size, speed * size)


@lru_cache(maxsize=2)
def _hills(number):
    """Heights of three waves, spacing, largest curvature of the valleys."""
    dice = np.random.default_rng([number, 8])
    width = 10 ** dice.uniform(-2, 2)
    spacing = width / (HEIGHTS - 1)
    x, y = np.meshgrid(*2 * [spacing * np.arange(HEIGHTS)], indexing="ij")
    h = np.zeros(x.shape)
    for _ in range(3):
        wave, about = width / dice.uniform(0.7, 4.0), dice.uniform(0.0, 2.0 * np.pi)
        h += wave * np.sin(2 * np.pi / wave * (np.cos(about) * x + np.sin(about) * y) + dice.uniform(0.0, 6.3))
    land = sp.Terrain((10 ** dice.uniform(-2.5, -1.0) * h).tolist(), spacing)
    return land.heights, spacing, land.field.valley


def _over(dice, shape, ground, place, size, v):
    """A body that flies at the middle of the ground; place: (turn, middle, highest place, largest angle of the flight)."""
    turn, middle, top, slant = place
    far, angle, about = reach(shape), dice.uniform(0.0, slant), dice.uniform(0.0, 2.0 * np.pi)
    aside = turn.apply([np.sin(angle) * np.cos(about), np.sin(angle) * np.sin(about), 0.0])
    up, away = turn.apply([0.0, 0.0, 1.0]), top + 1.2 * far
    spin = unit(dice) * dice.uniform(0.0, 6.0) * v / far
    scene, body = _scene(dice, size, v + np.linalg.norm(spin) * far, rounding(shape))
    joint = _flying(dice, middle + away * (up - aside), v * (aside - np.cos(angle) * up), spin)
    scene.body("a", **body, joint=joint, surfaces=[shape])
    scene.body("b", joint=sp.Fixed(), surfaces=[ground])
    return Encounter(scene, (shape, ground), 2.5 * away / v, (far, 0.0), far, rounding(shape))


def _scene(dice, size, speed, radii):
    """An empty scene with its rule, and mass and inertia of its bodies."""
    mass = 1e3 * size**3
    scene = sp.Scene(gravity=(0.0, 0.0, 0.0))
    scene.contact("m", "m", normal=sp.Hertz(k=mass * speed**2 / (DEPTH * radii) ** 2.5))
    even = dice.uniform() < 0.5
    return scene, {
        "mass": mass,
        "inertia": (0.4 * mass * size**2,) * 3 if even else tuple(mass * size**2 * dice.uniform(0.25, 0.4, 3)),
    }


def _flying(dice, place, v, spin):
    attitude = Rotation.random(rng=dice).as_quat(scalar_first=True)
    return sp.Free(position=tuple(place), attitude=tuple(attitude), velocity=tuple(v), angular_velocity=tuple(spin))
