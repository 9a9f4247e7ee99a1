"""`supple import`: a robot file becomes a scene file."""

from pathlib import Path

import typer


def import_(
    robot: Path = typer.Argument(help="Robot file: .urdf, .xml (URDF or MJCF) or .csv (Denavit and Hartenberg)."),
    out: Path = typer.Option(None, help="Scene file (TOML); by default the name of the robot file with .toml."),
    free: bool = typer.Option(False, "--free", help="Let the first link of a URDF robot move freely."),
    at: list[float] = typer.Option(
        [], metavar="METRES", help="Height z of the first link of a URDF robot at the start, or x, y, z one by one."
    ),
    ground: bool = typer.Option(False, "--ground", help="Add the plane z = 0 and a contact with it."),
    key: str = typer.Option(None, help="Keyframe of an MJCF file to start from."),
    convention: str = typer.Option("standard", help="Of a table: standard (Paul) or modified (Craig)."),
    angles: str = typer.Option("rad", help="Unit of the angles of a table: rad or deg."),
    package: list[Path] = typer.Option(
        [], metavar="DIRECTORY", help="Where package:// is looked for, and files may be; may be repeated."
    ),
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
):
    """Turn a robot file into a scene file; tell by name what was ignored, approximated or assumed."""
    import warnings

    from .. import read
    from .._files import ReplacedWarning
    from ..model.build import assemble
    from .output import print_json

    if len(at) not in (0, 1, 3):
        raise ValueError(f"--at must be given once (z) or three times (x, y, z) [m], got {len(at)} numbers")
    out = robot.with_suffix(".toml") if out is None else out
    imported = read(robot, base="free" if free else "fixed", at=[0.0] * (3 - len(at)) + list(at), ground=ground,
                    key=key, convention=convention, angles=angles, packages=package)  # fmt: skip
    model = assemble(imported.scene)
    replaced = out.exists()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ReplacedWarning)  # the summary says so
        imported.write(out)
    summary = {
        "robot": str(robot),
        "format": imported.format,
        "bodies": len(imported.scene.bodies),
        "degrees_of_freedom": model.layout.n_v,
        "mass": sum(body.mass for body in imported.scene.bodies.values()),
        "joints": imported.joints,
        "notes": [note.as_dict() for note in imported.notes],
        "warnings": list(model.notes),
        "files": {"scene": str(out)},
        "replaced": ["scene"] if replaced else [],
    }
    print_json(summary) if json else _print(summary, imported.notes)
    return 0


def _print(summary, notes):
    """For people."""
    count = f"{summary['bodies']} bodies, {summary['degrees_of_freedom']} degrees of freedom, {summary['mass']:.6g} kg"
    typer.echo(f"{summary['format']} {summary['robot']}: {count}")
    for note in notes:
        typer.echo(f"  {note}")
    for warning in summary["warnings"]:
        typer.echo(f"  note: {warning}")
    typer.echo(f"scene: {summary['files']['scene']}{' (replaced)' if summary['replaced'] else ''}")
