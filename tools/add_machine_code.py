"""Compile the supple that is on the path, and put library and label into it: a step of `build_wheel.py`.

    PYTHONPATH=DIR python tools/add_machine_code.py DIR

DIR holds the package, and nothing is done to any other. Prints the path of the library.
"""

import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path

from supple._jit.machine_code import object_file
from supple._jit.shipped import LABEL, LIBRARY, label
from supple._jit.target import baseline
from supple._jit.units import unit
from supple._jit.versions import TRIED, numba_version, tried
from supple.cli.compile import UNITS


def main(directory):
    """Compile, link, label."""
    if not LIBRARY.resolve().is_relative_to(Path(directory).resolve()):
        sys.exit(f"the package on the path must be that in {directory}, got {LIBRARY.parents[1]}")
    if not tried():
        versions = ", ".join(f"{major}.{minor}" for major, minor in TRIED)
        sys.exit(f"numba must be one of {versions}, got {numba_version()}: others make no plain machine code")
    compiler = shutil.which("cc")
    if compiler is None:
        sys.exit("there is no C compiler (`cc`), and nothing else here can link: install gcc or clang")
    with tempfile.TemporaryDirectory() as work:
        link(compiler, object_files(Path(work)), LIBRARY)
    LABEL.write_text(label(LIBRARY.read_bytes()), encoding="utf-8")
    print(LIBRARY)


def object_files(work):
    """One object file per unit, for every processor of this kind."""
    with ProcessPoolExecutor() as pool:
        rare = pool.submit(rarely_needed)
        for name, content in (*zip(UNITS, pool.map(compiled, UNITS), strict=True), *rare.result().items()):
            path = work / f"{name}.o"
            path.write_bytes(content)
            yield path


def compiled(name):
    """The object file of a unit."""
    print(f"compiling {name} for {baseline()}", file=sys.stderr, flush=True)
    return object_file(unit(import_module(f"supple.{name}")), baseline(), say=lambda done: None)


def rarely_needed():
    """{name: object file} of the units of what few models have."""
    from supple.system.rare import rare_units

    print(f"compiling what few models have for {baseline()}", file=sys.stderr, flush=True)
    return {home: object_file(kernels, baseline(), say=lambda done: None) for home, kernels in rare_units().items()}


def link(compiler, objects, library):
    """A library of object files. It shows its entries only, and may need the C library and its mathematics only."""
    options = ["-shared", "-s", "-Wl,-z,defs", "-Wl,-z,noexecstack", "-o", str(library)]
    done = subprocess.run([compiler, *options, *map(str, objects), "-lm"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{compiler} cannot link the machine code:\n{done.stderr}")


if __name__ == "__main__":
    main(*sys.argv[1:])
