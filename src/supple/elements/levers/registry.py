"""The lever arms of cables: one line each, file and class. New ones at the end."""

from ...registry import Registry

LEVERS = Registry(
    "supple.elements.levers",
    "constant.Lever",
    "tabulated.LeverTable",
)
