"""Terrains for tests, and what is known of them."""

import math

import numpy as np

import supple as sp
from supple.shapes.height_field import field_of
from supple.shapes.solids import terrain

WAVE = 2.0 * math.pi
LOW, SIZE = -0.5, 2.0  # [m] the hills are drawn over -0.5 <= x, y <= 1.5


def hills(x, y):
    """0.05 sin(2 pi x) cos(2 pi y)."""
    return 0.05 * math.sin(WAVE * x) * math.cos(WAVE * y)


def hill_terrain(spacing, **rest):
    """The hills as a terrain."""
    rest = {"at": (LOW, LOW, 0.0), "material": "m"} | rest
    return sp.Terrain.from_function(lambda x, y: hills(x + LOW, y + LOW), (SIZE, SIZE), spacing, **rest)


def data_of(heights, spacing):
    """Numbers as kernels read them."""
    return np.array(field_of(tuple(tuple(map(float, row)) for row in heights), spacing).numbers)


def rough(rng):
    """Random heights: noise or a cliff, few or many, flat or steep; and their spacing."""
    (n, m), l = rng.integers(2, 12, 2), 10.0 ** rng.uniform(-2, 1)
    high = l * 10.0 ** rng.uniform(-2, 1)
    noise = rng.normal(size=(n, m)) * high
    return (noise if rng.random() < 0.7 else np.where(np.arange(n)[:, None] >= n // 2, high, 0.0) + 0.0 * noise), l


def rolling(n, m, high, seed):
    """Smooth random heights."""
    k = np.random.default_rng(seed).normal(size=(6, 4))
    x, y = np.arange(n)[:, None] / n, np.arange(m)[None, :] / m
    waves = (
        a * np.sin(WAVE * (1.0 + 2.0 * abs(b)) * x + c) * np.cos(WAVE * (1.0 + 2.0 * abs(d)) * y + a)
        for a, b, c, d in k
    )
    h = sum(waves)
    return high * h / np.abs(h).max()


def above(data, x, y, d):
    """The point at the distance d over the foot (x, y), and the normal there."""
    h, hx, hy, *_ = terrain.surface(data, 0, x, y)
    n = np.array([-hx, -hy, 1.0]) / math.sqrt(1.0 + hx * hx + hy * hy)
    return tuple((np.array([x, y, h]) + d * n).tolist()), n


def nearest(data, X, reach):
    """Distance of the surface from X within the horizontal way `reach`, by looking everywhere."""
    centre, best = (X[0], X[1]), math.inf
    for _ in range(3):
        places = [(centre[0] + a, centre[1] + b) for a in _ticks(reach) for b in _ticks(reach)]
        found = [math.dist((x, y, terrain.surface(data, 0, x, y)[0]), X) for x, y in places]
        best, centre = min(found), places[int(np.argmin(found))]
        reach /= 8.0
    return best


def _ticks(reach):
    return np.linspace(-reach, reach, 25).tolist()
