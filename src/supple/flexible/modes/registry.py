"""The shapes of deformation: one line each, file and class. New ones at the end."""

from ...registry import Registry

MODES = Registry(
    "supple.flexible.modes",
    "clamped_free.ClampedFree",
    "pinned_free.PinnedFree",
    "free_free.FreeFree",
    "fixed_free.FixedFree",
    "free_rod.FreeRod",
    "polynomials.Polynomials",
    "tabulated.Tabulated",
)
