"""Elastic robots: Lens, Radkhah & von Stryk, reproduced."""
