"""`supple linearise`: the linear model of a scene file around its rest position."""

from pathlib import Path

import typer


def linearise(
    scene: Path = typer.Argument(..., help="Scene file (TOML)."),
    settings: list[str] = typer.Option(
        [], "--set", metavar="NAME=VALUE", help="Set a parameter, or any value by its path; may be repeated."
    ),
    input: list[str] = typer.Option([], metavar="NAME", help='An input such as "torque on arm"; may be repeated.'),
    output: list[str] = typer.Option([], metavar="NAME", help='An output such as "arm.angle"; may be repeated.'),
    held: list[str] = typer.Option([], metavar="NAME", help="A coordinate that does not move; may be repeated."),
    start: bool = typer.Option(False, "--at-start", help="At the start of the scene instead of at rest."),
    settle: bool = typer.Option(False, "--settle", help="Let the scene come to rest: a stable rest position."),
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
):
    """Linear model x' = A x + B u, y = C x + D u around a rest position near the start, with names and units."""
    from .. import equilibrium
    from .. import linearise as linear_model
    from ..model.build import assemble
    from .output import print_json
    from .work import read

    model = assemble(read(scene, settings, {}).scene)
    rest = None if start else equilibrium(model, held=held, settle=settle)
    found = linear_model(model, rest, inputs=input, outputs=output, held=held if start else ())
    if not json:
        print(found)
        return
    matrices = zip("ABCD", found.matrices, strict=True)
    named = ("states", "inputs", "outputs", "state_units", "input_units", "output_units", "held", "notes")
    print_json(
        {"scene": found.scene, "time": found.time, "residual": None if rest is None else rest.residual}
        | {name: list(getattr(found, name)) for name in named}
        | {letter: matrix.tolist() for letter, matrix in matrices}
        | {"poles": [[pole.real, pole.imag] for pole in found.poles.tolist()]}
    )
