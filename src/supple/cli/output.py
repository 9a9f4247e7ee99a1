"""What commands print: a progress bar on a terminal, a summary of a run for people or as JSON."""

import json
import math
import sys
from contextlib import contextmanager
from pathlib import Path

FIRST = 5  # impacts that are listed for people
MOST = 1000  # impacts that are listed as JSON: the file has them all
WIDTH = 120  # columns where there is no terminal


@contextmanager
def progress_bar(text, quiet=False):
    """A function of the fraction done, shown as a bar on a terminal and nowhere else; it begins with the first call."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    left = (TextColumn("left"), TimeRemainingColumn())
    columns = (TextColumn(text), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(), *left)
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    tasks = []

    def show(fraction):
        if not tasks:
            bar.start()
            tasks.append(bar.add_task(text, total=1.0))
        bar.update(tasks[0], completed=fraction)

    try:
        yield show
    finally:
        bar.stop()


def width():
    """Columns to print: those of the terminal, or a fixed number where there is none."""
    return None if sys.stdout.isatty() else WIDTH


def check_directory(path):
    """Raise if results cannot go there; make nothing."""
    if path.exists() and not path.is_dir():
        raise NotADirectoryError(f"--out must be a directory, got the file {str(path)!r}")


def output_directory(path):
    """The directory for results, made if it is not there."""
    path = Path(path)
    check_directory(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OSError(f"--out must be a directory that can be made, got {str(path)!r}: {error.strerror}") from error
    return path


def summary(run, files, replaced):
    """What a run did, as plain data; `replaced` are the files that were there before."""
    from ..trajectory.impact_events import groups

    end = run.summary
    strongest = sorted(run.peaks.items(), key=lambda item: -item[1][0])
    return {
        "scene": run.model.scene.name,
        "status": run.status.name,
        "message": run.message,
        "success": run.success,
        "start": end.start,
        "end": end.end,
        "method": run.method.name,
        "rtol": run.options.rtol,
        "statistics": {name.replace(" ", "_"): value for name, value in run.statistics.items()},
        "contacts_made": end.contacts_made,
        "peaks": {
            name: {"force": force, "indentation": depth, "units": _units(run, name)}
            for name, (force, depth) in strongest
        },
        "impact_count": len(run.impacts),
        "impact_event_count": len(groups(run.impacts)),
        "impacts": [_impact(impact) | {"units": _units(run, impact.contact)} for impact in run.impacts[:MOST]],
        "energy": {"turnover": end.turnover, "relative_residual": end.relative_residual},
        "limits": run.limits,
        "notes": list(run.model.notes),
        "files": {name: str(path) for name, path in files.items()},
        "replaced": replaced,
    }


def _units(run, contact):
    return run.contact_units[contact]._asdict()


def _impact(impact):
    names = ("contact", "start", "duration", "speed", "restitution", "peak_force", "max_indentation")
    return {name: getattr(impact, name) for name in names}


def print_json(data):
    """One JSON object on standard output; what is not a finite number becomes null."""
    print(json.dumps(_finite(data), indent=2, allow_nan=False))


def _finite(value):
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def print_summary(data):
    """The summary for people."""
    from rich.markup import escape
    from rich.table import Table

    console = _console()
    s, energy = data["statistics"], data["energy"]
    console.print(f"[bold]{escape(data['scene'])}[/bold]: {escape(data['message'])}")
    steps = f"{s['steps']} steps ({s['rejected']} rejected, {s['right-hand_sides']} right-hand sides), {data['method']}"
    most = list(data["limits"].items())
    limits = ", ".join(f"{name} {count}" for name, count in most[:4])
    rows = {
        "time": f"{data['start']:g} to {data['end']:g} s, computed in {s['wall_time'] * 1e3:.0f} ms",
        "steps": f"{steps}, rtol {data['rtol']:g}",
        "events": f"{s['events']} located, contacts made {data['contacts_made']}",
        "peak force": _strongest(data["peaks"]),
        "energy": f"{energy['turnover']:.4g} J turned over, residual {energy['relative_residual']:.1e} of it",
        "limited by": limits + (f" and {len(most) - 4} more" if len(most) > 4 else ""),
    }
    rows |= {f"note {i + 1}": note for i, note in enumerate(data["notes"])}
    facts = Table.grid(padding=(0, 2))
    for name, text in rows.items():
        facts.add_row(f"  [dim]{name}[/dim]", escape(text))
    console.print(facts)
    if data["impacts"]:
        console.print(_impact_table(data["impacts"], data["impact_count"], data["impact_event_count"]))
    print_files(data["files"], data["replaced"])


def print_files(files, replaced):
    """What was written, one line per file."""
    from rich.markup import escape

    for name, path in files.items():
        again = "  (replaced)" if name in replaced else ""
        _console().print(f"  [dim]{name:10}[/dim]  {escape(str(path))}{again}", soft_wrap=True)


def _console():
    from rich.console import Console

    return Console(highlight=False, emoji=False, width=width())


def _strongest(peaks):
    first = [f"{name} {peak['force']:.4g} {peak['units']['force']}" for name, peak in list(peaks.items())[:3]]
    return ", ".join(first) + (f" and {len(peaks) - 3} more" if len(peaks) > 3 else "") if first else "nothing touched"


def _impact_table(impacts, count, events):
    from rich.box import SIMPLE
    from rich.markup import escape
    from rich.table import Table

    from ..trajectory.units import ContactUnits, unit_table

    title = f"  first {min(FIRST, count)} of {count} impacts"
    if events < count:
        title += f" in {events} event{'s' * (events > 1)}"
    table = Table(box=SIMPLE, title_justify="left", title=title)
    columns = (
        ("contact", lambda units: ""), ("t", lambda units: "s"), ("v", lambda units: units.speed), ("e", lambda units: "-"),
        ("duration", lambda units: "ms"), ("peak", lambda units: units.force), ("depth", lambda units: units.small),
    )  # fmt: skip
    heads, rows = unit_table(columns, [(ContactUnits(**impact["units"]), _cells(impact)) for impact in impacts[:FIRST]])
    for name in heads:
        table.add_column(escape(name), justify="left" if name == "contact" else "right", no_wrap=True)
    for row in rows:
        table.add_row(*map(escape, row))
    return table


def _cells(impact):
    e, duration = impact["restitution"], impact["duration"]
    return [
        impact["contact"], f"{impact['start']:.4f}", f"{impact['speed']:.3f}", "-" if e is None else f"{e:.3f}",
        "holds" if duration is None else f"{duration * 1e3:.3f}", f"{impact['peak_force']:.4g}",
        f"{impact['max_indentation'] * 1e3:.4f}",
    ]  # fmt: skip
