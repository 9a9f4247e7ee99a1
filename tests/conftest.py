"""Before several processes test together, what they need is compiled once, in parallel."""

import subprocess
import sys

from supple._jit import JIT


def pytest_configure(config):
    """In the process that starts the others."""
    if JIT and config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        subprocess.run([sys.executable, "-m", "supple", "compile"], check=True, stdout=subprocess.DEVNULL)
