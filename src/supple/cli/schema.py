"""`supple schema`: the JSON schema of scene files, or of specifications of sweeps, for editors."""

import typer


def schema(
    sweep: bool = typer.Option(False, "--sweep", help="Of specifications of `supple sweep` instead of scene files."),
):
    """Print the JSON schema of scene files: editors complete and check with it (see docs/scene-files.md)."""
    from .output import print_json

    if sweep:
        from ..ensembles.schema import schema as sweep_schema

        return print_json(sweep_schema())
    from ..scene.schema import schema as scene_schema

    print_json(scene_schema())
