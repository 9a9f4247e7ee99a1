"""A root and a motion of two numbers in plain Python: all that a restitution asks of numerical methods.

root      a sign change of a function: inverse quadratic interpolation where that is safe, bisection elsewhere
advance   one step of a motion by extrapolated midpoint rules: order 12 without a table of coefficients
flow      steps of that, as long as the error allows, up to the fall of a guard through zero

A general library would take longer to import than an impact takes to compute, and a first scene needs both.

Source    Chandrupatla, Adv. Eng. Softw. 28 (1997) 145 for the root. Gragg, SIAM J. Numer. Anal. 2 (1965) 384; Hairer,
          Norsett & Wanner, Solving Ordinary Differential Equations I (1993), II.9 for the extrapolation.
"""

import math

EPS = 2.0**-52
PARTS = (2, 4, 6, 8, 10, 12)  # substeps of the midpoint rules that are extrapolated
TOLERANCE = 1e-13  # of a step, relative to a place and its speed
STILL = 1e-9  # a speed below which an error is judged as if it were this
FIRST = 0.1  # step
SAFETY, LEAST, MOST = 0.8, 0.1, 5.0  # of the step size
MAX_STEPS = 2000  # some dozen are usual


def root(f, a, b):
    """x between a and b with f(x) = 0, to the last digits; f(a) and f(b) must not have the same sign."""
    fa, fb = f(a), f(b)
    if fa == 0.0 or fb == 0.0:
        return a if fa == 0.0 else b
    t = 0.5
    while True:
        x = a + t * (b - a)
        fx = f(x)
        if (fx > 0.0) == (fa > 0.0):
            c, fc = a, fa
        else:
            c, b, fc, fb = b, a, fb, fa
        a, fa = x, fx
        best = a if abs(fa) < abs(fb) else b
        least = 2.0 * EPS * abs(best)  # a change that is worth another look
        if fa == 0.0 or abs(b - a) <= 2.0 * least:
            return best
        xi, phi = (a - b) / (c - b), (fa - fb) / (fc - fb)
        t = 0.5
        if 1.0 - math.sqrt(1.0 - xi) < phi < math.sqrt(xi):  # the parabola through the three is monotone
            t = fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
        edge = least / abs(b - a)
        t = min(1.0 - edge, max(edge, t))


def advance(rate, x, y, h):
    """x and y after a step h of d(x, y) = rate(x, y), and how far each is from what one order less gives."""
    u, w = rate(x, y)
    before = []
    for i, n in enumerate(PARTS):
        row = [_midpoint(rate, x, y, u, w, h / n, n)]
        for k in range(1, i + 1):
            (a, b), (p, q) = row[-1], before[k - 1]
            weight = 1.0 / ((n / PARTS[i - k]) ** 2 - 1.0)
            row.append((a + weight * (a - p), b + weight * (b - q)))
        before = row
    (p, q), (a, b) = row[-2:]
    return a, b, abs(a - p), abs(b - q)


def _midpoint(rate, x, y, u, w, h, n):
    """n steps h of the midpoint rule from x, y with the rates u, w there, smoothed at the end."""
    x0, y0, x1, y1 = x, y, x + h * u, y + h * w
    for _ in range(n - 1):
        u, w = rate(x1, y1)
        x0, y0, x1, y1 = x1, y1, x0 + 2.0 * h * u, y0 + 2.0 * h * w
    u, w = rate(x1, y1)
    return 0.5 * (x0 + x1 + h * u), 0.5 * (y0 + y1 + h * w)


def flow(rate, guard, x, y):
    """Place x and speed y, from 0 and 1 or so, where guard(x, y) has fallen to zero; and whether that was found.

    A rebound may be a billionth of the speed at the start, and the guard may depend on it: its error is judged by itself.
    """
    h = FIRST
    for _ in range(MAX_STEPS):
        try:
            x1, y1, place, speed = advance(rate, x, y, h)
        except OverflowError:  # far too long a step
            h *= LEAST
            continue
        size = max(place / (abs(x1) + abs(y1)), speed / (max(abs(y), abs(y1)) + STILL)) / TOLERANCE
        factor = SAFETY * max(size, 1e-30) ** (-1.0 / (2 * len(PARTS) - 1))
        if size <= 1.0:
            if guard(x1, y1) <= 0.0:
                return *_fall(rate, guard, x, y, h), True
            x, y = x1, y1
        h *= min(MOST, max(LEAST, factor))
    return x, y, False


def _fall(rate, guard, x, y, h):
    """x and y where the guard falls to zero, within a step h."""
    part = root(lambda part: guard(*advance(rate, x, y, part)[:2]), 0.0, h)
    return advance(rate, x, y, part)[:2]
