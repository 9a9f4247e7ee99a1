"""What a normal law that yields must do besides: its two phases fit together, and no history gives energy back.

books        F rate = dU/dt + D while it yields, D >= 0 on the way in
continuity   where the guard of the elastic phase falls to zero, force and energy of both phases are equal, and the
permanent indentation that yielding would leave there is the one that was
histories    random loading, unloading, reloading and opening at rest: the contact pushes, its permanent indentation
never falls, and what has been lost never falls
"""

import numpy as np

from ..laws.normal.dispatch import GROWING
from ..laws.normal.faults import DEPTHS

HISTORIES, TURNS = 20, 12
CLOSE = 1e-9  # of force and energy where the phases meet
POINTS, WEIGHTS = np.polynomial.legendre.leggauss(24)


def check_phases(law, kernels, p, depth):
    """Assert what is asked of a law that yields; `depth` [m] is typical of its use."""
    assert law.n_state == 1, (
        f"a law that yields must have its permanent indentation as state, got n_state = {law.n_state!r}"
    )
    for z in (0.0, *(kernels.settled(delta, p) for delta in (*DEPTHS, depth))):
        _check_continuity(kernels, p, z)
    for delta in DEPTHS:
        if kernels.settled(delta, p) > 0.0:
            _check_books(kernels, p, delta)
    random = np.random.default_rng(2)
    for _ in range(HISTORIES):
        _check_history(kernels, p, depth * random.uniform(-0.1, 1.0, TURNS) * random.choice([0.1, 1.0, 3.0], TURNS))


def onset_of(kernels, p, z, low):
    """The indentation at which the elastic phase ends, sought from `low` on."""
    from scipy.optimize import brentq

    high = 2.0 * low + 1e-9
    while kernels.phase(high, 0.0, z, p)[0] > 0.0:
        high *= 2.0
        assert high < 1e6, f"a law that yields must do so at some indentation, got none with z = {z} m"
    return brentq(lambda x: kernels.phase(x, 0.0, z, p)[0], low, high, xtol=1e-300, rtol=1e-15)


def _check_continuity(kernels, p, z):
    delta = onset_of(kernels, p, z, z)
    for what, elastic, growing in (
        ("force", kernels.response(delta, 0.0, z, p)[0], kernels.response(delta, 0.0, GROWING, p)[0]),
        ("energy", kernels.energy(delta, z, p), kernels.energy(delta, GROWING, p)),
        ("permanent indentation", z, kernels.settled(delta, p)),
    ):
        scale = max(abs(elastic), abs(growing), 1e-3 * delta if what == "permanent indentation" else 0.0)
        assert abs(elastic - growing) <= CLOSE * scale, (
            f"the {what} must be continuous where yielding begins, got {elastic} and {growing} at delta = {delta} m"
        )
    assert kernels.phase(delta, 1.0, GROWING, p)[0] > 0.0 > kernels.phase(delta, -1.0, GROWING, p)[0], (
        f"yielding must last as long as the indentation grows, got {kernels.phase(delta, 1.0, GROWING, p)[0]} then"
    )


def _check_books(kernels, p, delta):
    h = 1e-4 * delta
    for rate in (1e-3, 1.0):
        F, _, D = kernels.response(delta, rate, GROWING, p)
        stored = rate * (kernels.energy(delta + h, GROWING, p) - kernels.energy(delta - h, GROWING, p)) / (2.0 * h)
        assert D >= 0.0, f"plastic work must be >= 0 W, got {D} at delta = {delta} m"
        assert abs(F * rate - stored - D) <= 1e-5 * abs(F * rate), (
            f"power {F * rate} W must be stored or dissipated while it yields, stored {stored} W and dissipated {D} W at "
            f"delta = {delta} m"
        )


def _check_history(kernels, p, places):
    """Go from place to place at rest; outside of the surface there is no force."""
    here, s, lost, work, turnover = 0.0, 0.0, 0.0, 0.0, 0.0
    for there in (*places, -abs(places[0])):
        ends, z = [max(here, s), max(there, s)], s
        onset = onset_of(kernels, p, s, s)
        ways = [(ends[0], ends[1], s)]
        if there > onset:  # reloaded beyond what it has borne
            ways = [(ends[0], onset, s), (onset, there, GROWING)]
            z = kernels.settled(there, p)
        done = [_work(kernels, p, *way) for way in ways]
        work, turnover = work + sum(done), turnover + sum(map(abs, done))
        stored = kernels.energy(ends[1], z, p)
        assert z >= s, f"a permanent indentation must not fall, got {s} m and then {z} m"
        assert work - stored >= lost - 1e-7 * turnover, (
            f"what is lost must not fall, got {lost} J and then {work - stored} J at delta = {there} m"
        )
        here, s, lost = there, kernels.surface(there, z, p), max(lost, work - stored)
    assert here > s or work >= -1e-7 * turnover, f"a closed history must not create energy, got {-work} J"


def _work(kernels, p, a, b, z):
    """Work of the force from a to b, integrated in the root of the indentation from the surface on."""
    base = max(z, 0.0)
    low, high = np.sqrt(max(a - base, 0.0)), np.sqrt(max(b - base, 0.0))
    roots = 0.5 * (high - low) * POINTS + 0.5 * (high + low)
    forces = [kernels.response(base + x * x, 0.0, z, p)[0] for x in roots]
    assert min(forces) >= 0.0, f"a touching contact must push, got {min(forces)} N between delta = {a} and {b} m"
    return float(0.5 * (high - low) * np.sum(WEIGHTS * np.array(forces) * 2.0 * roots))
