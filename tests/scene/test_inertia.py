"""Moments of inertia that a shape gives, of any size."""

from supple.scene.inertia import as_matrix


def test_what_rounding_leaves_of_the_smallest_numbers_is_symmetric_enough():
    """A turned box of 1e-160 m: its products of inertia are the last numbers before zero, and round as they like."""
    a = 5e-324
    assert as_matrix("inertia", [[3 * a, 0.0, -a], [0.0, 2 * a, 0.0], [-a, a, 2 * a]])[2][1] == a
