"""The command line: one file a command, thin over the Python API.

A command is a function with typer's annotations in its own file and one line in `COMMANDS`. It imports what is heavy
inside the function, prints through `output.py`, and raises ValueError or OSError with a sentence; `main` turns that into
one line on standard error and the exit code 2.
"""

import signal
import sys

import typer

from .check import check
from .demo import demo
from .fit import fit
from .materials import materials
from .reproduce import reproduce
from .restitution import restitution
from .run import run
from .schema import schema

COMMANDS = (demo, run, check, reproduce, restitution, fit, materials, schema)
MATTER = (
    "numpy",
    "numba",
    "llvmlite",
    "scipy",
    "h5py",
    "h5netcdf",
    "xarray",
)  # packages whose versions may explain a result

app = typer.Typer(
    name="supple",
    help="Compliant-contact multibody dynamics: located events, error control, an energy ledger.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # units in brackets are no markup
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in COMMANDS:
    app.command()(command)


def _version(wanted: bool):
    if wanted:
        from importlib.metadata import PackageNotFoundError, version
        from platform import platform, python_version

        from .. import __version__

        typer.echo(f"supple {__version__}")
        typer.echo(f"Python {python_version()}, {platform()}")
        for name in MATTER:
            try:
                typer.echo(f"{name} {version(name)}")
            except PackageNotFoundError:
                typer.echo(f"{name} is not installed")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the versions that matter."
    ),
):
    pass


def main(arguments=None):
    """Run a command; exit 0 if it did, 1 if it says so itself, 2 with one sentence on standard error if it could not."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # end like Ctrl-C, also where that is ignored (nohup, &)
    try:
        code = app(args=arguments, standalone_mode=False, prog_name="supple")
    except KeyboardInterrupt:
        sys.exit(_sentence("interrupted", 130))
    except (ValueError, TypeError, OSError, ImportError, MemoryError) as error:
        sys.exit(_sentence(str(error) or type(error).__name__))
    except Exception as error:
        if not hasattr(error, "format_message"):  # not an error of usage: a bug, with its traceback
            raise
        if type(error).__name__ == "NoArgsIsHelpError":
            sys.exit(2)  # the help has been printed
        sys.exit(_sentence(error.format_message()))
    sys.exit(code if isinstance(code, int) else 0)


def _sentence(text, code=2):
    print(f"supple: {' '.join(text.split())}", file=sys.stderr)
    return code
