"""Kinematics and dynamics of the tree: recursive algorithms over the node tables."""
