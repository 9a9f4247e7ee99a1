"""Designs: what member k has depends on the design and its seed alone."""

import numpy as np
import pytest

from supple.ensembles.designs import Choice, LogUniform, Normal, Uniform, table_of, values_of

TWO = {"a": Uniform(0.0, 2.0), "b": LogUniform(1e-3, 1e3)}


def test_a_grid_has_every_value_with_every_other_the_last_fastest():
    table = table_of("grid", {"a": Choice((1, 2)), "b": Choice(("x", "y", "z"))}, None, 0)
    assert table.rows(0, 99) == [(a, b) for a in (1, 2) for b in "xyz"]


def test_a_list_goes_along_all_parameters():
    table = table_of("list", {"a": Choice((1, 2)), "b": Choice((3, 4))}, None, 0)
    assert table.rows(0, 9) == [(1, 3), (2, 4)]
    with pytest.raises(ValueError, match="as many values"):
        table_of("list", {"a": Choice((1, 2)), "b": Choice((3,))}, None, 0)


def test_a_random_design_with_more_members_begins_with_the_same_ones():
    few, many = (table_of("random", TWO, n, 5) for n in (10, 1000))
    assert few.rows(0, 10) == many.rows(0, 10)
    assert few.rows(0, 10) != table_of("random", TWO, 10, 6).rows(0, 10)
    assert [many.row(700)] == many.rows(700, 701)


def test_a_latin_hypercube_draws_once_from_every_share():
    a, b = np.array(table_of("latin", TWO, 50, 1).rows(0, 50)).T
    assert sorted((a / 2.0 * 50).astype(int)) == list(range(50))
    assert sorted(((np.log10(b) + 3) / 6 * 50).astype(int)) == list(range(50))
    again = np.array(table_of("latin", TWO, 50, 1).rows(0, 50)).T
    assert np.array_equal(again, [a, b])


def test_distributions_are_what_they_say():
    n = 4000
    values = {"normal": Normal(3.0, 0.5), "choice": values_of("c", {"choice": ["x", "y"]})}
    rows = table_of("latin", values, n, 2).rows(0, n)
    drawn = np.array([row[0] for row in rows])
    assert drawn.mean() == pytest.approx(3.0, abs=1e-3)
    assert drawn.std() == pytest.approx(0.5, rel=1e-2)
    assert sum(row[1] == "x" for row in rows) == n // 2


def test_steps_are_values():
    assert values_of("a", {"from": 0, "to": 1, "number": 3}).values == (0.0, 0.5, 1.0)
    assert values_of("a", {"from": 1, "to": 100, "number": 3, "scale": "log"}).values == pytest.approx((1, 10, 100))


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"uniform": [1, 0]}, "parameter a: uniform must be two rising numbers"),
        ({"log_uniform": [0, 1]}, "log_uniform low must be > 0"),
        ({"normal": [0, -1]}, "normal sd must be > 0"),
        ({"uniform": [1]}, "uniform must be two numbers"),
        ({"gauss": [0, 1]}, "a distribution must be one of"),
        ({"from": 0, "to": 1, "number": 1}, "number must be >= 2"),
        ({"from": 0, "to": 1, "steps": 3}, "a key of steps"),
        ([], "values must be at least one"),
        (3.0, "must be a list, steps or a distribution"),
        ([{"a": 1}], "a value must be a number"),
    ],
)
def test_what_is_wrong_is_said_with_the_parameter(said, sentence):
    with pytest.raises((TypeError, ValueError), match=sentence):
        values_of("a", said)


def test_a_grid_takes_no_distribution_and_a_random_design_a_number_of_members():
    with pytest.raises(ValueError, match="must have a list of values in a grid"):
        table_of("grid", TWO, None, 0)
    with pytest.raises(ValueError, match="members must be given"):
        table_of("random", TWO, None, 0)
    with pytest.raises(ValueError, match="or be 2, got 3"):
        table_of("grid", {"a": Choice((1, 2))}, 3, 0)
