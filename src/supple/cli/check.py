"""`supple check`: validate a scene file without running it."""

from pathlib import Path

import typer


def check(
    scene: Path = typer.Argument(..., help="Scene file (TOML)."),
    settings: list[str] = typer.Option(
        [], "--set", metavar="NAME=VALUE", help="Set a parameter, or any value by its path; may be repeated."
    ),
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
):
    """Validate a scene file: read it, build the model, look at the start; tell what is in it and what is left out.

    What a killed run of it has left in this directory is named too.
    """
    from .._files import left_behind
    from .output import print_json
    from .work import read

    setup = read(scene, settings, {})
    data = _look(setup) | {"left_behind": left_behind(Path(f"{scene.stem}.nc"))}
    print_json(data) if json else _print(data, scene)


def laws_of(model, number):
    """Names of the laws of a contact or stop."""
    from ..tables import EL_RULE

    laws = model.rules[model.tables.el_i[number, EL_RULE]]
    return [type(law).__name__ for law in laws if law is not None]


def _look(setup):
    """What a run would start from, as plain data; raises what a run would refuse."""
    from ..model.build import assemble
    from ..model.start import start_of
    from ..options import Options

    model = assemble(setup.scene)
    touching = start_of(model)
    if "end" in setup.run:
        Options(**setup.run)
    return {
        "scene": setup.scene.name,
        "bodies": {name: type(body.joint).__name__ for name, body in setup.scene.bodies.items()},
        "degrees_of_freedom": model.layout.n_v,
        "contacts": {name: laws_of(model, number) for name, number in model.known.items()},
        "touching_at_the_start": touching,
        "forces": len(setup.scene.forces),
        "run": setup.run,
        "notes": list(model.notes),
    }


def _print(data, path):
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from .output import width

    console = Console(highlight=False, emoji=False, width=width())
    console.print(f"[bold]{escape(str(path))}[/bold] is a valid scene: {escape(data['scene'])}")
    run = ", ".join(f"{name} {value}" for name, value in data["run"].items())
    joints = ", ".join(f"{name} ({joint})" for name, joint in data["bodies"].items())
    contacts = ", ".join(f"{name} ({' + '.join(laws)})" for name, laws in data["contacts"].items())
    rows = {
        "bodies": joints or "none",
        "freedom": f"{data['degrees_of_freedom']} degrees",
        "contacts": contacts or "none",
        "at the start": f"{', '.join(data['touching_at_the_start'])} touching" if data["touching_at_the_start"] else "",
        "forces": str(data["forces"]) if data["forces"] else "",
        "run": run or "no end time given: say --end",
    }
    rows |= {f"note {i + 1}": note for i, note in enumerate(data["notes"])}
    rows |= {f"left {i + 1}": text for i, text in enumerate(data["left_behind"])}
    table = Table.grid(padding=(0, 2))
    for name, text in rows.items():
        if text:
            table.add_row(f"  [dim]{name}[/dim]", escape(text))
    console.print(table)
