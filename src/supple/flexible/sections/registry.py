"""The cross-sections: one line each, file and class. New ones at the end."""

from ...registry import Registry

SECTIONS = Registry(
    "supple.flexible.sections",
    "round.Round",
    "tube.Tube",
    "rectangle.Rectangle",
    "section.Section",
)
