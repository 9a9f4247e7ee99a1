"""`supple demo`: the main job on an embedded scene."""

from pathlib import Path

import typer


def demo(
    out: Path = typer.Option(Path("supple-demo"), help="Directory for the result, the picture and the report."),
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
):
    """Drop a spinning steel ball and a rubber box on cast iron; print what happened, write result, picture, report."""
    from .output import output_directory
    from .work import simulate_and_tell

    directory = output_directory(out)
    from ..scene.files import Setup

    return simulate_and_tell(Setup(scene(), {"end": 2.0}, {}), directory, "demo", json)


def scene():
    """A steel ball with backspin that bounces, slides and rolls, and a rubber box that lands on its corners."""
    import supple as sp

    scene = sp.Scene(gravity=(0.0, 0.0, -9.81), name="steel ball and rubber box on cast iron")
    scene.ground(material="cast iron")
    scene.body(
        "ball",
        mass=0.066,
        joint=sp.Free(position=(-0.3, 0.0, 0.5), velocity=(0.5, 0.0, 0.0), angular_velocity=(0.0, -60.0, 0.0)),
        surfaces=[sp.Sphere(0.0127, material="steel")],
    )
    scene.body(
        "box",
        mass=0.5,
        joint=sp.Free(position=(0.3, 0.0, 0.35), attitude=(0.85, 0.35, 0.25, 0.1), angular_velocity=(1.0, 2.0, 0.5)),
        surfaces=[sp.Box((0.12, 0.09, 0.06), material="rubber")],
    )
    scene.contact(
        "steel",
        "cast iron",
        normal=sp.AzadFeatherstone.from_restitution(e=0.70, speed=2.0, mass=0.066, k=1.1e10),
        friction=sp.StickSlip(mu=0.3, kt=1e7, bt=100.0),
    )
    scene.contact(
        "rubber",
        "cast iron",
        normal=sp.AzadFeatherstone.from_restitution(e=0.5, speed=1.0, mass=0.2, k=5e5),
        friction=sp.StickSlip(mu=0.6, kt=1e5, bt=50.0),
    )
    scene.no_contact("steel", "rubber")  # the two land apart
    return scene
