"""The kinds of elements: one line each, file and class of the scene that becomes one. New ones at the end."""

KINDS = (
    "contact",
    "limit",
    "joint_spring",
    "force",
)
