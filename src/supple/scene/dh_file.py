"""Tables of Denavit and Hartenberg from CSV files, which others wrote: every wrong cell is a sentence with row and column.

    a, alpha, d, theta        needed; [m] and [rad], or alpha_deg, theta_deg
    joint (or type)           revolute, prismatic or fixed; R and P stand for the first two; default: revolute
    name, mass                of the link
    com_x, com_y, com_z       centre of mass in the frame of the link [m]
    ixx, iyy, izz, ixy, ixz, iyz   about the centre of mass [kg m^2]
    low, high                 limits of the joint [rad or m], or low_deg, high_deg
    angle, rate, spring, rest, damping   of the joint, as in Link

An empty cell of any other than the first four columns is one that is not there. Lines that start with # are left out.
"""

import math
import os
from typing import Any

from .._check import is_number, one_of, shown
from .._reading import csv_rows, read_text
from .dh import ANGLES, KINDS, Link
from .words import told

NEEDED = ("a", "alpha", "d", "theta")
COM = ("com_x", "com_y", "com_z")
INERTIA = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
LIMITS = ("low", "high")
TEXTS = ("joint", "name")
NUMBERS = (*NEEDED, "mass", *COM, *INERTIA, *LIMITS, "angle", "rate", "spring", "rest", "damping")
DEGREES = {f"{name}_deg": name for name in ("alpha", "theta", *LIMITS)}
SHORT = {"type": "joint"} | DEGREES  # other names of columns
LETTERS = {"R": "revolute", "P": "prismatic"}


def read_dh(path: str | os.PathLike[str], *, angles: str = "rad") -> tuple[Link, ...]:
    """The links of a CSV file, for `Scene.robot`.

    path: name of the file.
    angles: unit of alpha, theta and of the limits, start and rest of revolute joints: "rad" or "deg".
    """
    one_of("angles", angles, ANGLES)
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"path must be the name of a CSV file, got {shown(path)}")
    label = str(path)
    rows = csv_rows(read_text(path, "CSV file"), label)
    heads = _heads(next(rows), label)
    links = tuple(_link(heads, cells, f"row {number} of {label}", angles) for number, cells in rows)
    if not links:
        raise ValueError(f"{label} must have one row or more below its header, got none")
    return links


def _heads(heads, label):
    """The columns as the file names them, each of them known and none of them twice."""
    known = (*NUMBERS, *TEXTS, *SHORT)
    names = [SHORT.get(one_of(f"a column of {label}", head, known), head) for head in heads]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"columns of {label} must differ, got two for {name}")
    for name in NEEDED:
        if name not in names:
            raise ValueError(f"{label} must have the columns {', '.join(NEEDED)}, got no {name}")
    return heads


def _link(heads, cells, where, angles):
    """The link of a row."""
    found: dict[str, Any] = {}
    for head, cell in zip(heads, cells, strict=True):
        name, place = SHORT.get(head, head), f"{where}: column {head}"
        if not cell and name in NEEDED:
            raise ValueError(f"{place} must be a number, got an empty cell")
        if cell:
            found[name] = _value(name, cell, place)
    in_degrees = {DEGREES[head] for head in heads if head in DEGREES}
    for name in LIMITS:
        if name in in_degrees & found.keys() and found.get("joint") == "prismatic":
            raise ValueError(f"{where}: column {name}_deg must be empty for a prismatic joint, whose limits are in m")
    if angles == "deg":
        in_degrees |= {"alpha", "theta"}
        in_degrees |= {*LIMITS, "angle", "rest"} if found.get("joint", "revolute") == "revolute" else set()
    for name in in_degrees & found.keys():
        found[name] = math.radians(found[name])
    for group, key, least in ((COM, "com", 3), (INERTIA, "inertia", 3), (LIMITS, "limits", 2)):
        _gather(found, group, key, least, where)
    with told(where):
        return Link(**found)


def _value(name, cell, place):
    if name == "joint":
        return one_of(place, LETTERS.get(cell, cell), KINDS)
    if name == "name":
        return cell
    try:
        number = float(cell)
    except ValueError:
        hint = "; decimals need a point" if "," in cell else ""
        raise ValueError(f"{place} must be a number, got {shown(cell)}{hint}") from None
    if not (is_number(number) and math.isfinite(number)):
        raise ValueError(f"{place} must be a finite number, got {shown(cell)}")
    return number


def _gather(found, group, key, least, where):
    """Cells that make one value: all or none of the first `least`, others are 0 if they are left out."""
    given = [name for name in group if name in found]
    if not given:
        return
    missing = [name for name in group[:least] if name not in found]
    if missing:
        raise ValueError(f"{where}: column {missing[0]} must be given beside {given[0]}, got an empty cell or none")
    found[key] = tuple(found.pop(name, 0.0) for name in group)
