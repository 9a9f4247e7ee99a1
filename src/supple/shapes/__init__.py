"""Shapes, one file each: what a user puts on a body as a surface. `pairs` knows how their features meet.

A surface is made of features: balls (points with a radius), segments with a radius, and one plane for a half-space. Two
surfaces touch through their features, and every pair of features that can touch is a contact of its own.

    features()        of each feature: label, kind, first point, second point or normal, radius, what it is watched against
    deepest           indentation [m] at which the surface has been passed through its middle: beyond it, it means nothing
    inertia(mass)     as a solid about its centre [kg m^2]; None: it has no volume
    drawing()         what pictures show of it: balls, rods (with round ends), boxes, planes, ellipsoids, superellipsoids

    point, sphere            one ball
    capsule                  its two ends as balls against a half-space, its axis as a segment against anything else
    box                      its eight corners as balls of radius zero, against half-spaces only
    half-space               a plane
    hull                     its corners, its edges and the whole of it, as a box
"""

from .registry import SHAPES

__all__ = [*SHAPES.names]
__getattr__ = SHAPES.looked_up(__name__)
