"""`supple reproduce`: published studies reproduced, every published figure beside ours."""

from pathlib import Path

import typer

JUDGED = {True: "yes", False: "[bold red]no[/bold red]"}


def _names(beginning: str):
    from ..papers.study import study_names

    return [name for name in study_names() if name.startswith(beginning)]


def reproduce(
    studies: list[str] = typer.Argument(None, metavar="[STUDY ...]", autocompletion=_names, help="Studies; none: all."),
    list_: bool = typer.Option(False, "--list", help="List the studies and do nothing else."),
    quick: bool = typer.Option(False, "--quick", help="Leave out what is slow, and say what that is."),
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
    out: Path = typer.Option(Path("supple-reproduce"), help="Directory for the pictures, one directory per study."),
    data: Path = typer.Option(None, help="Directory with your points, A.csv to F.csv: speed,e (azad-featherstone)."),
):
    """Reproduce published studies: published figures beside ours; exit 1 if one misses its tolerance."""
    from ..papers.study import find_study, study_names
    from .output import output_directory, print_json

    chosen = [find_study(name) for name in dict.fromkeys(studies or study_names())]
    if list_:
        _list(chosen, json)
        return 0
    if data is not None and not any(study.reads_points for study in chosen):
        raise ValueError(f"--data must go with a study that reads points, got {', '.join(s.name for s in chosen)}")
    results = [_done(study, quick, output_directory(out / study.name), json, data) for study in chosen]
    if json:
        print_json(results[0] if len(results) == 1 else {"studies": results})
    return 0 if all(item["ok"] for result in results for item in result["items"]) else 1


def _done(study, quick, directory, json, data):
    """Run a study and print its table; return it as plain data."""
    from .output import progress_bar

    with progress_bar(study.name, quiet=json) as progress:
        items = study.run(quick, directory, progress, *([data] if study.reads_points else []))
    result = {
        "study": study.name,
        "title": study.title,
        "items": [item.plain() for item in items],
        "left_out": list(study.left_out) if quick else [],
        "pictures": [str(path) for path in sorted(directory.glob("*.png"))],
        "pages": [str(path) for path in sorted(directory.glob("*.html"))],
    }
    if not json:
        _show(result)
    return result


def _list(studies, json):
    from .output import print_json

    if json:
        print_json({"studies": [{"study": study.name, "title": study.title} for study in studies]})
        return
    for study in studies:
        typer.echo(f"{study.name}: {study.title}")


# --- for people ---------------------------------------------------------------------------------------------------------
def _show(result):
    """The items of a study as a table, one section per source."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from .output import width

    console = Console(highlight=False, width=width())
    console.print(f"[bold]{escape(result['study'])}[/bold]: {escape(result['title'])}")
    table = Table(box=SIMPLE, show_edge=False, padding=(0, 1, 0, 0))
    for column in ("name", "published", "ours", "unit", "ok", "note"):
        table.add_column(
            column, justify="right" if column in ("published", "ours") else "left", no_wrap=column == "unit"
        )
    source = None
    for item in result["items"]:
        if item["source"].partition(":")[0] != source:
            source = item["source"].partition(":")[0]
            table.add_section()
            table.add_row(f"[dim]{escape(source)}[/dim]")
        ok = "shown" if item["tolerance"] is None else JUDGED[item["ok"]]
        cells = _digits(item["published"]), _digits(item["measured"]), item["unit"]
        table.add_row(escape(item["name"]), *map(escape, cells), ok, escape(item["note"]))
    console.print(table)
    missed = [item for item in result["items"] if not item["ok"]]
    shown = sum(item["tolerance"] is None for item in result["items"])
    judged = len(result["items"]) - shown
    console.print(
        f"  {judged - len(missed)} of {judged} figures within their tolerance; {shown} shown beside, not judged"
    )
    for item in missed:
        console.print(f"  [red]missed[/red]  {escape(item['source'])}, {escape(item['name'])}")
    for sentence in result["left_out"]:
        console.print(f"  left out by --quick: {escape(sentence)}")
    for path in result["pictures"]:
        console.print(f"  [dim]picture[/dim]  {escape(path)}", soft_wrap=True)
    for path in result["pages"]:
        console.print(f"  [dim]animation[/dim]  {escape(path)}", soft_wrap=True)


def _digits(value):
    """A count as it is, another number with the digits that matter."""
    if value is None:
        return "-"
    return f"{value:d}" if isinstance(value, int) else f"{value:.10g}"
