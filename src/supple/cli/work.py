"""What `run` and `demo` have in common: simulate into a file, then tell, draw and report."""

LONG = 200_000  # steps beyond which nothing is drawn unless it was asked for: a picture needs the whole run in memory


def read(path, settings, asked):
    """The setup of a scene file with settings NAME=VALUE; arguments that were asked for go before those of the file."""
    from dataclasses import replace

    from .. import parse_setting, read_scene

    setup = read_scene(path, set=dict(parse_setting(text) for text in settings))
    given = {name: value for name, value in asked.items() if value is not None}
    return replace(setup, run=setup.run | given)


def simulate_and_tell(setup, directory, name, json):
    """Simulate a setup into DIRECTORY/NAME.nc with picture and report; return the exit code."""
    from .. import Status, simulate
    from ..model.build import assemble
    from .output import print_json, print_summary, progress_bar, say_if_compiling, summary

    result = directory / f"{name}.nc"
    if not json:
        say_if_compiling()
    with progress_bar("simulating", quiet=json) as progress:
        run = simulate(assemble(setup.scene), **setup.run, progress=progress, out=result)
    files = {"result": result} | _drawn(run, directory / name, setup.output)
    (print_json if json else print_summary)(summary(run, files))
    if run.status == Status.INTERRUPTED:
        return 130
    return 0 if run.success else 1


def _drawn(run, stem, wanted):
    """Picture and report, unless the file says no or the run is long."""
    from ..show import plot_overview, write_figure, write_report

    by_default = run.statistics["steps"] <= LONG
    files = {}
    if wanted.get("picture", by_default):
        files["picture"] = write_figure(plot_overview(run), stem.with_name(f"{stem.name}.png"))
    if wanted.get("report", by_default):
        files["report"] = write_report(run, stem.with_name(f"{stem.name}.html"))
    return files
