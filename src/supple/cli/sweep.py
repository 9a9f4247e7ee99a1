"""`supple sweep`: a scene with many values of its parameters."""

from pathlib import Path

import typer

from .arguments import whole


def sweep(
    specification: Path = typer.Argument(help="Specification (TOML): scene, parameters, design, outputs."),
    out: Path = typer.Option(None, help="Directory of the result (Zarr); by default the name of the file with .zarr."),
    engine: str = typer.Option(
        "processes", help="Who computes: serial, threads, processes or dask; the results are the same."
    ),
    workers: int = typer.Option(
        None, parser=whole, metavar="NUMBER", help="How many; by default one per processor that may be used."
    ),
    scheduler: str = typer.Option(
        None, metavar="ADDRESS", help="Scheduler of a Dask cluster that exists; by default dask starts one here."
    ),
    resume: bool = typer.Option(False, "--resume", help="Go on with what is there."),
    time_limit: float = typer.Option(
        None, metavar="SECONDS", help="How long a member may take on the clock: one that takes longer has failed."
    ),
    settings: list[str] = typer.Option(
        [], "--set", metavar="NAME=VALUE", help="Set a value of the scene in all members; may be repeated."
    ),
    allow_code: bool = typer.Option(
        False, "--allow-code", help="Let the files name Python functions, which are imported and called."
    ),
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
):
    """Compute a scene with many values of its parameters; members that fail are recorded and do not end it."""
    from .. import parse_setting
    from ..ensembles import ensemble, read_sweep
    from .output import print_json

    asked = read_sweep(
        specification, set=dict(map(parse_setting, settings)), allow_code=allow_code, time_limit=time_limit
    )
    out = specification.with_suffix(".zarr") if out is None else out
    try:
        with progress_line(quiet=json) as progress:
            found = ensemble(asked, out, engine=engine, workers=workers, scheduler=scheduler, resume=resume,
                             progress=progress)  # fmt: skip
    except KeyboardInterrupt as error:
        from . import tell

        tell(f"what is complete is in {str(out)!r}; --resume goes on with it", 130)
        raise error
    summary = {
        "specification": str(specification),
        "hash": found.attributes["specification_hash"],
        "members": found.members,
        "done": found.done,
        "failed": found.failed,
        "failures": [{"message": text, "members": count} for text, count in (found.failures() if found.failed else [])],
        "parameters": found.attributes["parameters"],
        "outputs": found.attributes["outputs"],
        "files": {"result": str(found.path)},
    }
    print_json(summary) if json else print_summary(summary)
    return 0


def progress_line(quiet):
    """A function of a Progress that shows it on a terminal."""
    import sys
    from contextlib import contextmanager

    told = []

    def dashboard(at):
        if at.dashboard and not told:
            told.append(at.dashboard)
            sys.stderr.write(f"supple: dashboard {at.dashboard}\n")

    @contextmanager
    def shown():
        if quiet or not sys.stderr.isatty():
            yield None if quiet else dashboard
            return

        def show(at):
            dashboard(at)
            left = f"{at.left:.0f} s left" if at.left < 3600 else f"{at.left / 3600:.1f} h left"
            text = f"{at.done} of {at.members} members, {at.failed} failed"
            text += f", {at.per_second:.4g} per second, {left}" if at.per_second else ""
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()

        try:
            yield show
        finally:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    return shown()


def print_summary(data):
    """The summary for people."""
    print(f"{data['specification']}: {data['members']} members, {data['done']} done, {data['failed']} failed")
    for failure in data["failures"]:
        print(f"  {failure['members']} failed: {failure['message']}")
    print(f"  parameters  {', '.join(data['parameters'])}")
    print(f"  outputs     {', '.join(data['outputs'])}")
    print(f"  result      {data['files']['result']}")
