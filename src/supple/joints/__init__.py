"""Primitive joints of the tree: one file a kind, chosen by number in `dispatch`."""
