"""Histories of slip and load: no friction law gives more work than it got, whatever happens to it.

    constant   a random slip under a constant load
    random     a random slip under a load that changes at random, with Hertz' law F ~ delta^(3/2)
    pumped     a small oscillation of the slip, below the cone, and a load that swings at twice its frequency: where the
               stiffness grows with the load, pressing while deflected and releasing while not may create energy

A law of `coefficient_form` scales its bristle with the load and says so: its reversible work is a channel of the ledger,
and a changing load does work on it for which no body pays. It is asked at constant load only.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..laws.friction.contract import AT_REST, Bristle, Load, Slip

TONES = 2.0 * math.pi * np.array([20.0, 33.0, 51.0, 87.0])  # [rad/s]
DURATION = 0.05  # [s] of a random history
STEPS = 500  # at least, in a random history
SWING = 0.5  # part by which a pumped indentation changes
AMPLITUDES = (0.01, 0.1)  # [depth] of a pumped slip
PHASES = (0.0, 0.5 * math.pi, math.pi, 1.5 * math.pi)
CYCLES, STEPS_PER_CYCLE = 2, 100
CREATED = 1e-3  # part of what went to and fro that may be rounding and steps too long


class History(NamedTuple):
    """A load and a slip over time."""

    name: str
    load: Callable[[float], Load]
    slip: Callable[[float], Slip]
    duration: float
    step: float


def check_histories(law, kernels, p, load, speed):
    """All of them, about a load."""
    for history in _histories(load, speed, constant_only=getattr(law, "coefficient_form", False)):
        _check_history(law, kernels, p, history)


def _histories(load, speed, constant_only):
    depth = load.delta

    def hertz(part, rate=0.0):
        """The load at this part of its indentation, which changes at a rate."""
        force = load.force * part**1.5
        if load.elastic == 0.0:
            return load._replace(force=force, delta=depth * part)
        growth = 1.5 * load.force * math.sqrt(part) * rate
        return load._replace(force=force, delta=depth * part, elastic=force, growth=growth)

    for seed in range(3):
        random = np.random.default_rng(seed)
        tones, swing = random.normal(size=(4, 2)), random.uniform(-0.2, 0.2, size=4)

        def slip(t, tones=tones):
            v = speed * np.sin(TONES * t) @ tones
            return Slip((float(v[0]), float(v[1]), 0.0), 0.0)

        yield History("under a constant load", lambda t: hertz(1.0), slip, DURATION, DURATION / STEPS)
        if not constant_only:
            yield History(
                "under a random load",
                lambda t, swing=swing: hertz(
                    1.0 + float(np.sin(TONES * t) @ swing), float(TONES * np.cos(TONES * t) @ swing)
                ),
                slip, DURATION, DURATION / STEPS,
            )  # fmt: skip
    if constant_only:
        return
    omega = speed / depth
    period = 2.0 * math.pi / omega
    for amplitude in AMPLITUDES:
        for phase in PHASES:
            yield History(
                "under a load that swings with the slip",
                lambda t, phase=phase: hertz(
                    1.0 + SWING * math.sin(2.0 * omega * t + phase),
                    2.0 * omega * SWING * math.cos(2.0 * omega * t + phase),
                ),
                lambda t, a=amplitude: Slip((a * speed * math.cos(omega * t), 0.0, 0.0), 0.0),
                CYCLES * period,
                period / STEPS_PER_CYCLE,
            )


def _check_history(law, kernels, p, history):
    """The internal state stays bounded, modes agree with guards, no energy is made."""
    t, s, work, to_and_fro = 0.0, AT_REST, 0.0, 0.0
    mode = kernels.start(history.load(t), history.slip(t), s, p)
    most = 0.0
    while t < history.duration:
        load, slip = history.load(t), history.slip(t)
        for _ in range(3):
            if kernels.guard(mode, load, slip, s, p)[0] >= 0.0:
                break
            mode, s = kernels.next_mode(mode, load, slip, s, p)
        g = kernels.guard(mode, load, slip, s, p)[0]
        assert g >= 0.0, f"after next_mode the guard must agree, got {g} in mode {mode} at {load}, {slip}"
        most = max(most, law.state_bound(load.force)) if law.n_state else 0.0
        pole = _pole(kernels, mode, load, slip, s, most, p)
        if pole == 0.0 and most > 0.0:  # the limit is met at the speed of the slip
            pole = 10.0 * math.hypot(*kernels.response(mode, load, slip, s, p).rate.u) / most
        h = min(history.step, 0.3 / (pole + 1e-300), history.duration - t)
        before = kernels.energy(mode, s, p)
        s, done = _step(kernels, mode, history, t, h, s, p)
        work += done
        to_and_fro += abs(done) + abs(kernels.energy(mode, s, p) - before)
        t = history.duration if h >= history.duration - t else t + h
        size = math.hypot(*s.u)
        assert size <= 1.05 * most, f"|u| = {size} must stay below {most} {history.name}"
    left = kernels.energy(mode, s, p)
    assert work - left >= -CREATED * to_and_fro, (
        f"friction must not create energy {history.name}: it got {work} J and has {left} J"
    )


def _step(kernels, mode, history, t, h, s, p):
    """The internal state a time h later and the work that the contact got [J], by Runge and Kutta's rule."""
    slopes, total = [], np.zeros(5)
    y = np.array([*s.u, s.theta, 0.0])
    for at, weight in ((0.0, 1.0), (0.5, 2.0), (0.5, 2.0), (1.0, 1.0)):
        now = y + at * h * slopes[-1] if slopes else y
        slip = history.slip(t + at * h)
        pull = kernels.response(mode, history.load(t + at * h), slip, _bristle(now), p)
        power = -sum(f * v for f, v in zip(pull.force, slip.velocity, strict=True))
        slopes.append(np.array([*pull.rate.u, pull.rate.theta, power]))
        total += weight * slopes[-1]
    y = y + h / 6.0 * total
    return _bristle(y), float(y[4])


def _bristle(y):
    return Bristle((float(y[0]), float(y[1]), float(y[2])), float(y[3]))


def _pole(kernels, mode, load, slip, s, most, p):
    """How fast the internal state follows [1/s]."""
    if most == 0.0:
        return 0.0
    h = 1e-6 * most
    here = kernels.response(mode, load, slip, s, p).rate.u
    moved = Bristle((s.u[0] + h, s.u[1] + h, s.u[2]), s.theta)
    return math.dist(kernels.response(mode, load, slip, moved, p).rate.u, here) / h
