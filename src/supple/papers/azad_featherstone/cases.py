"""AF Fig. 5: six pairs of bodies, their Hertz stiffness, and laws fitted to measured restitution.

The points behind Fig. 5 were read by hand from Goldsmith (1960), Fig. 172, and Kuwabara & Kono (1987), Fig. 3, and are not
printed. So:
  - k of each case follows from (5), (6), (10): k = (4/3) E* sqrt(R)
  - whoever has points of these cases gives a directory with A.csv to F.csv, columns speed [m/s] and e [-]; then
    lam is fitted as the paper did: k kept, all points of equal weight (a column sd is not used)
  - the measured sets of the package's own table (`materials/data/restitution.csv`) with five or more speeds are fitted with
    the same laws. Only the damping number counts: with m = 1 kg and k = 1 the damping is the damping number at 1 m/s.

Mass      that the contact feels: of the sphere, against a plate; of two free spheres, half of one.
Source    Azad & Featherstone, IEEE Trans. Robotics 30(3) (2014), Fig. 5; `cases.csv`; comparison of the laws by AICc as
          in `impacts/fit.py`.
"""

import math
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..._reading import csv_rows, read_text
from ...impacts import fit, read_measured
from ...impacts.fit import Fit
from ...impacts.measured import Measured
from ...impacts.measured import restitution_points as measured_points
from ...laws.coefficients import hertz_stiffness
from ...materials.restitution import restitution_points as table_points
from ..study import Item, judge, judged

NAMES = {
    "AzadFeatherstone": "Azad-Featherstone",
    "HuntCrossley": "Hunt-Crossley",
    "LeeWang": "Lee-Wang",
    "KelvinVoigt": "constant e",
}
ENOUGH = 5  # speeds of a set
NEAR = 1e-3  # to the four digits of the table
ADVICE = "with the columns speed [m/s] and e [-]"


class Case(NamedTuple):
    """A panel of Fig. 5."""

    name: str
    bodies: tuple
    R: tuple  # [m] radii; inf: a plate
    E: tuple  # [Pa]
    nu: tuple  # [-]
    rho: tuple  # [kg/m^3]
    table_k: float  # [N/m^(3/2)] four digits

    @property
    def k(self):
        """Hertz stiffness [N/m^(3/2)]."""
        return hertz_stiffness(self.E[0], self.nu[0], self.E[1], self.nu[1], *self.R)

    @property
    def mass(self):
        """Mass that the contact feels [kg]."""
        masses = [4.0 / 3.0 * math.pi * R**3 * rho for R, rho in zip(self.R, self.rho, strict=True)]
        return 1.0 / sum(1.0 / mass for mass in masses)

    @property
    def title(self):
        """Name and bodies."""
        return f"({self.name}) {self.bodies[0]} on {self.bodies[1]}"


@cache
def cases():
    """The six cases."""
    text = files(__package__).joinpath("cases.csv").read_text(encoding="utf-8")
    names, *rows = csv_rows(text, "cases.csv of azad_featherstone")
    return tuple(_case(dict(zip(names, fields, strict=True))) for _, fields in rows)


def _case(row):
    E, nu, rho = (tuple(float(row[f"{name}_{i}"]) for i in (1, 2)) for name in ("E", "nu", "rho"))
    R = (float(row["R_1"]), float(row["R_2"]) if row["R_2"] else math.inf)
    return Case(row["case"], (row["body_1"], row["body_2"]), R, E, nu, rho, float(row["k"]))


def stiffness_items():
    """k of each case."""
    for case in cases():
        ok = judge("relative", case.table_k, case.k, NEAR)
        note = f"table {case.table_k:.4g}; m = {case.mass * 1e3:.4g} g"
        source = "AF Fig. 5: k derived from (5), (6), (10); moduli are ours"
        yield Item(f"k of {case.title}", None, case.k, "N/m^1.5", NEAR, ok, source, note)


# --- points of the user -------------------------------------------------------------------------------------------------
def read_points(directory):
    """{case name: Measured} of the files A.csv to F.csv that are in a directory."""
    path = Path(directory)
    names = [case.name for case in cases()]
    if not path.is_dir():
        raise NotADirectoryError(f"data must be a directory with A.csv to F.csv {ADVICE}, got {str(directory)!r}")
    found = {name: path / f"{name}.csv" for name in names if (path / f"{name}.csv").is_file()}
    if not found:
        raise FileNotFoundError(
            f"data must hold one or more of A.csv to F.csv {ADVICE}, got none in {str(directory)!r}"
        )
    return {name: _restitution(file) for name, file in found.items()}


def _restitution(file):
    names = next(csv_rows(read_text(file, "CSV file"), str(file)))
    data = read_measured(file) if any(name in names for name in ("e", "restitution")) else None
    if data is None or data.kind != "restitution":
        raise ValueError(f"{file} must have the columns speed [m/s] and e [-], got {', '.join(names)}")
    if data.x.size < ENOUGH:
        raise ValueError(f"{file} must have at least {ENOUGH} points to compare laws, got {data.x.size}")
    return Measured(data.kind, data.x, data.y, None, data.source)  # points of equal weight, as in the paper


def fit_cases(points):
    """{case name: Fit} with k kept at its Hertz value."""
    chosen = {case.name: case for case in cases() if case.name in points}
    return {name: fit(points[name], tuple(NAMES), mass=case.mass, k=case.k) for name, case in chosen.items()}


def case_fit_items(fits):
    """The claim of Fig. 5: the new model fits better than Hunt-Crossley."""
    for name, found in fits.items():
        new, old = law_of(found, "AzadFeatherstone"), law_of(found, "HuntCrossley")
        source = "AF Fig. 5: your points"
        note = f"{rms(new):.4f} and {rms(old):.4f}; AICc of Hunt-Crossley higher by {old.aicc - new.aicc:.1f}"
        title = f"rms of e of new model / Hunt-Crossley, case {name}"
        yield judged(title, 1.0, rms(new) / rms(old), "-", source, rule="less than", note=note)
        note = f"95 % {new.low[0]:.4g} to {new.high[0]:.4g}; {len(found.data.x)} points, k kept"
        yield judged(f"lam of case {name}", None, new.values[0], "N s/m^1.5", source, rule="shown", note=note)


# --- measured sets of the package ---------------------------------------------------------------------------------------
def measured_sets():
    """{(a, b): Measured} with five or more speeds; kind "fit" is a formula that others fitted, at eight speeds."""
    found: dict[tuple[str, str], list] = {}
    for point in table_points():
        if point.speed is not None and point.kind in ("measured", "fit"):
            found.setdefault((point.a, point.b), []).append((point.speed, point.e))
    sets = {pair: np.array(points).T for pair, points in found.items() if len({v for v, _ in points}) >= ENOUGH}
    return {pair: measured_points(v, e, source=" on ".join(pair)) for pair, (v, e) in sets.items()}


def formulas():
    """Sets that are not measurements but somebody's formula for them."""
    return {(point.a, point.b) for point in table_points() if point.kind == "fit"}


@cache
def fit_sets():
    """{(a, b): Fit} in units of 1 kg and k = 1: the damping is the damping number at 1 m/s."""
    return {pair: fit(data, tuple(NAMES), mass=1.0, k=1.0) for pair, data in measured_sets().items()}


def set_items():
    """What each set says of the laws; nothing is published of them, nothing is judged."""
    for pair, found in fit_sets().items():
        new, old = law_of(found, "AzadFeatherstone"), law_of(found, "HuntCrossley")
        errors = ", ".join(f"{NAMES[one.name]} {rms(one):.4f}" for one in found.laws)
        source = "measured sets: not in AF"
        name = f"AICc of Hunt-Crossley minus Azad-Featherstone, {' on '.join(pair)}"
        what = "points of a formula" if pair in formulas() else f"{len(found.data.x)} points"
        note = f"{what}; preferred: {verdict(found)}; rms of e: {errors}"
        yield judged(name, None, old.aicc - new.aicc, "-", source, rule="shown", note=note)


def verdict(found: Fit):
    """The law that a set prefers, and by how much."""
    first, second = found.laws[:2]
    return f"{NAMES[first.name]} by {second.aicc - first.aicc:.1f} over {NAMES[second.name]}"


def law_of(found: Fit, name):
    """The fit of one law."""
    return next(one for one in found.laws if one.name == name)


def rms(one):
    """Root mean square of model - data [-]."""
    return float(np.sqrt(np.mean(one.residuals**2)))
