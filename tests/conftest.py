"""Before several processes test together, what they need is compiled once, in parallel; figures do not pile up.

A file is tested by one process, so that what its tests share is computed once; so are some files that share results.
Files that take long come first: at the end no processor waits for another.
"""

import gc
import subprocess
import sys

import pytest

from supple._jit import JIT

# those that take longest, longest first; the order of all others does not matter
LONG = (
    "ensembles/test_dask_kills.py", "test_cli.py", "papers/test_elastic_robots.py", "biorobots/test_landing.py",
    "biorobots/test_biobiped1.py", "test_docs.py", "show/test_browser.py", "test_jit.py",
    "papers/test_link_rebound.py", "laws/test_user_laws.py", "system/test_bent_jacobian.py",
    "laws/test_law_conformance.py", "ensembles/test_kills.py", "encounters/test_encounters.py",
    "ensembles/test_fit_scene.py", "test_signals.py", "results/test_streaming.py", "test_sizes.py",
    "biorobots/test_feed_forward.py", "show/test_names.py", "results/test_kill.py", "test_imports.py",
    "show/test_report.py", "encounters/test_flexible_touches.py", "test_interface.py", "ensembles/test_time_limit.py",
    "ensembles/test_sweep.py", "shapes/test_cylinder.py", "shapes/test_parallel_capsules.py",
    "papers/test_spatial_contact.py", "trajectory/test_impact_events.py", "test_shipped.py", "results/test_seal.py",
    "shapes/test_terrain.py", "papers/test_soft_contact.py", "physics/test_spinning_bodies.py",
    "physics/test_boxes.py", "control/test_same_bits.py", "control/test_held_inputs.py",
    "system/test_grip_jacobian.py", "system/test_jacobian.py",
)  # fmt: skip
# files that ask for the same runs
TOGETHER = (("papers/test_elastic_robots.py", "biorobots/test_landing.py", "biorobots/test_biobiped1.py"),)


def pytest_configure(config):
    """In the process that starts the others."""
    if JIT and config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        subprocess.run([sys.executable, "-m", "supple", "compile"], check=True, stdout=subprocess.DEVNULL)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Thousands of tests are made, and all stay: nobody looks for cycles among them, then or later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config, items):
    """In each of the others: long files first."""
    if hasattr(config, "workerinput"):
        place = {config.rootpath / "tests" / name: i for i, name in enumerate(LONG)}
        items.sort(key=lambda item: place.get(item.path, len(LONG)))  # stable


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """A file to a process, with those that share its results, in the order above."""
    if config.getvalue("dist") != "load":  # another way was asked for
        return None
    from xdist.scheduler import LoadFileScheduling

    groups = {f"tests/{name}": f"tests/{files[0]}" for files in TOGETHER for name in files}

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid):
            file = super()._split_scope(nodeid)
            return groups.get(file, file)

    config.option.loadscopereorder = False
    return Scheduling(config, log)


@pytest.fixture(autouse=True)
def _figures_are_closed():
    """Those that pyplot keeps for a user: it warns of more than 20."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
