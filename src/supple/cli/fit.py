"""`supple fit`: contact laws fitted to measured impacts, or parameters of a scene to measured data.

What is fitted follows from the first file: a scene (its name ends with .toml), then its data (`fit_scene.py`), or else one
file with measured impacts, and laws (here).
"""

from pathlib import Path

import typer

from .arguments import number, whole

OF_LAWS = ("mass", "laws", "k", "speed", "drop_height", "gravity", "free", "loss")
OF_SCENES = ("parameter", "noise", "set", "starts", "refine", "seed", "level", "intervals", "workers", "allow_code")
SCENE = ".toml"  # ending of the name of a scene file


def fit(
    files: list[Path] = typer.Argument(
        metavar="[SCENE] DATA...",
        help="SCENE (a file .toml), then CSV files whose columns name what a run of it has, such as time,ball.z; or one "
        "CSV file with the columns speed,e[,sd] or t,force or bounce_time or height, to which laws are fitted.",
    ),
    mass: float = typer.Option(
        None, parser=number, metavar="NUMBER", help="Laws: mass that the contact felt [kg]; must be given."
    ),
    laws: str = typer.Option(
        None, help='Laws by commas; "PowerLaw n=1.5" keeps n. The usual ones with a damper if not given.'
    ),
    k: float = typer.Option(
        None,
        parser=number,
        metavar="NUMBER",
        help="Laws: stiffness [N/m^n], kept for restitution, where the search begins for a force record.",
    ),
    speed: float = typer.Option(
        None, parser=number, metavar="NUMBER", help="Laws: speed of the impact of a force record [m/s]."
    ),
    drop_height: float = typer.Option(
        None, parser=number, metavar="NUMBER", help="Laws: height of the drop before the first bounce [m]."
    ),
    gravity: float = typer.Option(
        None, parser=number, metavar="NUMBER", help="Laws: gravity between the bounces [m/s^2], default 9.80665."
    ),
    free: str = typer.Option(None, help="Laws: further parameters to fit, by commas, such as n."),
    loss: str = typer.Option(None, help="Laws: linear (default); against outliers soft_l1, huber or cauchy."),
    parameter: list[str] = typer.Option(
        None,
        "--parameter",
        "-p",
        metavar="NAME[=LOW:HIGH[:SCALE]]",
        help="Scene: a parameter to fit, or the path of any number, with its bounds and log or linear; may be repeated.",
    ),
    noise: list[str] = typer.Option(
        None,
        metavar="COLUMN=SD",
        help="Scene: standard deviation of a column, in SI units; else NAME.sd of the data or the residuals tell it.",
    ),
    settings: list[str] = typer.Option(
        None, "--set", metavar="NAME=VALUE", help="Scene: set a value for all runs, or where the search begins."
    ),
    starts: int = typer.Option(
        None, parser=whole, metavar="NUMBER", help="Scene: starts between the bounds besides the given one, default 8."
    ),
    refine: int = typer.Option(
        None, parser=whole, metavar="NUMBER", help="Scene: how many of all starts are refined, default 3."
    ),
    seed: int = typer.Option(None, parser=whole, metavar="NUMBER", help="Scene: of the starts, default 0."),
    level: float = typer.Option(None, parser=number, metavar="NUMBER", help="Scene: of the intervals, default 0.95."),
    intervals: str = typer.Option(
        None, metavar="KIND", help="Scene: profile (of the cost, the default) or linear (without further runs)."
    ),
    workers: int = typer.Option(None, parser=whole, metavar="NUMBER", help="Scene: threads, default 1."),
    allow_code: bool = typer.Option(
        None, "--allow-code", help="Scene: let the file name Python functions, which are imported and called."
    ),
    out: Path = typer.Option(None, help="Directory for fit.png; of a scene for NAME-fit.png and NAME-fit.toml."),
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
):
    """Fit parameters of a scene to measured data; or contact laws to impacts, and say which law the data prefer."""
    from .output import check_directory

    of_laws = dict(zip(OF_LAWS, (mass, laws, k, speed, drop_height, gravity, free, loss), strict=True))
    of_scenes = dict(
        zip(
            OF_SCENES,
            (parameter, noise, settings, starts, refine, seed, level, intervals, workers, allow_code),
            strict=True,
        )
    )
    if out is not None:
        check_directory(out)
    if files[0].suffix == SCENE:
        _refuse(of_laws, f"laws are fitted to a file of impacts, got the scene {str(files[0])!r}")
        from .fit_scene import fit_scene_and_tell

        return fit_scene_and_tell(files[0], files[1:], _given(of_scenes), out, json)
    _refuse(of_scenes, f"a scene is fitted if the first file ends with {SCENE}, got {str(files[0])!r}")
    if len(files) > 1:
        raise ValueError(f"laws are fitted to one file, got {len(files)}; a scene must come first and end with {SCENE}")
    if mass is None:
        raise ValueError("--mass must be given [kg] to fit laws, got none")
    return fit_laws_and_tell(files[0], _given(of_laws), out, json)


def _given(options):
    return {name: value for name, value in options.items() if value not in (None, [])}


def _refuse(options, sentence):
    """Options of the other kind of fit are no options of this one."""
    for name in _given(options):
        raise ValueError(f"--{name.replace('_', '-')} must be left out: {sentence}")


def fit_laws_and_tell(data, asked, out, json):
    """Fit contact laws to one file."""
    from ..impacts import fit as fit_laws
    from ..impacts import read_measured
    from ..impacts.fit import LAWS
    from ..show.plots import write_figure
    from ..show.restitution import plot_fit_page
    from .output import output_directory, print_json

    mass, names = asked.pop("mass"), asked.pop("laws", None)
    bounces = {name: asked.pop(name) for name in ("drop_height", "gravity") if name in asked}
    measured = read_measured(data, **bounces)
    asked["free"] = words_of(asked.get("free", ""))
    found = fit_laws(measured, LAWS if names is None else words_of(names), mass=mass, **asked)
    files = {}
    if out is not None:  # only now: a fit that failed leaves nothing behind
        files["picture"] = str(write_figure(plot_fit_page(found), output_directory(out) / "fit.png"))
    result = summary(found, mass, files)
    print_json(result) if json else print_fit(result)


def words_of(text):
    """Words separated by commas."""
    return tuple(filter(None, (word.strip() for word in text.split(","))))


def summary(found, mass, files):
    """What came out, as plain data."""
    return {
        "data": found.data.source,
        "kind": found.data.kind,
        "points": len(found.data.x),
        "mass": mass,
        "loss": found.loss,
        "sentence": found.sentence(),
        "laws": [
            {
                "law": one.name,
                "parameters": {
                    name: {"value": value, "low": low, "high": high}
                    for name, value, low, high in zip(one.names, one.values, one.low, one.high, strict=True)
                },
                "label": one.label,
                "sigma": one.sigma,
                "aic": one.aic,
                "aicc": one.aicc,
                "bic": one.bic,
                "relative_likelihood": found.relative_likelihood(one),
                "notes": list(one.notes),
            }
            for one in found.laws
        ],
        "files": files,
    }


def print_fit(data):
    """The summary for people."""
    import sys

    from rich.box import SIMPLE
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from .output import WIDTH

    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
    console.print(
        f"[bold]{escape(data['data'])}[/bold]: {data['points']} points of {data['kind']}, loss {data['loss']}"
    )
    table = Table(box=SIMPLE)
    for name in ("law", "parameter", "value", "95 % from", "to", "sigma", "AICc", "relative likelihood"):
        table.add_column(name, justify="left" if name in ("law", "parameter") else "right", no_wrap=True)
    for law in data["laws"]:
        head = (law["law"], f"{law['sigma']:.3g}", f"{law['aicc']:.1f}", f"{law['relative_likelihood']:.2g}")
        for name, p in law["parameters"].items():
            numbers = (f"{p['value']:.5g}", f"{p['low']:.4g}", f"{p['high']:.4g}")
            table.add_row(head[0], name, *numbers, *head[1:])
            head = ("", "", "", "")
    console.print(table)
    console.print(f"  {escape(data['sentence'])}", soft_wrap=True)
    for name, path in data["files"].items():
        console.print(f"  [dim]{name:10}[/dim]  {escape(path)}", soft_wrap=True)
