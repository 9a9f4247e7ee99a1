"""Small motions: rest positions, linear models with names and units, modes and frequencies."""
