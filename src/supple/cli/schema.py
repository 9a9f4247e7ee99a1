"""`supple schema`: the JSON schema of scene files, for editors."""


def schema():
    """Print the JSON schema of scene files: editors complete and check with it (see docs/scene-files.md)."""
    from ..scene.schema import schema as scene_schema
    from .output import print_json

    print_json(scene_schema())
