"""`supple restitution`: what laws make of an impact over its speed, and the damping that a restitution asks for."""

from pathlib import Path

import typer

from .arguments import number

FINE = 200  # speeds of a curve in the picture
ROWS = 8  # speeds of a law that are printed; files have all


def restitution(
    laws: list[str] = typer.Argument(help='Laws, each as one word: "AzadFeatherstone k=1e10 lam=1e5".'),
    mass: float = typer.Option(..., parser=number, metavar="NUMBER", help="Mass that the contact feels [kg]."),
    speeds: str = typer.Option("0.01:10:50", help="LOW:HIGH:COUNT (evenly in the logarithm) or V,V,... [m/s]."),
    gravity: float = typer.Option(
        0.0, parser=number, metavar="NUMBER", help="Gravity towards the surface during the contact [m/s^2]."
    ),
    from_restitution: list[str] = typer.Option(
        [], metavar="E@V", help="Design the damping for restitution E at V m/s; repeat it for several points."
    ),
    drop: list[str] = typer.Option(
        [], metavar="H:R", help="The same from a drop: height H and rebound R [m]; repeat it for several."
    ),
    rtol: float = typer.Option(1e-8, parser=number, metavar="NUMBER", help="Relative tolerance [-]."),
    out: Path = typer.Option(None, help="Directory for restitution.png and one CSV file per law."),
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
):
    """Restitution, duration, peak force and depth of a normal impact over its speed, for one or more laws."""
    from ..impacts import restitution_curve
    from .output import output_directory, print_json

    directory = None if out is None else output_directory(out)
    points = [point_of(text) for text in from_restitution] + [drop_of(text) for text in drop]
    made = [law_of(text, mass, points) for text in laws]
    every = speeds_of(speeds)
    curves = [restitution_curve(law, every, mass, gravity=gravity, rtol=rtol) for law in made]
    files = {} if directory is None else write(made, curves, points, gravity, directory)
    data = summary(made, curves, points, gravity, rtol, files)
    print_json(data) if json else print_tables(data)


def law_of(text, mass, points):
    """A law from its text; with points its damping is designed."""
    from ..impacts import design_damping, law_class, law_from_text
    from ..impacts.design import stiffness_name
    from ..impacts.names import damping_name, values_from_text

    if not points:
        return law_from_text(text)
    name, *words = text.replace(",", " ").split() or [""]
    cls = law_class(name)
    values = values_from_text(words, cls)
    stiff, damping = stiffness_name(cls), damping_name(cls)
    if stiff not in values:
        raise ValueError(f"{name} must be given {stiff} to design its damping, got {text!r}")
    if damping in values:
        raise ValueError(f"{name} must not be given {damping} if its damping is to be designed, got {text!r}")
    k = values.pop(stiff)
    return design_damping(cls, k=k, mass=mass, points=points, others=values).law


def numbers(text, sign, count, option):
    """Numbers of an option, separated by a sign."""
    words = text.split(sign)
    try:
        found = [float(word) for word in words]
    except ValueError:
        found = []
    if len(found) != count:
        raise ValueError(f"{option} must be {count} numbers separated by {sign!r}, got {text!r}")
    return found


def point_of(text):
    """(speed, e) from E@V."""
    e, speed = numbers(text, "@", 2, "--from-restitution")
    return speed, e


def drop_of(text):
    """(speed, e) from H:R."""
    from ..impacts import from_drop_height

    return from_drop_height(*numbers(text, ":", 2, "--drop"))


def speeds_of(text):
    """Speeds from LOW:HIGH:COUNT or from a list."""
    import numpy as np

    from .._check import positive

    if ":" not in text:
        return numbers(text, ",", text.count(",") + 1, "--speeds")
    low, high, count = numbers(text, ":", 3, "--speeds")
    if count < 2.0 or count != int(count) or count > 1e6:
        raise ValueError(f"the count of --speeds must be a whole number between 2 and 1000000, got {count:g}")
    return np.geomspace(
        positive("the lowest speed", low, "m/s"), positive("the highest speed", high, "m/s"), int(count)
    )


def write(laws, curves, points, gravity, directory):
    """Files of the curves and a picture with smooth ones; returns their paths by name."""
    import numpy as np

    from ..impacts import restitution_curve
    from ..show.plots import write_figure
    from ..show.restitution import plot_restitution_page

    v, mass = curves[0].speed, curves[0].mass
    fine = np.geomspace(v.min(), v.max(), FINE) if v.max() > v.min() else v
    smooth = [restitution_curve(law, fine, mass, gravity=gravity, rtol=1e-6) for law in laws]
    given = tuple(np.array(points).T) if points else None
    figure = plot_restitution_page(smooth, measured=given, title=f"Impacts of {mass:g} kg")
    files = {"picture": write_figure(figure, directory / "restitution.png")}
    for i, curve in enumerate(curves):
        name = curve.law.split()[0]
        files[f"law {i + 1}"] = curve.to_csv(directory / f"{i + 1}-{name}.csv")
    return {name: str(path) for name, path in files.items()}


def summary(laws, curves, points, gravity, rtol, files):
    """What came out, as plain data."""
    from ..impacts.curves import COLUMNS
    from ..impacts.names import parameters

    return {
        "mass": curves[0].mass,
        "gravity": gravity,
        "rtol": rtol,
        "designed_for": [{"speed": speed, "restitution": e} for speed, e in points],
        "laws": [
            {
                "law": type(law).__name__,
                "parameters": {name: getattr(law, name) for name in parameters(type(law))},
                **{name: getattr(curve, name).tolist() for name in COLUMNS},
            }
            for law, curve in zip(laws, curves, strict=True)
        ],
        "files": files,
    }


def print_tables(data):
    """The summary for people: one table per law."""
    import sys

    from rich.console import Console
    from rich.markup import escape

    from .output import WIDTH

    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
    gravity = f", gravity {data['gravity']:g} m/s^2" if data["gravity"] else ""
    console.print(f"[bold]impacts of {data['mass']:g} kg[/bold]{gravity}, rtol {data['rtol']:g}")
    for point in data["designed_for"]:
        console.print(f"  damping designed for e = {point['restitution']:.4g} at {point['speed']:.4g} m/s")
    for law in data["laws"]:
        console.print(_table(law))
    for name, path in data["files"].items():
        console.print(f"  [dim]{name:10}[/dim]  {escape(path)}", soft_wrap=True)


def _short(value):
    return value if isinstance(value, str) else f"{value:.6g}"


def _table(law):
    import numpy as np
    from rich.box import SIMPLE
    from rich.markup import escape
    from rich.table import Table

    n = len(law["speed"])
    text = " ".join([law["law"], *(f"{name}={_short(value)}" for name, value in law["parameters"].items())])
    shown = np.unique(np.round(np.linspace(0, n - 1, min(ROWS, n))).astype(int))
    title = escape(text) + (f" [dim]({len(shown)} of {n} speeds)[/dim]" if len(shown) < n else "")
    table = Table(box=SIMPLE, title=f"  {title}", title_justify="left")
    for name in ("v [m/s]", "e [-]", "duration [ms]", "peak [N]", "depth [mm]", "lost [J]"):
        table.add_column(escape(name), justify="right", no_wrap=True)
    for i in shown:
        duration = law["duration"][i]
        table.add_row(
            f"{law['speed'][i]:.4g}", f"{law['restitution'][i]:.5f}",
            "stays" if duration == float("inf") else f"{duration * 1e3:.4g}", f"{law['peak_force'][i]:.4g}",
            f"{law['max_indentation'][i] * 1e3:.4g}", f"{law['energy_lost'][i] + law['energy_left'][i]:.4g}",
        )  # fmt: skip
    return table
