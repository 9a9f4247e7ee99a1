"""Units of contacts and joints: where a coordinate is an angle, an indentation is an angle and a force is a moment."""

from typing import NamedTuple

from ..tables import EL_A, QI


class ContactUnits(NamedTuple):
    """Units of one contact."""

    force: str = "N"
    indentation: str = "m"
    speed: str = "m/s"

    @property
    def small(self):
        """Unit of a thousandth of the indentation, as tables print it."""
        return f"m{self.indentation}"


LINEAR, ANGULAR = ContactUnits(), ContactUnits("Nm", "rad", "rad/s")


class UnitsByName(dict):
    """Units by the name of a contact; one that has no row from the start is no stop, and so linear."""

    def __missing__(self, name):
        return LINEAR


def contact_units(model):
    """The units of contacts and stops, by name."""
    units, first = model.layout.units, model.tables.tree.i[:, QI]
    stops = ((e, one.name) for e, one in enumerate(model.elements) if one.kind == "limit")
    turning = {name for e, name in stops if units[first[model.tables.el_i[e, EL_A]]] == "rad"}
    return UnitsByName({name: ANGULAR if name in turning else LINEAR for name in model.contact_names})


FORCES = {"rad/s": "Nm", "m/s": "N"}  # what does work on a velocity


def joint_force_units(model, body):
    """The units of the generalised forces in the joint of a body, one per velocity coordinate."""
    return tuple(FORCES[unit] for _, unit in model.scene.bodies[body].joint.names[1])


def joint_units(units):
    """What can be said of several contacts together: "N", "Nm" or "N or Nm"."""
    given = set(units)
    kinds = [one for one in (LINEAR, ANGULAR) if one in given] or [LINEAR]
    return ContactUnits(*(" or ".join(dict.fromkeys(column)) for column in zip(*kinds, strict=True)))


def unit_table(columns, rows):
    """Heads and cells of a table: a unit stands in the head where all rows have it, else behind every number.

    columns    (title, function of ContactUnits that gives the unit or "")
    rows       (ContactUnits, texts)
    """
    heads, cells = [], [[] for _ in rows]
    for i, (title, unit_of) in enumerate(columns):
        units = [unit_of(units) for units, _ in rows]
        same = len(set(units)) == 1
        heads.append(f"{title} [{units[0]}]" if same and units[0] else title)
        for row, unit, (_, texts) in zip(cells, units, rows, strict=True):
            row.append(texts[i] if same else f"{texts[i]} {unit}")
    return heads, cells
