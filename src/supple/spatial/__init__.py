"""Vectors, rotations and articulated inertias on scalars and tuples."""
