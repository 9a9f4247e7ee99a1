"""Joints, one file each: what a user writes, and beside it the kernels of a joint that is a node of the tree by itself.

    chain()     the nodes that the joint is made of, from the parent to the body: (class of a joint with kernels, axis in
                the joint frame or None); the last one carries the body
    start()     initial positions and velocities
    names       (name, unit) of all positions, and of all velocities
    hinge       True if the origin of the body stays in the joint: pictures show it
    at, orientation      of the joint frame in the parent: see `written`

`dispatch` lists what the kernels answer. A joint that is made of others has none.
"""

from .registry import JOINTS

__all__ = [*JOINTS.names]
__getattr__ = JOINTS.looked_up(__name__)
