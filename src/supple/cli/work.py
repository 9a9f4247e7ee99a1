"""What `run` and `demo` have in common: simulate into a file, then tell, draw and report."""

import gc
from contextlib import ExitStack, contextmanager

LONG = 200_000  # steps beyond which nothing is drawn unless it was asked for: a picture needs the whole run in memory


def read(path, settings, asked, allow_code=False):
    """The setup of a scene file with settings NAME=VALUE; arguments that were asked for go before those of the file."""
    from dataclasses import replace

    from .. import parse_setting, read_scene

    setup = read_scene(path, set=dict(parse_setting(text) for text in settings), allow_code=allow_code)
    given = {name: value for name, value in asked.items() if value is not None}
    return replace(setup, run=setup.run | given)


def simulate_and_tell(setup, directory, name, json):
    """Simulate a setup into DIRECTORY/NAME.nc with picture and report; return the exit code.

    People get the summary before anything is drawn, and a line for each file when it is there; a program gets one object
    in the end. What cannot be drawn or written costs neither the result nor the summary: it is told last, with the exit
    code 2. A run that did not succeed leaves the files of an earlier one alone. An interrupted one draws nothing.
    """
    import warnings

    from .. import Status, simulate
    from .._files import ReplacedWarning
    from ..model.build import assemble
    from ..options import Options
    from . import tell
    from .output import print_files, print_json, print_summary, progress_bar, summary
    from .signals import INTERRUPTED

    result, stem = directory / f"{name}.nc", directory / name
    pictures = {"picture": stem.with_name(f"{name}.png"), "report": stem.with_name(f"{name}.html")}
    before = [str(path) for path in (result, *pictures.values()) if path.exists()]
    Options(**setup.run)  # what is wrong with them is said before anything is compiled
    warnings.simplefilter("ignore", ReplacedWarning)  # the summary says so
    with progress_bar("simulating", quiet=json) as progress:
        run = simulate(assemble(setup.scene), **setup.run, progress=progress, out=result)
    interrupted = run.status == Status.INTERRUPTED
    files, failures = {"result": directory / run.path.name}, []

    def replaced():
        return [name for name, path in files.items() if str(path) in before]

    try:
        if not json:
            print_summary(summary(run, files, replaced()))
    finally:  # a reader who has had enough of the summary may still want the pictures
        for name, path, failure in () if interrupted else _drawn(run, pictures, setup.output):
            if failure:
                failures.append(failure)
                continue
            files[name] = path
            if not json:
                print_files({name: path}, replaced())
    if json:
        print_json(summary(run, files, replaced()))
    for failure in failures:
        tell(failure)
    if interrupted:
        return INTERRUPTED
    return 1 if not run.success else 2 if failures else 0


def _drawn(run, pictures, wanted):
    """Yield (name, path, why not): picture and report, unless the file says no or the run is long. Both show one figure."""
    asked = [name for name in pictures if wanted.get(name, run.statistics["steps"] <= LONG)]
    if not asked:
        return
    with ExitStack() as stack, _cycles_kept():
        draw = _writers(run, stack)
        for name in asked:
            path, failure = pictures[name], ""
            if not run.success and path.exists():
                failure = f"the {name} {str(path)!r} of an earlier run is kept, because this one did not succeed"
            else:
                try:
                    draw[name](path)
                except Exception as error:
                    why = str(error) or type(error).__name__
                    failure = f"the {name} could not be written to {str(path)!r}: {why}"
            yield name, path, failure


def _writers(run, stack):
    """What writes picture and report to a path; the panels of their figure stay where they are as long as the stack."""
    from functools import cache

    from .. import show
    from ..show.picture import Picture, placed

    @cache
    def overview(run):
        return Picture(stack.enter_context(placed(show.plot_overview(run))))

    return {
        "picture": lambda path: overview(run).write(path),
        "report": lambda path: show.write_report(run, path, overview=overview),
    }


@contextmanager
def _cycles_kept():
    """No search for cycles inside: to load matplotlib and to draw makes many objects, which live until all is drawn."""
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()
