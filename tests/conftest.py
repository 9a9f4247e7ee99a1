"""Before several processes test together, what they need is compiled once, in parallel; figures do not pile up."""

import subprocess
import sys

import pytest

from supple._jit import JIT


def pytest_configure(config):
    """In the process that starts the others."""
    if JIT and config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        subprocess.run([sys.executable, "-m", "supple", "compile"], check=True, stdout=subprocess.DEVNULL)


@pytest.fixture(autouse=True)
def _figures_are_closed():
    """Those that pyplot keeps for a user: it warns of more than 20."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
