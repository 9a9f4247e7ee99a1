"""`supple show`: a picture of a sweep."""

from pathlib import Path

import typer


def show(
    result: Path = typer.Argument(help="Result of a sweep (the directory), finished or not."),
    out: Path = typer.Option(None, help="The picture (png, pdf, svg); by default the name of the result with .png."),
    output: list[str] = typer.Option([], metavar="NAME", help="Draw this output; may be repeated. By default all."),
    kind: str = typer.Option(
        None, help="map, curve, scatter (over parameters) or band (over time); by default as the design suggests."
    ),
    unit: list[str] = typer.Option([], metavar="NAME=UNIT", help="The unit of a parameter; may be repeated."),
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
):
    """Draw the outputs of a sweep: maps, curves, scatter over parameters, bands over time; failed members are marked."""
    from ..ensembles import open_ensemble
    from ..show import plot_ensemble, write_figure
    from .output import print_json

    units = dict(map(_unit, unit))
    found = open_ensemble(result)
    out = result.with_suffix(".png") if out is None else out
    write_figure(plot_ensemble(found, tuple(output), kind=kind, units=units), out)
    summary = {
        "members": found.members,
        "done": found.done,
        "failed": found.failed,
        "files": {"picture": str(out)},
    }
    if json:
        print_json(summary)
    else:
        print(f"{result}: {found.members} members, {found.done} done, {found.failed} failed")
        print(f"  picture     {out}")
    return 0


def _unit(text):
    name, equals, unit = text.partition("=")
    if not (name and equals and unit):
        raise ValueError(f"a unit must be given as NAME=UNIT, got {text!r}")
    return name, unit
