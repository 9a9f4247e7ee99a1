"""`supple export`: the bodies and joints of a scene as URDF."""

from pathlib import Path

import typer


def export(
    scene: Path = typer.Argument(help="Scene file (TOML)."),
    out: Path = typer.Option(None, help="URDF file; by default the name of the scene file with .urdf."),
    settings: list[str] = typer.Option(
        [], "--set", metavar="NAME=VALUE", help="Set a parameter, or any value by its path; may be repeated."
    ),
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
):
    """Write the bodies and joints of a scene as URDF; tell by name what URDF cannot say."""
    import warnings

    from .. import parse_setting, read_scene, write_urdf
    from .._files import ReplacedWarning
    from .output import print_json

    out = scene.with_suffix(".urdf") if out is None else out
    setup = read_scene(scene, dict(map(parse_setting, settings)))
    replaced = out.exists()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ReplacedWarning)  # the summary says so
        notes = write_urdf(setup.scene, out)
    if json:
        print_json({
            "scene": str(scene), "notes": [note.as_dict() for note in notes], "files": {"robot": str(out)},
            "replaced": ["robot"] if replaced else [],
        })  # fmt: skip
        return 0
    for note in notes:
        typer.echo(f"  {note}")
    typer.echo(f"robot: {out}{' (replaced)' if replaced else ''}")
    return 0
