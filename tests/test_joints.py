"""Every joint passes the conformance suite."""

import pytest
from registries import examples

import supple as sp
from supple.joints.registry import JOINTS
from supple.testing import check_joint


@pytest.mark.parametrize("joint", examples(JOINTS), ids=lambda joint: type(joint).__name__)
def test_joint_conforms(joint):
    check_joint(joint)


def test_a_joint_without_bounds_or_with_a_wrong_error_does_not_conform(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("supple.system.bounds.sweep", lambda *_: None)
        with pytest.raises(AssertionError, match="sweep must bound the motion"):
            check_joint(sp.Prismatic())
    monkeypatch.setattr("supple.joints.dispatch.displace", lambda kind, i, tree, y, e, work, turn, shift: (turn, shift))
    with pytest.raises(AssertionError, match="displace must say what an error of q moves"):
        check_joint(sp.Prismatic())
