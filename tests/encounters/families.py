"""Random encounters of balls, capsules, boxes and planes, one family per function.

Sizes 1 mm to 1 m, speeds to 100 m/s, spins to 1,000 rad/s, flights of a millisecond to 20 s. Half of the encounters graze:
the deepest overlap or the clearance of the undisturbed motion is a fraction of the radius, log-uniform from a millionth to
one. One flight in five is a kilometre from the origin; a family of its own has its surfaces off the centre of mass.
"""

import numpy as np

import supple as sp

from .dice import NONE, capsule, plane, sphere, turns_until
from .encounter import MATERIAL, Body, Encounter
from .motions import Flight, Harmonic, Hinge, Pendulum, Polynomial, Slide, Still, Unknown, rotation_of, unit
from .oracle import Limit

DOWN = (0.0, 0.0, -9.81)


# --- balls --------------------------------------------------------------------------------------------------------------
def two_balls(dice):
    """Two free balls on straight lines; the first may spin."""
    r, s = dice.log(1e-3, 1.0), dice.log(1e-3, 1.0)
    v, along = dice.log(0.01, 100.0), dice.direction()
    when = dice.log(4.0 * (r + s) / v, max(20.0, 8.0 * (r + s) / v))
    depth = dice.depth(min(r, s))
    side = dice.across(along) * (r + s - depth)
    drift, at = dice.direction() * dice.log(0.01, 10.0), dice.offset()
    spin = tuple(dice.direction() * turns_until(dice, when)) if dice.chance(0.3) else NONE
    end = when * dice.between(1.2, 3.0)
    first = Flight(tuple(at - when * v * along), tuple(v * along + drift), body_spin=spin, end=end)
    second = Flight(tuple(at + side), tuple(drift), end=end)
    a, b = Body("a", first, (sphere(r),), 4e3 * r**3), Body("b", second, (sphere(s),), 4e3 * s**3)
    return Encounter((a, b), end, speed=v)


def off_centre_balls(dice):
    """Two free bodies that spin, with several balls each, away from the centre of mass."""
    size, when = dice.log(1e-3, 1.0), dice.log(0.01, 5.0)
    spins = [turns_until(dice, when) for _ in range(2)]
    v = dice.log(max(0.01, 4.0 * size / when), max(100.0, 8.0 * size / when))
    along, end = dice.direction(), 1.5 * when
    bodies = []
    for name, spin, place in (("a", spins[0], -when * v * along), ("b", spins[1], 0.0 * along)):
        balls = tuple(sphere(size * dice.log(0.1, 0.5), size * dice.direction()) for _ in range(dice.whole(1, 3)))
        centre = tuple(size * dice.direction()) if dice.chance(0.5) else NONE
        motion = Flight(
            tuple(place), tuple((v if name == "a" else 0.0) * along), body_spin=tuple(spin * dice.direction()),
            attitude=dice.attitude(), centre=centre, end=end,
        )  # fmt: skip
        mass = 1e3 * size**3
        bodies.append(Body(name, motion, balls, mass, (0.4 * mass * size**2,) * 3))
    found = Encounter(tuple(bodies), end, speed=v + size * max(spins))
    return found.grazing("b", dice.depth(0.1 * size))


def thrown(dice, target):
    """A ball thrown in gravity, without air, at something fixed."""
    r, s = dice.log(1e-3, 0.5), dice.log(1e-3, 0.5)
    when, v = dice.log(0.05, 10.0), dice.log(0.5, 100.0)
    velocity, at = dice.direction() * v, dice.offset()
    end = when * dice.between(1.1, 2.0)
    path = velocity * when + 0.5 * when**2 * np.array(DOWN)
    ball = Body("a", Flight(tuple(at - path), tuple(velocity), DOWN), (sphere(r),), 4e3 * r**3)
    speed = float(np.linalg.norm(velocity + when * np.array(DOWN)))
    there = Body("b", Still(tuple(at)), (target(dice, s),))
    return Encounter((ball, there), end, DOWN, speed=speed).grazing("b", dice.depth(min(r, s)))


def thrown_on_ball(dice):
    return thrown(dice, lambda dice, s: sphere(s))


def thrown_on_capsule(dice):
    def target(dice, s):
        half = s * dice.log(0.1, 30.0) * dice.direction()
        return capsule(-half, half, s)

    return thrown(dice, target)


def balls_and_many(dice):
    """A ball flies through the neighbourhoods of many fixed ones, all near its path, before it hits one or none."""
    r, n = dice.log(1e-3, 0.3), dice.whole(25, 60)
    v, along, at = dice.log(0.1, 100.0), dice.direction(), dice.offset()
    far = 4.0 * r * n
    start = at - 4.0 * r * along
    bodies = [Body("a", Flight(tuple(start), tuple(v * along)), (sphere(r),), 4e3 * r**3)]
    for i in range(n):
        s = r * dice.log(0.1, 3.0)
        off = dice.depth(min(r, s)) if i == n - 1 else -min(r, s) * dice.log(1e-6, 1.0)
        place = at + dice.between(0.0, far) * along + dice.across(along) * (r + s - off)
        bodies.append(Body(f"b{i}", Still(tuple(place)), (sphere(s),)))
    return Encounter(tuple(bodies), 1.2 * far / v, speed=v)


def gas(dice):
    """10 to 60 free balls in a box without walls."""
    n, r = dice.whole(10, 60), dice.log(1e-3, 0.3)
    v, at = dice.log(0.1, 100.0), dice.offset()
    cell = r * dice.log(2.5, 30.0)
    side = int(np.ceil(n ** (1 / 3)))
    places = [(i, j, k) for i in range(side) for j in range(side) for k in range(side)][:n]
    bodies = []
    for i, place in enumerate(places):
        p = at + cell * (np.array(place) + 0.1 * dice.direction())
        motion = Flight(tuple(p), tuple(v * dice.between(0.0, 1.0) * dice.direction()))
        bodies.append(Body(f"b{i}", motion, (sphere(r * dice.between(0.3, 1.0)),), 4e3 * r**3))
    return Encounter(tuple(bodies), dice.log(1.0, 10.0) * cell / v, speed=v)


def slider_ramp(dice):
    """A slider pushed by a force that grows from zero towards one of many balls: nothing moves at the start."""
    r, n, mass = dice.log(1e-3, 0.3), dice.whole(3, 30), dice.log(0.01, 10.0)
    far, when, along, at = r * dice.log(4.0, 1000.0), dice.log(0.05, 20.0), dice.direction(), dice.offset()
    bodies = [Body("a", Slide(tuple(along), Polynomial((0.0, 0.0, 0.0, far / when**3)), tuple(at)), (sphere(r),), mass)]
    for i in range(n):
        s = r * dice.log(0.1, 1.0)
        if i == 0:
            side = r + s - dice.depth(min(r, s))
            place = far * along + side * dice.across(along)
        else:
            place = far * dice.between(-1.0, 2.0) * along + dice.across(along) * far * dice.between(1.0, 4.0)
        motion = Still(tuple(at + place)) if dice.chance(0.5) else Flight(tuple(at + place))
        bodies.append(Body(f"b{i}", motion, (sphere(s),), 4e3 * s**3))
    end = 1.3 * when
    ramp = ("a", 2.0 * end, 6.0 * mass * far / when**3 * 2.0 * end)
    return Encounter(tuple(bodies), end, speed=3.0 * far / when, ramps=(ramp,))


# --- capsules -----------------------------------------------------------------------------------------------------------
def log_on_log(dice):
    """Two capsules that do not turn, with or without gravity; sine above 0.1: below, the gap has a crown."""
    r, s = dice.log(1e-3, 0.3), dice.log(1e-3, 0.3)
    when, v, along = dice.log(0.02, 10.0), dice.log(0.1, 100.0), dice.direction()
    gravity = dice.pick(DOWN, NONE)
    one = dice.direction()
    other = unit(one * np.cos(slant := dice.pick(dice.log(0.102, 1.5), 1.5)) + dice.across(one) * np.sin(slant))
    half, half_ = r * dice.log(0.3, 30.0) * one, s * dice.log(0.3, 30.0) * other
    at, end = dice.offset(), 1.5 * when
    path = v * along * when + 0.5 * when**2 * np.array(gravity)
    flying = Flight(tuple(at - path), tuple(v * along), gravity, dice.attitude())
    R = rotation_of(flying.attitude).T  # the surface in body axes
    a = Body("a", flying, (capsule(R @ -half, R @ half, r),), 4e3 * r**3)
    b = Body("b", Still(tuple(at)), (capsule(-half_, half_, s),))
    speed = float(np.linalg.norm(v * along + when * np.array(gravity)))
    return Encounter((a, b), end, gravity, speed=speed).grazing("b", dice.depth(min(r, s)))


def rod_on(dice, obstacle):
    """A free rod, axially symmetric, that flies and tumbles towards something fixed."""
    half, when = dice.log(1e-2, 1.0), dice.log(0.01, 3.0)
    r = half * dice.log(0.02, 0.5)
    spin = turns_until(dice, when) * dice.direction()
    if dice.chance(0.5):
        spin[0] = 0.0
    v, along = dice.log(max(0.02, 3.0 * half / when), max(50.0, 6.0 * half / when)), dice.direction()
    shape, s = obstacle(dice, half, along)
    motion = Flight(
        tuple(-when * v * along), tuple(v * along), attitude=dice.attitude(), body_spin=tuple(spin),
        moments=(dice.log(0.02, 0.5), 1.0, 1.0), end=1.5 * when,
    )  # fmt: skip
    mass = 1e3 * half**3
    inertia = tuple(0.3 * mass * half**2 * np.array(motion.moments))
    rod = Body("a", motion, (capsule((-half, 0, 0), (half, 0, 0), r),), mass, inertia)
    speed = v + half * float(np.linalg.norm(spin))
    found = Encounter((rod, Body("b", Still(NONE), (shape,))), 1.5 * when, speed=speed)
    return found.grazing("b", dice.depth(min(r, s)))


def rod_on_post(dice):
    def obstacle(dice, half, along):
        s = half * dice.log(0.02, 0.5)
        if dice.chance(0.3):
            return sphere(s), s
        post = half * dice.log(0.5, 4.0) * dice.direction()
        return capsule(-post, post, s), s

    return rod_on(dice, obstacle)


def rod_on_plane(dice):
    return rod_on(dice, lambda dice, half, along: (plane(facing(dice, along)), half))


def facing(dice, along):
    """Normal of a plane that something flies against, or along: then the tips of what tumbles graze it."""
    return dice.across(along) if dice.chance(0.6) else unit(-along + 0.8 * dice.direction())


# --- planes -------------------------------------------------------------------------------------------------------------
def box_on_plane(dice, moments):
    """A tumbling box without gravity; its corners touch the plane."""
    size = dice.log(1e-3, 1.0) * np.array([dice.log(0.2, 1.0) for _ in range(3)])
    reach, when = float(np.linalg.norm(size)), dice.log(0.005, 3.0)
    v, along = dice.log(max(0.02, 2.0 * reach / when), max(50.0, 4.0 * reach / when)), dice.direction()
    motion = Flight(
        tuple(-when * v * along), tuple(v * along), attitude=dice.attitude(), moments=moments,
        body_spin=tuple(turns_until(dice, when, 15.0) * dice.direction()), end=1.2 * when,
        centre=tuple(0.3 * size * dice.direction()) if dice.chance(0.25) else NONE,
    )  # fmt: skip
    mass = 1e3 * float(np.prod(size))
    body = Body("a", motion, (sp.Box(tuple(size), material=MATERIAL, rounding=0.0),), mass,
                tuple(0.1 * mass * reach**2 * np.array(moments)))  # fmt: skip
    ground = Body("b", Still(NONE), (plane(facing(dice, along)),))
    speed = v + reach * float(np.linalg.norm(motion.body_spin))
    return Encounter((body, ground), 1.2 * when, speed=speed).grazing("b", dice.depth(0.1 * reach))


def steady_box(dice):
    return box_on_plane(dice, (1.0, 1.0, 1.0))


def tumbling_box(dice):
    return box_on_plane(dice, dice.pick((1.0, 1.0, 0.6), (0.5, 1.0, 1.0), (1.0, 0.8, 0.6), (0.7, 1.2, 0.9)))


def moving_plane(dice):
    """A half-space on a body that moves, turns or swings, towards a ball or a capsule that flies or floats."""
    r, when = dice.log(1e-3, 0.5), dice.log(0.02, 5.0)
    away, normal = r * dice.log(5.0, 100.0), dice.direction()
    half = r * dice.log(0.3, 10.0) * dice.direction()
    shape = sphere(r) if dice.chance(0.5) else capsule(-half, half, r)
    drift = dice.pick(np.zeros(3), 0.3 * away / when * dice.direction())
    kind, swings = dice.pick(Flight, Slide, Hinge), dice.chance(0.5)
    steady = Polynomial((0.0, dice.between(1.0, 3.0) / when * dice.pick(-1, 1)))
    if kind is Flight:
        motion, swings = Flight(NONE, tuple(away / when * normal)), False
    elif swings:
        frequency = dice.log(1.0, 30.0) / when
        size = 0.5 * away if kind is Slide else 0.5
        axis = normal if kind is Slide else dice.across(normal)
        motion = kind(tuple(axis), Harmonic(-size, frequency), settings={"spring": frequency**2})
    elif kind is Slide:
        motion = Slide(tuple(normal), Polynomial((0.0, away / when)))
    else:
        motion = Hinge(tuple(dice.across(normal)), steady)
    ball = Body("a", Flight(tuple(away * normal), NONE if swings else tuple(drift)), (shape,), 4e3 * r**3)
    board = Body("b", motion, (plane(normal),), 1.0, (1.0, 1.0, 1.0))
    found = Encounter((ball, board), 1.5 * when, speed=4.0 * away / when)
    return found.grazing("a", dice.depth(r)) if swings else found


def spinning_bar(dice):
    """A bar on a planar joint, spinning fast, that falls on the ground."""
    half, when = dice.log(0.01, 1.0), dice.log(0.05, 2.0)
    r, spin = half * dice.log(0.02, 0.3), min(dice.log(1.0, 1000.0), 300.0 / when)
    height = half + r + 0.5 * 9.81 * when**2
    motion = Flight((0.0, 0.0, height), (dice.between(-5, 5), 0.0, 0.0), DOWN, body_spin=(0.0, spin, 0.0), planar=True)
    mass = 1e3 * half**2 * r
    bar = Body("a", motion, (capsule((-half, 0, 0), (half, 0, 0), r),), mass, (mass * half**2 / 3.0,) * 3)
    speed = 10.0 * when + half * spin
    end = float(np.sqrt(2.0 * (height + half) / 9.81))  # shortly before the last of it is below the ground
    return Encounter((bar, Body("b", Still(NONE), (plane((0, 0, 1)),))), end, DOWN, speed=speed)


# --- joints -------------------------------------------------------------------------------------------------------------
def arm_surfaces(dice, length):
    r = length * dice.log(0.01, 0.2)
    tip = np.array((length, 0.0, 0.0))
    shapes = [sphere(r, tip) if dice.chance(0.5) else capsule(0.3 * tip, tip, r)]
    if dice.chance(0.3):
        shapes.append(sphere(r, -0.5 * tip))
    return tuple(shapes), r


def obstacle_near(dice, r, tip):
    """A ball, post or half-space about where the tip passes."""
    s = r * dice.log(0.1, 3.0)
    kind = dice.pick("ball", "post", "plane")
    if kind == "ball":
        return Body("b", Still(tuple(tip)), (sphere(s),)), s
    if kind == "post":
        post = s * dice.log(1.0, 20.0) * dice.direction()
        return Body("b", Still(tuple(tip)), (capsule(-post, post, s),)), s
    return Body("b", Still(tuple(tip)), (plane(-unit(tip + 0.3 * np.linalg.norm(tip) * dice.direction())),)), r


def arm(dice):
    """A body that turns about a fixed axis at a constant rate, towards a peg or a half-space."""
    length, rate = dice.log(0.01, 1.0), dice.log(0.1, 1000.0)
    surfaces, r = arm_surfaces(dice, length)
    axis = dice.across((1.0, 0.0, 0.0)) if dice.chance(0.5) else dice.direction()
    motion = Hinge(tuple(axis), Polynomial((dice.between(-1, 1), dice.pick(-1, 1) * rate)))
    angle = dice.between(0.5, 6.0)
    c, R = motion.pose(np.array([angle / rate]))
    there, s = obstacle_near(dice, r, R[0] @ (length, 0.0, 0.0))
    moving = Body(
        "a", motion, surfaces, 1.0, (length**2,) * 3, com=tuple(dice.pick(0.0, 0.5) * np.array((length, 0, 0)))
    )
    end = dice.log(6.5, 60.0) / rate
    return Encounter((moving, there), end, speed=rate * length).grazing("b", dice.depth(min(r, s)))


def pendulum(dice):
    """A pendulum in gravity towards a ball, a post or a half-space."""
    length = dice.log(0.02, 1.0)
    surfaces, r = arm_surfaces(dice, length)
    frequency = float(np.sqrt(9.81 * 0.5 * length / (length**2 * 0.1 + 0.25 * length**2)))
    angle, end = dice.between(-2.8, 2.8), dice.log(3.0, 20.0) / frequency
    swing = Pendulum(angle, dice.pick(0.0, dice.between(-1, 1) * frequency), frequency, end)
    motion = Hinge((0.0, 1.0, 0.0), swing)
    down = turned_down(surfaces)
    when = dice.between(0.1, 0.9) * end
    c, R = motion.pose(np.array([when]))
    there, s = obstacle_near(dice, r, R[0] @ (0.0, 0.0, -length))
    moving = Body("a", motion, down, 1.0, (0.1 * length**2,) * 3, com=(0.0, 0.0, -0.5 * length))
    found = Encounter((moving, there), end, DOWN, speed=2.0 * frequency * length)
    return found.grazing("b", dice.depth(min(r, s)))


def turned_down(surfaces):
    """Surfaces along x, now along -z."""
    found = []
    for s in surfaces:
        if isinstance(s, sp.Sphere):
            found.append(sphere(s.radius, (0.0, 0.0, -s.at[0])))
        else:
            found.append(capsule((0.0, 0.0, -s.start[0]), (0.0, 0.0, -s.end[0]), s.radius))
    return tuple(found)


def joint_limit(dice):
    """A joint that reaches its stop at a constant rate, or swings on a spring and grazes it."""
    far, rate = dice.log(1e-3, 3.0), dice.log(0.01, 100.0)
    law = sp.Hertz(k=max(1.0, rate**2) / (0.01 * far) ** 2.5)
    make = dice.pick(Hinge, Slide)
    side = dice.pick(-1.0, 1.0)
    if dice.chance(0.5):
        way, end, spring = Polynomial((0.0, side * rate)), far / rate * dice.log(1.1, 100.0), {}
        value = side * far
    else:  # from rest at -amplitude or so
        frequency = dice.log(0.3, 300.0)
        way, end = Harmonic(-side * far, frequency), dice.log(1.1, 10.0) * np.pi / frequency
        spring = {"spring": frequency**2}
        value = side * (far - dice.depth(far))
    low, high = (value, 10.0 * far) if side < 0.0 else (-10.0 * far, value)
    motion = make((0.0, 0.0, 1.0), way, settings={"limits": (low, high), "limit_law": law, **spring})
    body = Body("a", motion, (), 1.0, (1.0, 1.0, 1.0))
    return Encounter((body,), end, speed=rate, limits=(Limit(way, value, side),))


def any_joint(dice, at, root):
    """A joint with a start at random: spins to 100 rad/s."""
    rate, kind = dice.pick(-1, 1) * dice.log(0.1, 100.0), dice.pick("hinge", "hinge", "ball", "slide", "free")
    if kind == "ball":
        return sp.Spherical(at=at, attitude=dice.attitude(), angular_velocity=tuple(rate * dice.direction()))
    if kind == "slide":
        return sp.Prismatic(axis=tuple(dice.direction()), at=at, speed=0.1 * rate, spring=dice.log(1.0, 1e3))
    if kind == "free" and root:
        spin, velocity = rate * dice.direction(), dice.log(0.01, 10.0) * dice.direction()
        return sp.Free(attitude=dice.attitude(), velocity=tuple(velocity), angular_velocity=tuple(spin))
    spring = dice.pick(0.0, dice.log(0.1, 10.0))
    return sp.Revolute(axis=tuple(dice.direction()), at=at, angle=dice.between(-1, 1), rate=rate, spring=spring)


def chain(dice):
    """One to four links on joints of all kinds towards pegs, posts or a plane: judged by its own motion only."""
    n, length = dice.whole(1, 4), dice.log(0.05, 0.5)
    bodies, parents = [], {}
    for i in range(n):
        r = length * dice.log(0.02, 0.15)
        motion = Unknown(any_joint(dice, NONE if i == 0 else (length, 0.0, 0.0), root=i == 0), 2.0 * n * length)
        shape = capsule((0.3 * length, 0, 0), (length, 0, 0), r) if dice.chance(0.6) else sphere(r, (length, 0, 0))
        inertia = tuple(0.1 * length**2 * np.array(dice.pick((1, 1, 1), (0.2, 1, 1), (0.5, 1, 1.2))))
        bodies.append(Body(f"a{i}", motion, (shape,), 1.0, inertia, com=(0.5 * length, 0, 0)))
        if i:
            parents[f"a{i}"] = f"a{i - 1}"
    for i in range(dice.whole(1, 3)):
        place = dice.direction() * n * length * dice.between(0.6, 1.2)
        s = length * dice.log(0.02, 0.2)
        post = length * dice.log(0.1, 1.0) * dice.direction()
        shape = dice.pick(sphere(s), capsule(-post, post, s), plane(-unit(place)))
        bodies.append(Body(f"b{i}", Still(tuple(place)), (shape,)))
    gravity, end = dice.pick(DOWN, NONE), dice.log(0.05, 3.0)
    return Encounter(tuple(bodies), end, gravity, speed=30.0 * length, oracle=False, parents=parents)
