"""`supple run`: simulate a scene file."""

from pathlib import Path

import typer

from .arguments import number, whole


def _methods(beginning: str):
    from ..integrate.methods import method_names

    return [name for name in method_names() if name.startswith(beginning)]


def run(
    scene: Path = typer.Argument(..., help="Scene file (TOML)."),
    out: Path = typer.Option(Path("."), help="Directory for the result NAME.nc, the picture and the report."),
    settings: list[str] = typer.Option(
        [], "--set", metavar="NAME=VALUE", help="Set a parameter, or any value by its path; may be repeated."
    ),
    end: float = typer.Option(None, parser=number, metavar="NUMBER", help="End time [s]."),
    method: str = typer.Option(None, autocompletion=_methods, help="auto, ode45, ode23s, ..."),
    rtol: float = typer.Option(None, parser=number, metavar="NUMBER", help="Relative tolerance [-]."),
    atol: float = typer.Option(
        None,
        parser=number,
        metavar="NUMBER",
        help="Absolute tolerance [unit of the coordinate]; gives the classical control of each.",
    ),
    max_step: float = typer.Option(None, parser=number, metavar="NUMBER", help="Longest step [s]."),
    sample: float = typer.Option(
        None, parser=number, metavar="NUMBER", help="Sampling period of a controller [s]: steps end there."
    ),
    max_steps: int = typer.Option(None, parser=whole, metavar="NUMBER", help="Give up after so many steps."),
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
):
    """Simulate a scene file; print what happened, write a result, a picture and a report."""
    from .output import output_directory
    from .work import read, simulate_and_tell

    asked = {"end": end, "method": method, "rtol": rtol, "atol": atol, "max_step": max_step, "sample": sample,
             "max_steps": max_steps}  # fmt: skip
    setup = read(scene, settings, asked)
    if "end" not in setup.run:
        raise ValueError(f"end must be given [s]: under [run] in {str(scene)!r} or as --end, got none")
    return simulate_and_tell(setup, output_directory(out), scene.stem, json)
