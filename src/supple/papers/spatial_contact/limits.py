"""Cases of spatial contact with a known answer.

A ball of 1 kg and 0.1 m (inertia 2/5 m R^2) on a floor unless stated otherwise; "no gravity" where it bounces.

    bounce      F = k delta^(3/2): depth (5 m v^2/(4 k))^(2/5), time 2.943275 depth/v; damped: e of closed equations
    oblique     tangential spring without slip: two oscillators that end together; gross slip: vx falls by mu (1 + e) v
    rolling     the force acts where the surfaces do not move over each other: nothing is lost
    slide       v0 -> 5/7 v0, at 2 v0/(7 mu g) if the ground is rigid, loss m v0^2/7
    spin        a moment mu F r: twist of the ground, then slip, then rest
    frequency   sqrt(7/2 k_t/m) sideways, sqrt(k_n/m), sqrt(k_w/I), with k_t by direction and of two bodies in series
    free pair   momentum, angular momentum and energy of two ellipsoids that collide in space

Expected values without a closed form (oblique with partial slip, b_t > 0) were computed apart from supple.
"""

import math

import numpy as np

from ...joints.free import Free
from ...laws import DirectionalKelvinVoigt, ElasticCoulomb, Hertz, HuntCrossley, PowerLaw, SpatialSlip
from ...scene.scene import Scene
from ...shapes.ellipsoid import Ellipsoid
from ...shapes.sphere import Sphere
from ...simulation import simulate
from ..study import judged

R, G = 0.1, 9.81  # [m], [m/s^2]
INERTIA = 0.4 * R * R  # [kg m^2]
RTOL, FINE = 1e-11, 1e-12
START = 1e-3  # [m] of a ball that falls, above the floor
CONTACT = "ball/floor"
OBLIQUE = (1e5, 0.7e5)  # [N/m] normal and tangential stiffness of the oblique impacts
DAMPED = {30.0: 0.3306388, 3.0: 0.3112994, 0.3: 0.3085523}  # [Ns/m] -> vx after the oblique impact
UNDAMPED = 0.3082364481  # [m/s] the same without damping
PERIODS = 20  # of an oscillation whose frequency is measured
TINY = 1e-5  # [m/s, rad/s] amplitude of it


def ball(normal, friction=None, *, velocity=(0.0, 0.0, -1.0), turning=(0.0, 0.0, 0.0), gravity=0.0, height=R + START,
         centre=1.0, attitude=(1.0, 0.0, 0.0, 0.0)):  # fmt: skip
    """A ball over a floor; the force acts from the floor (0) to the ball (1)."""
    scene = Scene(gravity=(0.0, 0.0, -gravity), name="ball")
    scene.ground(name="floor")
    joint = Free(position=(0.0, 0.0, height), velocity=velocity, angular_velocity=turning, attitude=attitude)
    scene.body("ball", mass=1.0, joint=joint, surfaces=[Sphere(R)])
    scene.pair("floor", "ball", normal=normal, friction=friction, centre=centre)
    return scene


def linear(k):
    """A spring."""
    return PowerLaw(k=k, n=1.0, lam=0.0, p=1.0)


def lost(run, *names):
    """Energy that was lost under these names [J]."""
    return float(sum(run.ledger.lost[name][-1] for name in names))


# --- bounces -------------------------------------------------------------------------------------------------------------
def bounce_items():
    """Straight bounces."""
    k = 1e6
    hit = simulate(ball(Hertz(k=k)), 0.03, rtol=RTOL).impacts[0]
    depth = (1.25 / k) ** 0.4
    source = "Hertz bounce: closed form"
    yield judged("depth of a Hertz bounce", depth, hit.max_indentation, "m", source, tolerance=1e-7)
    yield judged("its duration", 2.943275184 * depth, hit.duration, "s", source, tolerance=1e-7)
    yield judged("its largest force", k * depth**1.5, hit.peak_force, "N", source, tolerance=1e-7)
    yield judged("its restitution", 1.0, hit.restitution, "-", source, tolerance=1e-7)
    for a in (0.2, 0.6):
        e = simulate(ball(HuntCrossley(k=k, lam=a * k)), 0.05, rtol=RTOL).impacts[0].restitution
        source = "Damped bounce: v - ln(1 + a v)/a = -e v - ln(1 - a e v)/a"
        yield judged(f"restitution, Hunt-Crossley, lam/k = {a:g} s/m", hunt_crossley(a), e, "-", source, tolerance=1e-8)
    for zeta in (0.1, 0.3):
        run = simulate(ball(DirectionalKelvinVoigt(k=k, b=2.0 * zeta * math.sqrt(k))), 0.03, rtol=RTOL)
        q = math.sqrt(1.0 - zeta * zeta)
        e = math.exp(-zeta / q * (math.pi - math.atan2(2.0 * zeta * q, 1.0 - 2.0 * zeta * zeta)))
        source = "Damped bounce: linear spring and damper that does not pull"
        yield judged(f"restitution, Kelvin-Voigt, zeta = {zeta:g}", e, run["ball.vz"][-1], "-", source, tolerance=1e-8)


def hunt_crossley(a, v=1.0):
    """Restitution of any Hunt-Crossley law with lam/k = a [s/m] at a speed."""
    from scipy.optimize import brentq

    def balance(e):
        return v - math.log1p(a * v) / a + e * v + math.log1p(-a * e * v) / a

    return brentq(balance, 1e-9, min(1.0, (1.0 - 1e-12) / (a * v)), xtol=1e-15)


# --- oblique impacts -----------------------------------------------------------------------------------------------------
def oblique(friction, along):
    """A ball that falls at 1 m/s and moves along the floor."""
    return simulate(ball(linear(OBLIQUE[0]), friction, velocity=(along, 0.0, -1.0)), 0.03, rtol=RTOL)


def oblique_items():
    """Impacts at an angle: without slip, with gross slip, with both, with damping that vanishes."""
    kt = OBLIQUE[1]
    run = oblique(SpatialSlip(mu=None, kt=kt, bt=1e-6), 0.5)
    vx, wy, left = stuck_oblique(0.5)
    source = "Oblique impact, no slip: closed form"
    yield judged("vx", vx, run["ball.vx"][-1], "m/s", source, tolerance=1e-8)
    yield judged("wy", wy, run["ball.wy"][-1], "rad/s", source, tolerance=1e-8)
    yield judged("left in the tangential spring, and lost", left, lost(run, "friction", "released"), "J", source,
                 tolerance=1e-8)  # fmt: skip
    run = oblique(ElasticCoulomb(mu=0.1, kt=kt), 2.0)
    source = "Oblique impact, gross slip, mu = 0.1: closed form"
    yield judged("vx after", 1.8, run["ball.vx"][-1], "m/s", source, tolerance=1e-9)
    yield judged("wy after", 5.0, run["ball.wy"][-1], "rad/s", source, tolerance=1e-9)
    yield judged("lost in slip", 0.33, lost(run, "friction"), "J", source, tolerance=1e-9)
    run = oblique(ElasticCoulomb(mu=0.3, kt=kt), 0.5)
    source = "Oblique impact, slip and stick, mu = 0.3: computed apart"
    note = "the deflection follows the cone as closely as the tolerance says"
    yield judged("vx after both", UNDAMPED, run["ball.vx"][-1], "m/s", source, tolerance=1e-7)
    yield judged("lost in slip of both", 0.0315285712, lost(run, "friction"), "J", source, tolerance=1e-7)
    yield judged(
        "released at the end", 0.0, lost(run, "released"), "J", source, rule="absolute", tolerance=1e-12, note=note
    )
    for bt, expected in DAMPED.items():
        run = oblique(SpatialSlip(mu=0.3, kt=kt, bt=bt), 0.5)
        note = f"released {lost(run, 'released'):.1e} J, in proportion to b_t^2"
        source = "The same with tangential damping: computed apart"
        yield judged(f"vx, b_t = {bt:g} Ns/m", expected, run["ball.vx"][-1], "m/s", source, rule="absolute",
                     tolerance=1e-6, note=note)  # fmt: skip


def stuck_oblique(along):
    """vx [m/s], wy [rad/s] and energy left in the spring [J] after the impact, half a period of the normal spring."""
    kn, kt = OBLIQUE
    omega, time = math.sqrt(3.5 * kt), math.pi / math.sqrt(kn)
    impulse = along / 3.5 * (1.0 - math.cos(omega * time))
    return along - impulse, R * impulse / INERTIA, 0.5 * kt * (along / omega * math.sin(omega * time)) ** 2


# --- rolling, sliding, spinning ------------------------------------------------------------------------------------------
def resting(k, **more):
    """Where a ball rests on a spring."""
    return {"gravity": G, "height": R - G / k, **more}


def sliding(friction, end=0.3):
    """A ball that is put on the floor at 1 m/s without turning."""
    return simulate(ball(linear(2e4), friction, velocity=(1.0, 0.0, 0.0), **resting(2e4)), end, rtol=RTOL)


def spinning(end=3.0):
    """A ball that spins on the spot."""
    friction = ElasticCoulomb(mu=0.3, kt=2e4, spin_radius=0.01)
    return simulate(
        ball(linear(2e4), friction, velocity=(0.0,) * 3, turning=(0.0, 0.0, 20.0), **resting(2e4)), end, rtol=RTOL
    )


def rolling_items():
    """Rolling costs nothing; sliding turns into rolling."""
    k, w = 2e4, 5.0
    for centre in (0.0, 0.5, 1.0):
        v = w * (R - (1.0 - centre) * G / k)
        scene = ball(linear(k), SpatialSlip(mu=0.3, kt=0.7e5, bt=30.0), velocity=(v, 0.0, 0.0), turning=(0.0, w, 0.0),
                     centre=centre, **resting(k))  # fmt: skip
        run = simulate(scene, 1.0, rtol=RTOL)
        yield judged(f"loss of a ball that rolls, force at {centre:g}", 0.0, float(run.ledger.dissipated[-1]), "J",
                     "Rolling for 1 s: closed form", rule="absolute", tolerance=1e-12)  # fmt: skip
    run = sliding(SpatialSlip(mu=0.3, kt=1.5e6, bt=600.0))
    source = "Sliding to rolling, stiff ground: 5/7 v0, m v0^2/7"
    yield judged("speed when it rolls", 5.0 / 7.0, run["ball.vx"][-1], "m/s", source, tolerance=1e-5)
    yield judged("lost until it rolls", 1.0 / 7.0, lost(run, "friction"), "J", source, tolerance=1e-5)
    run = sliding(ElasticCoulomb(mu=0.3, kt=1.5e4))
    source, rigid = "Sliding to rolling, soft ground: computed apart", 2.0 / (7.0 * 0.3 * G)
    end = first(run, "stick")
    note = f"rigid ground: {rigid:.7f} s; then the ball rocks on the spring, without loss"
    yield judged("end of the slip", 0.0971808, end, "s", source, tolerance=1e-6, note=note)
    yield judged("lost in the slip", 0.1425684, lost(run, "friction"), "J", source, tolerance=1e-6)


def spin_items():
    """A spinning ball: stick, slip, rest."""
    run = spinning()
    omega, tau = math.sqrt(2.0 / INERTIA), 0.3 * G * 0.01
    start = math.asin(tau / 2.0 * omega / 20.0) / omega  # where k_w theta has reached the moment
    end = start + 20.0 * math.cos(omega * start) * INERTIA / tau
    source = "Spin: closed form"
    yield judged("first slip", start, run.events[0].time, "s", source, tolerance=1e-8)
    yield judged("end of the slip of the spin", end, first(run, "stick"), "s", source, tolerance=1e-8)
    left = 0.5 * INERTIA * 400.0 - 0.25 * tau * tau
    yield judged("lost in the spin", left, lost(run, "friction"), "J", source, tolerance=1e-8)


def first(run, what):
    """Time of the first event of a kind [s]; what then swings without loss comes back to the cone, to the last digits."""
    return next(event.time for event in run.events if event.what == what)


# --- frequencies ---------------------------------------------------------------------------------------------------------
STIFF, BASE = (4e4, 1e4, 1e4), (2e4, 5e4, 5e4)  # [N/m] of the ball along its axes, of a floor that is soft too
ANGLE = math.radians(30.0)  # of the ball about the vertical
RADIUS = math.sqrt(2.0 / 2.5e4)  # [m] that makes the stiffness of the spin 2 Nm/rad


def frequency_items():
    """Small oscillations of the ball at rest."""
    source = "Frequencies, k_t = 4e4 and 1e4 N/m at 30 degrees: closed form"
    across = (-math.sin(ANGLE), math.cos(ANGLE))
    for k, along in zip(STIFF[:2], ((math.cos(ANGLE), math.sin(ANGLE)), across), strict=True):
        yield _frequency(f"sideways, {k:g} N/m", math.sqrt(3.5 * k), source, along=along)
    yield _frequency("up and down", math.sqrt(2e4), source, up=True)
    yield _frequency("about the vertical", math.sqrt(2.0 / INERTIA), source, spin=True)
    source = "Frequencies, with 2e4 and 5e4 N/m of the floor in series: closed form"
    turn = np.array([[math.cos(ANGLE), -math.sin(ANGLE)], [math.sin(ANGLE), math.cos(ANGLE)]])
    compliance = turn @ np.diag(1.0 / np.array(STIFF[:2])) @ turn.T + np.diag(1.0 / np.array(BASE[:2]))
    values, directions = np.linalg.eigh(np.linalg.inv(compliance))
    for k, along in zip(values, directions.T, strict=True):
        yield _frequency(f"in series, {k:.0f} N/m", math.sqrt(3.5 * k), source, along=along, series=True)


def _frequency(name, omega, source, **how):
    return judged(name, omega, frequency(omega, **how), "rad/s", source, tolerance=1e-6)


def frequency(guess, *, along=(0.0, 0.0), up=False, spin=False, series=False):
    """Frequency [rad/s] of the ball after a small push, from the times at which its velocity is zero."""
    k, bt = 2e4, 1e-4
    soft = {"kt_b": BASE, "bt_b": bt} if series else {}
    friction = SpatialSlip(mu=0.5, kt=STIFF, bt=bt, spin_radius=RADIUS, **soft)
    attitude = (math.cos(0.5 * ANGLE), 0.0, 0.0, math.sin(0.5 * ANGLE))
    velocity = (TINY * along[0], TINY * along[1], TINY * up)
    joint = Free(position=(0.0, 0.0, R - G / k), velocity=velocity, angular_velocity=(0.0, 0.0, TINY * spin),
                 attitude=attitude)  # fmt: skip
    scene = Scene(gravity=(0.0, 0.0, -G))
    scene.ground(name="floor")
    scene.body("ball", mass=1.0, joint=joint, surfaces=[Sphere(R)])
    scene.pair("ball", "floor", normal=linear(k), friction=friction, centre=0.0)  # at the surface of the ball
    run = simulate(scene, (PERIODS + 0.6) * 2.0 * math.pi / guess, rtol=FINE)
    t = np.linspace(0.0, run.t[-1], 400 * PERIODS)
    if up or spin:
        x = run.channel("ball.vz" if up else "ball.wz", t)
    else:
        x = run.contact(CONTACT, t).slip[:, :2] @ np.array(along)
    zero = np.flatnonzero(x[:-1] * x[1:] < 0.0)
    times = t[zero] - x[zero] * (t[zero + 1] - t[zero]) / (x[zero + 1] - x[zero])
    return math.pi * (len(times) - 1) / (times[-1] - times[0])


# --- a free pair ---------------------------------------------------------------------------------------------------------
def free_pair():
    """Two ellipsoids that collide in space, off centre and turning."""
    scene = Scene(gravity=(0.0, 0.0, 0.0), name="free pair")
    one = Free(position=(0.0, 0.0, 0.0), angular_velocity=(1.0, -2.0, 0.5))
    two = Free(position=(0.05, 0.04, 0.5), velocity=(0.3, -0.2, -1.5), angular_velocity=(-2.0, 1.0, 3.0))
    scene.body("one", mass=1.0, joint=one, surfaces=[Ellipsoid((0.30, 0.20, 0.15))])
    scene.body("two", mass=0.7, joint=two, surfaces=[Ellipsoid((0.15, 0.12, 0.10))])
    normal = DirectionalKelvinVoigt(k=(8e3, 6e3, 4e3), b=20.0, k_b=6e3, b_b=15.0)
    friction = SpatialSlip(mu=0.4, kt=(5e3, 4e3, 3e3), bt=8.0, kt_b=4e3, bt_b=6.0, spin_radius=0.02)
    scene.pair("one", "two", normal=normal, friction=friction)
    return simulate(scene, 0.5, rtol=FINE)


def momenta(run):
    """Momentum [Ns] and angular momentum about the origin [Nms] at the times of the steps, (n, 3) each."""
    p, L = 0.0, 0.0
    for name, body in run.scene.bodies.items():
        v, w = (np.stack([run[f"{name}.{kind}{axis}"] for axis in "xyz"], axis=1) for kind in "vw")
        spin = np.einsum("nij,jk,nk->ni", run.rotation(name), np.array(body.inertia), w)
        p, L = p + body.mass * v, L + spin + np.cross(run.position(name), body.mass * v)
    return p, L


def free_pair_items():
    """What two bodies cannot change between them."""
    run = free_pair()
    p, L = momenta(run)
    source = "Two ellipsoids that collide in space: conservation"
    note = (
        f"{lost(run, 'contact damping', 'friction', 'released'):.3f} J lost in {run.impacts[0].duration * 1e3:.1f} ms"
    )
    for name, change, unit, tolerance in (
        ("change of momentum", p - p[0], "Ns", 1e-14),
        ("change of angular momentum", L - L[0], "Nms", 1e-10),
        ("residual of their ledger", run.ledger.residual, "J", 1e-9),
    ):
        worst = float(np.max(np.abs(change)))
        yield judged(name, 0.0, worst, unit, source, rule="absolute", tolerance=tolerance, note=note)


def limit_items():
    """All of them."""
    for part in (bounce_items, oblique_items, rolling_items, spin_items, frequency_items, free_pair_items):
        yield from part()
