"""`supple compile`: machine code before it is needed, for an image or the nodes of a cluster."""

import typer

# every file with entries; files with rare kernels are found by `rare_units`
UNITS = (
    "system.entries",
    "system.jacobian",
    "dynamics.entries",
    "impacts.entries",
    "testing.problems",
    "papers.soft_contact.engine",
)


def compile(
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
):
    """Compile everything that runs need, and keep it: later processes on this machine start at once.

    The directory is named by SUPPLE_CACHE_DIR, or lies in the user's cache; a copy of it serves machines with the same
    processor and the same versions of Python, numba and supple.
    """
    from .output import print_json

    data = _compiled()
    print_json(data) if json else _print(data)


def _compiled():
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from .._jit import JIT, cache_directory

    if not JIT:
        raise ValueError("NUMBA_DISABLE_JIT must not be set, got 1: with it nothing is compiled")
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        rare = pool.submit(_fetched)
        found = dict(zip(UNITS, pool.map(_prepared, UNITS), strict=True)) | rare.result()
    return {"directory": str(cache_directory()), "units": found}


def _prepared(name):
    """Compile a unit, or find it: where it was, and how long that took."""
    import time
    from importlib import import_module

    from .._jit.units import unit

    entries, clock = unit(import_module(f"supple.{name}")), time.perf_counter()
    for entry in entries:
        entry.prepare()
    return {"machine_code": entries[0].origin, "seconds": time.perf_counter() - clock}


def _fetched():
    """Compile the units of what few models have, or find them; one process for all, since they share much."""
    import time

    from .._jit.units import fetch
    from ..system.rare import rare_units

    found = {}
    for home, kernels in rare_units().items():
        clock = time.perf_counter()
        origin = fetch(kernels)
        found[home.removeprefix("supple.")] = {"machine_code": origin, "seconds": time.perf_counter() - clock}
    return found


def _print(data):
    for name, unit in data["units"].items():
        print(f"{name:28s} {unit['machine_code']}, {unit['seconds']:.2f} s")
    print(f"the cache is {data['directory']}")
