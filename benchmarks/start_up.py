"""Time to the first result of a new process: cold (empty cache), warm (compiled before), and the command line."""

import os
import subprocess
import sys
import tempfile
import time

from common import HERE, Row, available, main

FIRST = """
import time; start = time.perf_counter()
import supple; imported = time.perf_counter()
from drop import scene
supple.simulate(scene(), 5.0)
print(imported - start, time.perf_counter() - imported)
"""
HELP = "from supple.cli import main; main()"


def first_result(cache):
    """Seconds: whole process, import, build and first simulate."""
    env = {**os.environ, "SUPPLE_CACHE_DIR": cache}
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", FIRST], env=env, cwd=HERE, capture_output=True, text=True, check=True)
    return time.perf_counter() - start, *map(float, done.stdout.split())


def row(case, times):
    """Figures of one process."""
    return Row(case, "supple", dict(zip(("process s", "import s", "build and simulate s"), times, strict=True)))


def measure():
    """Rows of a cold start, the best of five warm ones, and the command line."""
    with tempfile.TemporaryDirectory() as cache:
        rows = [row("cold", first_result(cache))]
        rows.append(row("warm", min(first_result(cache) for _ in range(5))))
    if not available("supple.cli"):
        print("(supple --help left out: there is no command line yet)")
        return rows
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", HELP, "--help"], capture_output=True, check=True)
        best = min(best, time.perf_counter() - start)
    return [*rows, Row("supple --help", "supple", {"process s": best})]


if __name__ == "__main__":
    main([sys.modules[__name__]])
