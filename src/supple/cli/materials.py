"""`supple materials`: what is known of a material or of a pair, and from where."""

import typer

SCALE = {"E": (1e9, "GPa"), "nu": (1.0, "-"), "density": (1.0, "kg/m^3")}
SCALE |= {"yield_strength": (1e6, "MPa"), "hardness": (1e6, "MPa")}


def materials(
    name: str = typer.Argument(None, help="A material: steel, 'cast iron', cork, ..."),
    other: str = typer.Argument(None, help="A second one: what is known of the pair."),
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
):
    """List the materials, or tell what is known of one of them or of a pair: numbers, ranges, sources, and what is not."""
    from .output import print_json

    if name is None:
        data, show = _all(), _show_all
    elif other is None:
        data, show = _one(name), _show_one
    else:
        data, show = _pair(name, other), _show_pair
    (print_json if json else show)(data)


# --- the data: plain dicts, as --json prints them -----------------------------------------------------------------------
def _all():
    from ..materials import find_material, material_names

    found = [find_material(name) for name in material_names()]
    return {"materials": [_facts(material) for material in found], "sources": _sources(found)}


def _one(name):
    from ..materials import friction_pairs, restitution_points

    material = _subject(name)
    friction, points = friction_pairs(name), restitution_points(name)
    lists = {"friction": _plain(friction), "restitution": _plain(points)}
    unknown = [f"{what} of {name!r} is not in the table" for what, rows in lists.items() if not rows]
    if material.note == "" and material.E is None:
        unknown.insert(0, f"elastic constants of {name!r} are not in the table")
    return {
        "material": _facts(material), **lists, "not_known": unknown,
        "sources": _sources((material, *friction, *points)),
    }  # fmt: skip


def _pair(name, other):
    from ..materials import contact_modulus, contact_modulus_range, find_friction, find_restitution

    a, b = _subject(name), _subject(other)
    unknown = []

    def ask(function, x, y):
        try:
            return function(x, y)
        except ValueError as error:
            unknown.append(str(error))

    modulus = ask(contact_modulus, a, b)
    friction = ask(find_friction, name, other) or ()
    points = ask(find_restitution, name, other) or ()
    return {
        "pair": [name, other],
        "materials": [_facts(a), _facts(b)],
        "contact_modulus": modulus,
        "contact_modulus_range": None if modulus is None else list(contact_modulus_range(a, b)),
        "friction": _plain(friction),
        "restitution": _plain(points),
        "not_known": unknown,
        "sources": _sources((a, b, *friction, *points)),
    }


def _subject(name):
    """The material; for a word that only pairs are listed under ("ice") one without numbers."""
    from ..materials import Material, find_material
    from ..materials.kinds import find_kind
    from ..materials.pairs import kind_of

    kind_of(name)  # its sentence suggests words of pairs too
    try:
        return find_material(name)
    except ValueError:
        return Material(name=find_kind(name), kind=find_kind(name))


def _plain(rows):
    from dataclasses import asdict

    plain = [asdict(row) for row in rows]
    for row in plain:
        row["ranges"] = {field: [low, high] for field, low, high in row["ranges"]}
    return plain


def _facts(material):
    facts = _plain([material])[0]
    return facts | {"aliases": list(facts["aliases"])}


def _sources(rows):
    from ..materials import source_texts

    return dict(sorted(source_texts("; ".join(dict.fromkeys(row.source for row in rows))).items()))


# --- for people ---------------------------------------------------------------------------------------------------------
def _console():
    import sys

    from rich.console import Console

    from .output import WIDTH

    return Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)


def _table(*columns):
    """A table without frame; a column with `<` before its name is text, the others are numbers."""
    from rich.box import SIMPLE
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=SIMPLE, show_edge=False, padding=(0, 1, 0, 0))
    for i, column in enumerate(columns):
        text = column.startswith("<")
        table.add_column(escape(column.lstrip("<")), justify="left" if text else "right", no_wrap=i > 0)
    return table


def _grid(rows):
    from rich.markup import escape
    from rich.table import Table

    grid = Table.grid(padding=(0, 2))
    for name, text in rows:
        grid.add_row(f"  [dim]{escape(name)}[/dim]", escape(text))
    return grid


def _digits(value):
    return f"{value:.0f}" if value >= 1e3 else f"{value:.4g}"


def _middle(row, field, scale=1.0):
    """The value, with ~ before the midpoint of a range; a dash where it is not known."""
    value = row[field]
    return "-" if value is None else ("~" if field in row["ranges"] else "") + _digits(value / scale)


def _spread(row, field, scale=1.0):
    """The range where the source gives one, else the value."""
    low_high = row["ranges"].get(field)
    return "-".join(_digits(end / scale) for end in low_high) if low_high else _middle(row, field, scale)


def _show_all(data):
    from rich.markup import escape

    table = _table("<material", "E GPa", "nu", "kg/m^3", "yield MPa", "<source")
    for row in data["materials"]:
        star = "" if row["strength_kind"].startswith("yield") else "*"
        table.add_row(
            escape(row["name"]), _middle(row, "E", 1e9), _middle(row, "nu"), _middle(row, "density"),
            _middle(row, "yield_strength", 1e6) + star, escape(row["source"].replace(";", "")),
        )  # fmt: skip
    console = _console()
    console.print(table)
    short = sorted({alias for row in data["materials"] for alias in row["aliases"]}, key=str.lower)
    signs = "- not known here, ~ midpoint of a range, * a strength but not a yield strength"
    more = "supple materials steel; supple materials steel 'cast iron'"
    console.print(_grid([("", ""), ("signs", signs), ("short names", ", ".join(short)), ("more", more)]))


def _show_one(data):
    from rich.markup import escape

    row, console = data["material"], _console()
    console.print(f"[bold]{escape(row['name'])}[/bold]")
    facts = [*_properties(row), *(("note", text) for text in row["note"].split("; ") if text)]
    if facts:
        console.print(_grid(facts))
    _show_lists(console, data, _restitution_table)


def _properties(row):
    if row["aliases"]:
        yield "also called", ", ".join(row["aliases"])
    for field, (scale, unit) in SCALE.items():
        if row[field] is not None:
            label = f"{row['strength_kind']} strength" if field == "yield_strength" else field.replace("_", " ")
            spread = f"  ({_spread(row, field, scale)})" if field in row["ranges"] else ""
            yield label, f"{_digits(row[field] / scale)} {unit}".rstrip(" -") + spread


def _show_pair(data):
    from rich.markup import escape

    console = _console()
    console.print(f"[bold]{escape(' on '.join(data['pair']))}[/bold]")
    rows = {m["name"]: f"E {_spread(m, 'E', 1e9)} GPa, nu {_spread(m, 'nu')}" for m in data["materials"] if m["E"]}
    modulus = data["contact_modulus"]
    if modulus is not None:
        low, high = (_digits(end / 1e9) for end in data["contact_modulus_range"])
        rows["E*"] = f"{_digits(modulus / 1e9)} GPa" + ("" if low == high else f"  ({low}-{high})")
        rows["Hertz"] = f"k = 4/3 E* sqrt(R) = {4.0 / 3.0 * modulus:.4g} sqrt(R) N/m^(3/2), R [m]"
    if rows:
        console.print(_grid(rows.items()))
    _show_lists(console, data, _point_table)


def _show_lists(console, data, restitution_table):
    """Friction, restitution, what is not known, sources; remarks are numbered through."""
    remarks = {}
    for title, table in (("friction", _friction_table), ("restitution", restitution_table)):
        if data[title]:
            console.print(f"\n[bold]{title}[/bold]")
            console.print(table(data[title], remarks))
    if remarks:
        console.print(_grid([("", ""), *((str(i), text) for text, i in remarks.items())]))
    for title, rows in (
        ("not known", [("", text) for text in data["not_known"]]),
        ("sources", data["sources"].items()),
    ):
        if rows:
            console.print(f"\n[bold]{title}[/bold]")
            console.print(_grid(rows))


def _remark(remarks, *texts):
    """The number of a remark, new or made before; nothing for an empty one."""
    text = "; ".join(filter(None, texts))
    return str(remarks.setdefault(text, len(remarks) + 1)) if text else ""


def _friction_table(rows, remarks):
    from rich.markup import escape

    table = _table("<pair", "<condition", "static", "kinetic", "<source", "see")
    for row in rows:
        cells = row["condition"] or "not said", _spread(row, "static"), _spread(row, "kinetic"), row["source"]
        table.add_row(*map(escape, (f"{row['a']} on {row['b']}", *cells, _remark(remarks, row["note"]))))
    return table


def _restitution_table(rows, remarks):
    """One line per pair, kind and source: the spans of speed and e."""
    from rich.markup import escape

    groups = {}
    for row in rows:
        groups.setdefault((f"{row['a']} on {row['b']}", row["kind"], row["source"]), []).append(row)
    table = _table("<pair", "<kind", "n", "v [m/s]", "e", "<source")
    for (pair, kind, source), group in groups.items():
        table.add_row(*map(escape, (pair, kind, str(len(group)), _span(group, "speed"), _span(group, "e"), source)))
    return table


def _span(rows, field):
    values = [row[field] for row in rows if row[field] is not None]
    if not values:
        return "not said"
    low, high = _digits(min(values)), _digits(max(values))
    return low if low == high else f"{low}-{high}"


def _point_table(rows, remarks):
    """All points, by speed."""
    from rich.markup import escape

    table = _table("<pair", "v [m/s]", "e", "sd", "n", "<source", "see")
    for row in sorted(rows, key=lambda row: (row["a"], row["b"], row["speed"] or 0.0)):
        cells = (
            f"{row['a']} on {row['b']}", "not said" if row["speed"] is None else _spread(row, "speed"),
            _digits(row["e"]), _middle(row, "sd"), _middle(row, "n"), row["source"],
        )  # fmt: skip
        table.add_row(*map(escape, (*cells, _remark(remarks, f"{row['kind']}: {row['method']}", row["note"]))))
    return table
