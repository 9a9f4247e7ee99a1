"""The commands and their options, as typer has them."""

import typer

from .check import check
from .compile import compile
from .demo import demo
from .export import export
from .fit import fit
from .import_ import import_
from .linearise import linearise
from .materials import materials
from .modes import modes
from .reproduce import reproduce
from .restitution import restitution
from .run import run
from .schema import schema
from .show import show
from .signals import listening
from .sweep import sweep

COMMANDS = (
    demo, run, check, modes, linearise, reproduce, restitution, fit, sweep, show, import_, export, materials, schema,
    compile,
)  # fmt: skip
MATTER = (
    "numpy",
    "numba",
    "llvmlite",
    "scipy",
    "h5py",
    "h5netcdf",
    "xarray",
    "zarr",
    "mujoco",
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
    app.command(command.__name__.rstrip("_"))(listening(command))  # `import` is a word of Python


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
