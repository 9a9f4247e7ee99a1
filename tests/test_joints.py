"""Every joint passes the conformance suite."""

import pytest

import supple as sp
from supple.testing import check_joint

JOINTS = [
    sp.Fixed(at=(0.1, 0.2, -0.3), orientation=(1, 2, 3, 4)),
    sp.Revolute(axis=(1, -1, 0.5), at=(0.1, 0, 0.4), orientation=(1, 0.2, 0, 0.5), damping=0.1, spring=3.0, rest=0.2),
    sp.Prismatic(axis=(0, 1, 1), at=(0.1, 0, 0.4), damping=0.4, spring=20.0),
    sp.Planar(x=(0, 1, 0), y=(1, 0, 0), at=(0, 0, 0.2)),
    sp.Spherical(at=(0.2, 0, 0), attitude=(1, 1, 0, 0)),
    sp.Free(position=(1, 2, 3), attitude=(0.5, 1, 0, 0)),
]


@pytest.mark.parametrize("joint", JOINTS, ids=lambda joint: type(joint).__name__)
def test_joint_conforms(joint):
    check_joint(joint)
