"""The rows of DOP853 as functions are those of its tableau; places on a step are found where the function jumps, too."""

import math

import numpy as np
import pytest

from supple.integrate.dop853_scalars import (
    DENSE_STAGES,
    LEAST,
    MOST,
    STAGES,
    dense,
    end,
    error3,
    error5,
    falling_root,
    growth,
    value,
)
from supple.integrate.tableaus.dop853 import METHOD

UNIT = np.eye(METHOD.n_dense)


@pytest.mark.parametrize("j", range(METHOD.n_dense))
def test_rows_are_those_of_the_tableau(j):
    k = tuple(UNIT[j])
    assert [stage(k) for stage in STAGES] == list(METHOD.a[1:12, j])
    assert [stage(k) for stage in DENSE_STAGES] == list(METHOD.a[13:, j])
    if j < METHOD.n_stage:
        assert (end(0.0, 1.0, k), error5(k), error3(k)) == (METHOD.b[j], METHOD.e[j], METHOD.e2[j])


@pytest.mark.parametrize("j", [0, *range(5, 16)])
@pytest.mark.parametrize("x", [0.3, 0.9])
def test_dense_output_is_that_of_the_tableau(j, x):
    k = tuple(UNIT[j])
    wanted = sum(weight * x ** (m + 1) for m, weight in enumerate(METHOD.dense[j]))
    assert value(dense(0.0, end(0.0, 1.0, k), 1.0, k), x) == pytest.approx(wanted, abs=1e-11)


@pytest.mark.parametrize(
    "function",
    [lambda P, x: P - x, lambda P, x: math.cos(x) - math.cos(P), lambda P, x: 1e9 if x < P else -1e-9],
    ids=["line", "curve", "jump"],
)
@pytest.mark.parametrize("place", [1e-3, 0.25, 0.7, 0.999])
def test_a_fall_through_zero_is_found(function, place):
    assert falling_root(function, 1e-8)(place, function(place, 1.0)) == pytest.approx(place, abs=3e-8)


def test_a_step_whose_error_is_no_number_is_tried_much_smaller():
    assert growth(0.0) == MOST and growth(math.inf) == growth(math.nan) == LEAST
