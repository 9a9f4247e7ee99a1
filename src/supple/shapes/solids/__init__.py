"""Whole shapes as points of others see them: the signed distance of a point from the core, one file per kind.

A shape with corners is a core and everything within a radius of it. A point with a radius touches it where the distance
of the point from the core is the sum of the radii: there, outside of the core, the distance is a C1 function of the
place, and its gradient N turns continuously over faces, edges and corners.

Every file has two kernels, in the axes of the shape; `data` holds the numbers of all solids, those of this one from i on:

    distance(data, i, X) -> d, N     [m], < 0 inside; outward unit normal, where d is largest
    turn(data, i, X, V) -> dN/dt     [1/s] of the N seen by a point that is at X and moves with V
"""
