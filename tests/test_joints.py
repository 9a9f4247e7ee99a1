"""Every joint passes the conformance suite."""

import pytest
from registries import examples

from supple.joints.registry import JOINTS
from supple.testing import check_joint


@pytest.mark.parametrize("joint", examples(JOINTS), ids=lambda joint: type(joint).__name__)
def test_joint_conforms(joint):
    check_joint(joint)
