"""Motions and forces of space as pairs of vectors that refer to one point O, at rest in the world.

    motion (a ; b)    angular part, velocity of what is in O          force (n ; f)    moment about O, force

    (w ; u) x (a ; b)  = (w x a ; w x b + u x a)            change of a motion (a ; b) that is carried along by (w ; u)
    (a ; b) x* (n ; f) = (a x n + b x f ; a x f)            change of a force that is carried along by (a ; b)

Source    Featherstone, Rigid Body Dynamics Algorithms (2008), ch. 2.
"""

from .._jit import inlined
from .vectors import add, cross, dot


@inlined
def cross_motion(v, x):
    """v x x."""
    (w, u), (a, b) = v, x
    return cross(w, a), add(cross(w, b), cross(u, a))


@inlined
def cross_force(x, force):
    """x x* force."""
    (a, b), (n, f) = x, force
    return add(cross(a, n), cross(b, f)), cross(a, f)


@inlined
def power(x, force):
    """x . force."""
    return dot(x[0], force[0]) + dot(x[1], force[1])


@inlined
def plus(x, y):
    """x + y of two pairs."""
    return add(x[0], y[0]), add(x[1], y[1])


@inlined
def moved(x, r):
    """A motion with respect to the point O + r."""
    return x[0], add(x[1], cross(x[0], r))
