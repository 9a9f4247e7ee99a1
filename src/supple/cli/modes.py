"""`supple modes`: rest position, frequencies and damping ratios of a scene file."""

from pathlib import Path

import typer

from .arguments import whole


def modes(
    scene: Path = typer.Argument(..., help="Scene file (TOML)."),
    settings: list[str] = typer.Option(
        [], "--set", metavar="NAME=VALUE", help="Set a parameter, or any value by its path; may be repeated."
    ),
    held: list[str] = typer.Option([], metavar="NAME", help="A coordinate that does not move; may be repeated."),
    start: bool = typer.Option(False, "--at-start", help="At the start of the scene instead of at rest."),
    settle: bool = typer.Option(False, "--settle", help="Let the scene come to rest: a stable rest position."),
    undamped: bool = typer.Option(False, "--undamped", help="Masses and springs alone."),
    mode: int = typer.Option(
        None, parser=whole, metavar="NUMBER", help="Write a page with the animation of this mode."
    ),
    out: Path = typer.Option(None, help="The page; by default SCENE-mode-NUMBER.html."),
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
):
    """Small motions of a scene around a rest position near its start: frequencies, damping ratios, shapes."""
    from .. import equilibrium
    from .. import modes as modes_of
    from ..model.build import assemble
    from ..show import write_mode
    from .output import print_files, print_json
    from .work import read

    model = assemble(read(scene, settings, {}).scene)
    rest = None if start else equilibrium(model, held=held, settle=settle)
    found = modes_of(model, rest, held=held if start else (), damped=not undamped)
    files = {}
    if mode is not None:
        files["page"] = str(write_mode(found, mode, out or Path(f"{scene.stem}-mode-{mode}.html")))
    if json:
        print_json(_data(found, rest, files))
    else:
        if rest is not None:
            print(rest)
        print(found)
        print_files(files, [])


def _data(found, rest, files):
    """Plain data."""
    return {
        "scene": found.model.scene.name,
        "residual": None if rest is None else rest.residual,
        "position": dict(
            zip(found.model.layout.names, found.instant.y[: found.model.layout.n_q].tolist(), strict=False)
        ),
        "contacts": [] if rest is None else list(rest.contacts),
        "modes": [
            {
                "kind": mode.kind,
                "frequency": mode.frequency,
                "damping_ratio": mode.damping_ratio,
                "eigenvalue": [mode.eigenvalue.real, mode.eigenvalue.imag],
                "shape": {name: [value.real, value.imag] for name, value in found.shape(k).items()},
            }
            for k, mode in enumerate(found)
        ],
        "files": files,
    }
