"""Smooth strictly convex bodies, each given by its support function: one file per kind.

    h(u) = max of x . u over the points x of the body           |u| = 1, all in the axes and about the centre of the body
    s(u) = grad h        the surface point whose outward normal is u
    Rm(u) = Hess h       symmetric, Rm u = 0; its eigenvalues on the plane normal to u are the principal radii at s(u)

A kind is symmetric about its centre, h(-u) = h(u), so that s(-u) = -s(u) and Rm(-u) = Rm(u). It has WIDTH parameters, the
last of which is `smallest_radius`, and answers

    support(u, p) -> h [m], s [m], Rm [m] (6)     compiled; number 0 is a point: all zero

and, as plain Python, for those who build models:

    parameters(...) -> p      from what users write
    largest_radius(p)         >= every principal radius of curvature [m]
    smallest_radius(p)        <= every principal radius of curvature, > 0 [m]
    reach(p)                  largest distance of a surface point from the centre [m]
    least_depth(p)            smallest half width [m]
    volume(p)                 [m^3]
    inertia(p)                of a solid of mass 1 kg about its centre, along its axes [m^2] (3)

Why support functions: those of two bodies add up to that of their Minkowski sum, and the distance of two bodies, apart or
overlapping, is that of a point from the surface of that sum (pairs/convex.py). A ball is a point with a margin: a margin r
adds r to h and r to every radius, nothing else.
"""

WIDTH = 6  # parameters of a kind; the last is `smallest_radius`
