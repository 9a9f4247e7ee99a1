"""Friction and restitution of pairs: in either order, by kind, and an honest sentence where nothing is known."""

import pytest

from supple.materials import (
    Material,
    find_friction,
    find_material,
    find_restitution,
    friction_pairs,
    restitution_points,
)
from supple.materials.kinds import distance, kind_names


def test_every_row_is_about_known_kinds_with_numbers_in_range():
    for pair in friction_pairs():
        assert {pair.a, pair.b} <= set(kind_names())
        assert pair.static is not None or pair.kinetic is not None
        for value in (pair.static, pair.kinetic):
            assert value is None or 0.0 < value < 1.5
        for field, low, high in pair.ranges:
            assert low < high and getattr(pair, field) == pytest.approx(0.5 * (low + high))
    for point in restitution_points():
        assert {point.a, point.b} <= set(kind_names())
        assert 0.0 < point.e < 1.0 and point.kind in ("measured", "rule", "fit", "quoted")
        assert (point.speed is None) == (point.kind == "quoted")


def test_kinetic_friction_is_not_above_static():
    assert all(p.kinetic <= p.static for p in friction_pairs() if p.static is not None and p.kinetic is not None)


def test_kinds_reach_up_and_down_and_not_across():
    assert distance("mild steel", "steel") == distance("steel", "mild steel") == 1
    assert distance("mild steel", "metal") == 2 and distance("steel", "steel") == 0
    assert distance("mild steel", "tool steel") is None and distance("nylon", "teflon") is None


@pytest.mark.parametrize(
    "a, b, rows",
    [
        ("brass", "steel", [("brass", "steel", 0.51), ("brass", "steel", 0.11)]),
        ("STEEL", "Brass", [("brass", "steel", 0.51), ("brass", "steel", 0.11)]),
        ("steel", "aluminum", [("aluminium", "mild steel", 0.61)]),  # a kind of steel
        ("mild steel", "copper", [("copper", "steel", 0.53)]),  # what steel in general does
        ("steel, structural A36", "aluminium 6061-T6", [("aluminium", "mild steel", 0.61)]),
        ("glass", "steel", [("glass", "metal", 0.6)]),
        ("nylon", "steel", [("steel", "plastic", 0.325)]),  # not teflon
        ("PTFE", "steel", [("teflon", "steel", 0.04), ("steel", "plastic", 0.325)]),  # nearest first
        ("shoes", "ice", [("shoes", "ice", 0.1)]),
    ],
)
def test_friction_by_kind(a, b, rows):
    assert [(p.a, p.b, p.static) for p in find_friction(a, b)] == rows
    assert find_friction(b, a) == find_friction(a, b)


def test_a_hardened_steel_is_no_mild_steel():
    with pytest.raises(ValueError, match="friction of 'hardened steel' on 'aluminium' is not in the table"):
        find_friction("hardened steel", "aluminium")


def test_condition():
    assert [p.static for p in find_friction("steel", "steel", "Oiled")] == [0.05]
    assert [p.source for p in find_friction("steel", "steel", "dry")] == ["HW", "LUST"]
    with pytest.raises(
        ValueError, match="condition must be one of dry, oiled, greased, got 'oild'; did you mean 'oiled'"
    ):
        find_friction("steel", "steel", "oild")
    with pytest.raises(ValueError, match="the sources of this pair do not say theirs, got 'dry'"):
        find_friction("wood", "wood", "dry")


def test_what_is_not_known_is_said():
    with pytest.raises(ValueError) as error:
        find_friction("steel", "cork")
    text = str(error.value)
    assert text.startswith(
        "friction of 'steel' on 'cork' is not in the table; measure it or give mu; pairs with 'steel': brass"
    )
    assert text.endswith("pairs with 'cork': none")
    with pytest.raises(ValueError, match="restitution of 'steel' on 'cork' is not in the table; measure it, e = sqrt"):
        find_restitution("steel", "cork")
    with pytest.raises(ValueError, match="material must be one of the table, got 'teflo'; did you mean 'teflon'"):
        find_friction("steel", "teflo")


def test_no_rule_makes_friction_of_two_materials():
    """Steel on steel and wood on wood are known; that says nothing about a pair that nobody measured."""
    assert find_friction("aluminium", "aluminium") and find_friction("wood", "wood")
    mine = Material(name="my coating")
    for a, b in ((mine, "steel"), (find_material("lead"), "aluminium")):
        with pytest.raises(ValueError, match="is not in the table"):
            find_friction(a, b)


def test_a_material_of_ones_own_can_say_its_kind():
    ball = Material(name="ball 7", kind="steel")
    assert find_friction(ball, "brass") == find_friction("steel", "brass")


def test_restitution_is_a_curve_of_measured_points():
    points = find_restitution("porcelain stoneware", "tennis ball")
    assert len(points) == 13 and all(p.kind == "measured" and p.radius == 0.033 for p in points)
    first = points[0]
    assert (first.speed, first.e, first.sd, first.n) == (3.571, 0.710, 0.006, 10)
    (kharaz,) = find_restitution("alumina", "glass")
    assert (kharaz.b, kharaz.speed, kharaz.ranges) == ("soda-lime glass", pytest.approx(3.875), (("speed", 3.85, 3.9),))
    (quoted,) = find_restitution("aluminum", "steel")
    assert (quoted.e, quoted.speed, quoted.kind) == (0.6, None, "quoted")


@pytest.mark.validation
def test_points_of_a_fit_lie_on_it():
    for point in find_restitution("ice", "ice"):
        assert point.e == pytest.approx(0.32 * (100.0 * point.speed) ** -0.234, abs=6e-4)


@pytest.mark.validation
def test_the_rule_for_tennis_balls_is_a_drop():
    for point in find_restitution("tennis ball", "concrete"):
        if point.kind == "rule":
            rebound = {0.729: 1.35, 0.761: 1.47}[point.e]
            assert point.e == pytest.approx((rebound / 2.54) ** 0.5, abs=6e-4)
            assert point.speed == pytest.approx((2.0 * 9.81 * 2.54) ** 0.5, abs=1e-3)
