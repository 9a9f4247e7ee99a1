"""Primitive joints of the tree: one file per kind, chosen by number in `dispatch`."""
