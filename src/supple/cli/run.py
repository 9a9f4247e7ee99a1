"""`supple run`: simulate a scene file."""

from pathlib import Path

import typer

from .arguments import with_run_options


@with_run_options
def run(
    asked: dict,
    scene: Path = typer.Argument(..., help="Scene file (TOML)."),
    out: Path = typer.Option(Path("."), help="Directory for the result NAME.nc, the picture and the report."),
    settings: list[str] = typer.Option(
        [], "--set", metavar="NAME=VALUE", help="Set a parameter, or any value by its path; may be repeated."
    ),
    allow_code: bool = typer.Option(
        False, "--allow-code", help="Let the file name Python functions, which are imported and called."
    ),
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
):
    """Simulate a scene file; print what happened, write a result, a picture and a report."""
    from .output import output_directory
    from .work import read, simulate_and_tell

    setup = read(scene, settings, asked, allow_code)
    if "end" not in setup.run:
        raise ValueError(f"end must be given [s]: under [run] in {str(scene)!r} or as --end, got none")
    return simulate_and_tell(setup, output_directory(out), scene.stem, json)
