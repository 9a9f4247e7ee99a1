"""LU factorisation against numpy, with matrices that need every kind of row exchange."""

import numpy as np
import pytest

from supple.integrate.linear import lu_factor, lu_solve


@pytest.mark.parametrize("n", [1, 2, 3, 5, 12])
def test_solves_random_systems_on_scattered_components(n):
    rng = np.random.default_rng(n)
    for _ in range(20):
        A = rng.standard_normal((n, n)) * 10.0 ** rng.integers(-6, 6, size=(n, 1))
        act = rng.permutation(n + 3)[:n].astype(np.int64)
        b = rng.standard_normal(n + 3)
        wanted = b.copy()
        wanted[act] = np.linalg.solve(A, b[act])
        LU, pivot = A.copy(), np.zeros(n, dtype=np.int64)
        assert lu_factor(LU, n, pivot)
        lu_solve(LU, n, pivot, b, act)
        np.testing.assert_allclose(b, wanted, rtol=1e-7, atol=1e-12 * np.abs(wanted).max())


def test_reports_a_singular_matrix():
    assert not lu_factor(np.zeros((2, 2)), 2, np.zeros(2, dtype=np.int64))
