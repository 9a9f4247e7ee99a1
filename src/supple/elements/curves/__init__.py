"""Curves of cables, one file each: tension over elongation, and the energy that is stored. phi(0) = 0, phi never falls.

    tension(table, p, at, piece, e)      phi(e) [N]
    energy(table, p, at, piece, e)       U(e), its integral from 0 [J]
    piece_of(table, p, at, e)            which piece holds at e; a curve that is smooth has none of these three
    inside(table, p, at, piece, e)       positive while e is in the piece, and its derivative by e: a guard
    neighbour(table, p, at, piece, e)    the piece that follows where e has left this one
    numbers(table)                       method of the class: at most N_FORM parameters, which the kernels find at p[at];
                                         rows that it needs go into the tables of the model
    longest                              elongation up to which the curve holds, 0: anywhere

For e < 0 a curve goes on smoothly: no cable has a tension there, but a step may look beyond the event that ends it.
In Python `tension_of(curve, e)`, `energy_of(curve, e)` and `elongation_of(curve, f)` of `curve.py` say the same.
"""

from .registry import CURVES

__all__ = [*CURVES.names]
__getattr__ = CURVES.looked_up(__name__)
