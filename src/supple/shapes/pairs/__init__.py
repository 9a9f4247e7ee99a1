"""Gap, normal and contact point of pairs of features, one file per pair, all in world coordinates.

Features    ball       a point with a radius >= 0: a point, a sphere, a corner of a box, an end of a capsule
            segment    the points within a radius >= 0 of a straight line between two ends: a capsule, an edge
            plane      a half-space, given by a point of its surface and its outward unit normal
            convex     a smooth strictly convex body with a radius >= 0, given by its support function (supports/)

Every file has two kernels:

    gap(...) -> gap, n, c          gap > 0: apart; n: unit normal from A to B; c: point at which the force acts
                                   (two segments: and an arm k, see there)
    normal_rate(...) -> dn/dt      [1/s], for the transport of the tangential state

A is the first feature of the argument list, B the second. The contact point is the middle between the two surface
points, which lie on one line along n. The rate of the gap is therefore

    d gap/dt = n . (v_B - v_A)     with the velocities of the material points of the two bodies that are at c:

sliding of the closest points along the surfaces is perpendicular to n and does not show, and moving a point of a rigid
body along n changes its velocity by w x n, perpendicular to n too. So any point of the normal line gives the same rate,
and a force pair F n at c does the work -F d gap: the elastic energy of a contact is a function of the gap alone. The gap
of nearly parallel segments depends on the angle between them besides; the couple F k does the work that belongs to it.
"""
