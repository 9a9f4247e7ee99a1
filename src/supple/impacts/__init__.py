"""Studies of contact laws: impacts one by one or by the thousand, laws designed and fitted to measured restitution."""

from .curves import OneImpact, RestitutionCurve, impact, restitution_curve, restitution_map
from .design import Design, design_damping, from_drop_height
from .fit import Fit, LawFit, fit
from .measured import Measured, read_measured
from .names import label, law_class, law_from_text

__all__ = [
    "OneImpact",
    "RestitutionCurve",
    "impact",
    "restitution_curve",
    "restitution_map",
    "Design",
    "design_damping",
    "from_drop_height",
    "Fit",
    "LawFit",
    "fit",
    "Measured",
    "read_measured",
    "label",
    "law_class",
    "law_from_text",
]
