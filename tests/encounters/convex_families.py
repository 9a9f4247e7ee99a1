"""Random encounters of ellipsoids and superellipsoids, one family per function.

Longest semi-axes 1 mm to 1 m, aspect ratios to 20, speeds to 100 m/s, spins to 1,000 rad/s; centres on the origin of the
body, off it or off the centre of mass; bodies that fly, are fixed, hang on joints. As among families.py half of the
encounters graze, and one in five is a kilometre from the origin.
"""

import numpy as np

import supple as sp

from .dice import NONE, plane, sphere, turns_until
from .encounter import MATERIAL, Body, Encounter
from .families import DOWN, any_joint, facing
from .motions import Flight, Harmonic, Hinge, Polynomial, Slide, Still, Unknown, unit

MOMENTS = ((1.0, 1.0, 1.0),) * 2 + ((1.0, 1.0, 0.6), (0.5, 1.0, 1.0)) * 2 + ((1.0, 0.8, 0.6),)


def semi_axes(dice, size, aspect):
    """The longest is `size`, the shortest that over the aspect; the middle one is anything, in any order."""
    axes = [size, size / aspect, size / dice.pick(1.0, aspect, dice.log(1.0, aspect))]
    return tuple(axes[i] for i in dice.pick((0, 1, 2), (1, 2, 0), (2, 0, 1)))


def ellipsoid(dice, size, at=NONE, aspect=None):
    axes = semi_axes(dice, size, dice.log(1.0, 20.0) if aspect is None else aspect)
    return sp.Ellipsoid(axes, tuple(at), dice.attitude(), MATERIAL)


def superellipsoid(dice, size, at=NONE):
    axes, exponent = semi_axes(dice, size, dice.log(1.0, 8.0)), dice.between(2.0, 10.0)
    rounding = dice.log(0.05, 0.9) * min(axes) / 3.0 ** (1.0 - 1.0 / exponent)
    return sp.Superellipsoid(axes, exponent, rounding, tuple(at), dice.attitude(), MATERIAL)


def flying(dice, name, shapes, size, place, velocity, spin, end):
    """A free body that tumbles; `size` [m] sets its mass and how far its centre of mass is off, now and then."""
    moments = dice.pick(*MOMENTS)
    motion = Flight(
        tuple(place), tuple(velocity), attitude=dice.attitude(), body_spin=tuple(spin * dice.direction()),
        centre=tuple(0.5 * size * dice.direction()) if dice.chance(0.25) else NONE, moments=moments, end=end,
    )  # fmt: skip
    mass = 1e3 * size**3
    return Body(name, motion, tuple(shapes), mass, tuple(0.3 * mass * size**2 * np.array(moments)))


def off(dice, size):
    """Where a shape sits in its body."""
    return size * dice.log(0.1, 2.0) * dice.direction() if dice.chance(0.4) else NONE


def passing(dice, make_a, make_b, turns=30.0, least=0.01):
    """Two free bodies, or a free and a fixed one, that fly past each other or not."""
    r, s = dice.log(1e-3, 1.0), dice.log(1e-3, 1.0)
    r, s = max(r, 0.02 * s), max(s, 0.02 * r)
    v = dice.log(least, 100.0)
    when, along = dice.log(4.0 * (r + s) / v, max(5.0, 8.0 * (r + s) / v)), dice.direction()
    end, drift, at = when * dice.between(1.2, 2.0), dice.direction() * dice.log(0.01, 10.0), dice.offset()
    spins = [turns_until(dice, when, turns) for _ in range(2)]
    a = flying(dice, "a", [make_a(dice, r, off(dice, r))], r, at - when * v * along, v * along + drift, spins[0], end)
    if dice.chance(0.3):
        b = Body("b", Still(tuple(at + when * drift), dice.attitude()), (make_b(dice, s, off(dice, s)),))
    else:
        b = flying(dice, "b", [make_b(dice, s, off(dice, s))], s, at, drift, spins[1], end)
    found = Encounter((a, b), end, speed=v + r * spins[0] + s * spins[1])
    return found.grazing("b", dice.depth(0.3 * min(a.surfaces[0].deepest, b.surfaces[0].deepest)))


def two_ellipsoids(dice):
    """Two ellipsoids that tumble."""
    return passing(dice, ellipsoid, ellipsoid)


def ball_and_ellipsoid(dice):
    """A ball and an ellipsoid; either may be fixed."""

    def ball(dice, size, at):
        return sphere(size, at)

    return passing(dice, *dice.pick((ball, ellipsoid), (ellipsoid, ball)))


def superellipsoids(dice):
    """A superellipsoid and any body with a support function."""
    return passing(dice, superellipsoid, dice.pick(superellipsoid, superellipsoid, ellipsoid))


def thin_and_fast(dice):
    """Discs and needles, 20 times as long as thick, that spin fast and pass close by at high speed."""

    def thin(dice, size, at):
        axes = dice.pick((1.0, 1.0, 0.05), (1.0, 0.05, 0.05), (1.0, 0.2, 0.05))
        return sp.Ellipsoid(tuple(size * np.array(axes)), tuple(at), dice.attitude(), MATERIAL)

    return passing(dice, thin, thin, turns=200.0, least=10.0)


def any_round(dice, size, at=NONE):
    return dice.pick(ellipsoid, superellipsoid, ellipsoid)(dice, size, at)


def ellipsoid_on_plane(dice):
    """A convex body that tumbles towards or along a fixed half-space."""
    size, when = dice.log(1e-3, 1.0), dice.log(0.005, 3.0)
    v, along = dice.log(max(0.02, 2.0 * size / when), max(50.0, 4.0 * size / when)), dice.direction()
    shape = any_round(dice, size, off(dice, size))
    a = flying(dice, "a", [shape], size, -when * v * along, v * along, turns_until(dice, when, 20.0), 1.2 * when)
    b = Body("b", Still(NONE), (plane(facing(dice, along)),))
    found = Encounter((a, b), 1.2 * when, speed=v + size * a.motion.spin)
    return found.grazing("b", dice.depth(0.3 * shape.deepest))


def plane_on_ellipsoid(dice):
    """A half-space on a body that moves, turns or swings, and a convex body that is fixed, floats or tumbles."""
    size, when, normal = dice.log(1e-3, 1.0), dice.log(0.02, 5.0), dice.direction()
    away = size * dice.log(1.2, 30.0)
    kind = dice.pick(Slide, Hinge, Hinge)
    frequency = dice.log(1.0, 30.0) / when
    axis = normal if kind is Slide else dice.across(normal)
    if dice.chance(0.6):  # swings
        way = 0.5 * away if kind is Slide else dice.between(0.1, 1.5)
        motion = kind(tuple(axis), Harmonic(-way, frequency), settings={"spring": frequency**2})
    elif kind is Slide:
        motion = Slide(tuple(normal), Polynomial((0.0, away / when)))
    else:
        motion = Hinge(tuple(axis), Polynomial((0.0, dice.between(1.0, 3.0) / when * dice.pick(-1, 1))))
    shape = any_round(dice, size, off(dice, size))
    end, place = 1.5 * when, away * unit(normal + 0.3 * dice.direction())
    spin = turns_until(dice, when, 10.0)
    if dice.chance(0.5):
        a = Body("a", Still(tuple(place), dice.attitude()), (shape,))
    else:
        drift = dice.pick(np.zeros(3), 0.3 * away / when * dice.direction())
        a = flying(dice, "a", [shape], size, place, drift, spin, end)
    b = Body("b", motion, (plane(normal),), 1.0, (1.0, 1.0, 1.0))
    found = Encounter((a, b), end, speed=(away + size) * (frequency + 3.0 / when) + size * spin)
    return found.grazing("a", dice.depth(0.3 * shape.deepest))


def ellipsoid_arm(dice):
    """Ellipsoids on an arm that turns or swings, past an ellipsoid, a ball or a half-space."""
    length, rate = dice.log(0.01, 1.0), dice.log(0.1, 1000.0)
    size = length * dice.log(0.02, 0.5)
    tip = np.array((length, 0.0, 0.0))
    shapes = [any_round(dice, size, tip)]
    if dice.chance(0.3):
        shapes.append(any_round(dice, size, -0.5 * tip))
    axis = dice.across((1.0, 0.0, 0.0)) if dice.chance(0.5) else dice.direction()
    if dice.chance(0.5):
        motion = Hinge(tuple(axis), Polynomial((dice.between(-1, 1), dice.pick(-1, 1) * rate)))
        there, end = dice.between(0.5, 6.0), dice.log(6.5, 30.0)
    else:
        motion = Hinge(tuple(axis), Harmonic(dice.between(0.3, 3.0), rate), settings={"spring": rate**2})
        there, end = dice.between(0.5, 3.0), dice.log(3.5, 20.0)
    place = motion.pose(np.array([there / rate]))[1][0] @ tip
    s = size * dice.log(0.1, 3.0)
    obstacles = ellipsoid(dice, s), any_round(dice, s), sphere(s), plane(-unit(place + 0.3 * length * dice.direction()))
    a = Body("a", motion, tuple(shapes), 1.0, (1.0, 1.0, 1.0))
    b = Body("b", Still(tuple(place)), (dice.pick(*obstacles),))
    found = Encounter((a, b), end / rate, speed=3.0 * rate * length)
    return found.grazing("b", dice.depth(0.3 * min(shapes[0].deepest, s)))


def ellipsoid_chain(dice):
    """One to four links with ellipsoids on joints of all kinds towards obstacles: judged by its own motion only."""
    n, length = dice.whole(1, 4), dice.log(0.05, 0.5)
    bodies, parents = [], {}
    for i in range(n):
        size = length * dice.log(0.05, 0.45)
        motion = Unknown(any_joint(dice, NONE if i == 0 else (length, 0.0, 0.0), root=i == 0), 2.0 * n * length)
        inertia = tuple(0.1 * length**2 * np.array(dice.pick((1, 1, 1), (0.2, 1, 1), (0.5, 1, 1.2))))
        shape = any_round(dice, size, (dice.between(0.5, 1.0) * length, 0.0, 0.0))
        bodies.append(Body(f"a{i}", motion, (shape,), 1.0, inertia, com=(0.5 * length, 0, 0)))
        if i:
            parents[f"a{i}"] = f"a{i - 1}"
    for i in range(dice.whole(1, 3)):
        place, s = dice.direction() * n * length * dice.between(0.6, 1.2), length * dice.log(0.02, 0.3)
        shape = dice.pick(sphere(s), any_round(dice, s), plane(-unit(place)))
        bodies.append(Body(f"b{i}", Still(tuple(place)), (shape,)))
    gravity, end = dice.pick(DOWN, NONE), dice.log(0.05, 2.0)
    return Encounter(tuple(bodies), end, gravity, speed=30.0 * length, oracle=False, parents=parents)


def ellipsoid_gas(dice):
    """8 to 14 bodies that fly and tumble in a box without walls: more pairs than are watched without the broad phase."""
    n, size = dice.whole(8, 14), dice.log(1e-3, 0.3)
    v, at = dice.log(0.1, 100.0), dice.offset()
    cell = size * dice.log(2.2, 5.0)
    end = dice.log(2.0, 10.0) * cell / v
    places = [(i, j, k) for i in range(3) for j in range(3) for k in range(3)][:n]
    bodies = []
    for i, place in enumerate(places):
        r = size * dice.between(0.3, 1.0)
        p = at + cell * (np.array(place) + 0.1 * dice.direction())
        shape = dice.pick(ellipsoid(dice, r), any_round(dice, r), sphere(0.5 * r))
        velocity = v * dice.between(0.0, 1.0) * dice.direction()
        bodies.append(flying(dice, f"b{i}", [shape], r, p, velocity, turns_until(dice, end, 10.0), end))
    return Encounter(tuple(bodies), end, speed=v)


def through_ellipsoids(dice):
    """A body flies and tumbles through the neighbourhoods of many fixed ones before it hits one or none."""
    r, n = dice.log(1e-3, 0.3), dice.whole(25, 40)
    v, along, at = dice.log(0.1, 100.0), dice.direction(), dice.offset()
    far = 4.0 * r * n
    end = 1.2 * far / v
    shape = dice.pick(ellipsoid, sphere_of)(dice, r)
    bodies = [flying(dice, "a", [shape], r, at - 4.0 * r * along, v * along, turns_until(dice, end, 20.0), end)]
    for i in range(n):
        s = r * dice.log(0.1, 3.0)
        on_way = dice.between(0.0, far) * along
        beside = dice.across(along) * (r + s) * dice.between(0.8 if i == 0 else 1.0, 1.5)
        bodies.append(Body(f"b{i}", Still(tuple(at + on_way + beside), dice.attitude()), (ellipsoid(dice, s),)))
    return Encounter(tuple(bodies), end, speed=v)


def sphere_of(dice, size):
    return sphere(size)
