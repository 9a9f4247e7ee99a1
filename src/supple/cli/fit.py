"""`supple fit`: contact laws fitted to measured impacts, and which of them the data prefer."""

from pathlib import Path

import typer

from .arguments import number


def fit(
    data: Path = typer.Argument(help="CSV file with the columns speed,e[,sd] or t,force or bounce_time or height."),
    mass: float = typer.Option(..., parser=number, metavar="NUMBER", help="Mass that the contact felt [kg]."),
    laws: str = typer.Option(
        None, help='By commas; "PowerLaw n=1.5" keeps n. The usual ones with a damper if not given.'
    ),
    k: float = typer.Option(
        None,
        parser=number,
        metavar="NUMBER",
        help="Stiffness [N/m^n]: kept for restitution, where the search begins for a force record.",
    ),
    speed: float = typer.Option(
        None, parser=number, metavar="NUMBER", help="Speed of the impact of a force record [m/s]."
    ),
    drop_height: float = typer.Option(
        None, parser=number, metavar="NUMBER", help="Height of the drop before the first bounce [m]."
    ),
    gravity: float = typer.Option(
        9.80665, parser=number, metavar="NUMBER", help="Gravity between the bounces [m/s^2]."
    ),
    free: str = typer.Option("", help="Further parameters to fit, by commas, such as n."),
    loss: str = typer.Option("linear", help="linear; against outliers soft_l1, huber or cauchy."),
    out: Path = typer.Option(None, help="Directory for fit.png."),
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
):
    """Fit contact laws to restitution, to the force of an impact or to bounces; say which law the data prefer."""
    from ..impacts import fit as fit_laws
    from ..impacts import read_measured
    from ..impacts.fit import LAWS
    from ..show.plots import write_figure
    from ..show.restitution import plot_fit_page
    from .output import check_directory, output_directory, print_json

    if out is not None:
        check_directory(out)
    measured = read_measured(data, drop_height=drop_height, gravity=gravity)
    names = LAWS if laws is None else words_of(laws)
    found = fit_laws(measured, names, mass=mass, k=k, speed=speed, free=words_of(free), loss=loss)
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
