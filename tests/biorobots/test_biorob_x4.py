"""The BioRob-X4 as a model: numbers of its two sets, variants, sentences."""

import numpy as np
import pytest

import supple as sp
from supple.papers.elastic_robots.biorob import identified_items
from supple.robots import BIOROB_X4, biorob_x4, biorob_x4_plan
from supple.robots.biorob_x4 import LINKS


def test_set_a_has_the_mass_of_the_paper_and_the_fractions_of_set_b():
    a, b = BIOROB_X4["A"], BIOROB_X4["B"]
    assert sum(a.mass) == pytest.approx(3.73, abs=1e-12) and sum(b.mass) == pytest.approx(4.84, abs=1e-12)
    assert a.length[0] == 0.28 and (a.stiffness, a.damping) == (b.stiffness, b.damping)
    # scaled, to 12 digits, apart from this project
    assert a.com[1] == pytest.approx((-0.00847716129032, 0.00338690322581, 0.00816025806452), abs=1e-13)
    assert a.com[3] == pytest.approx((3.17647058824e-05, -0.000317647058824, 0.0622005882353), abs=1e-13)
    assert a.inertia[0] == pytest.approx((0.0166388372093, 0.0119880813953, 0.00825401162791), abs=1e-13)
    assert a.inertia[3] == pytest.approx((7.65155709343e-05, 7.33546712803e-05, 3.09005190311e-05), abs=1e-15)


def test_set_b_is_the_identified_model():
    for item in identified_items():
        assert item.ok, item


def test_the_mass_matrix_of_the_default_arm():
    M = sp.mass_matrix(sp.build(biorob_x4(joints="bare", ground=None)))
    assert M.diagonal() == pytest.approx((0.010708, 0.278494, 0.061504, 0.001427), abs=5e-7)


@pytest.mark.parametrize("joints", ["elastic", "rigid", "led"])
def test_an_arm_that_holds_its_angles_stays_at_rest(joints):
    angles = (0.3, 0.9, 0.5, 0.4)
    run = sp.simulate(biorob_x4(angles, end=0.02, joints=joints), 0.02)
    for link, angle in zip(LINKS, angles, strict=True):
        assert np.abs(run[f"{link}.angle"] - angle).max() < 1e-9


def test_elastic_rotors_begin_where_their_springs_hold_the_arm():
    plan = biorob_x4_plan((0.0, 0.9, 0.5, 0.4), end=0.1)
    assert plan.theta[0] == pytest.approx((0.0, 0.802208996, 0.427170212, 0.386136287), abs=1e-9)
    assert plan.torque[0] == pytest.approx((0.0, -3.91164018, -1.82074471, -0.207955691), abs=5e-9)
    assert plan.current[0] == pytest.approx((0.0, -1.51028578, -0.702990236, -0.160583545), abs=5e-9)


def test_a_scene_file_holds_all_of_it():
    scene = biorob_x4((0.0, 0.9, 0.5, 0.4), end=0.01, encoder=1e-3, delay=5e-4, friction=0.004, efficiency=0.75)
    assert sp.scene_from_toml(sp.scene_to_toml(scene)).scene == scene


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"joints": "soft"}, "joints must be one of"),
        ({"data": "C"}, "data must be one of"),
        ({"motions": (0.0, 1.0)}, "motions must be 4, one per joint, got 2"),
        ({"motions": (0.0, 1.0, "up", 0.0)}, r"motions\[2\] must be a generator of motions"),
        ({"joints": "rigid", "efficiency": 0.75}, "efficiency"),
    ],
)
def test_a_wrong_argument_is_a_sentence(arguments, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        biorob_x4(**arguments)
