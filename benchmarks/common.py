"""What the benchmarks share: races between contenders in CPU time, C programs, rows of figures, one printed table."""

import argparse
import hashlib
import importlib.util
import json
import math
import os
import platform
import subprocess
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent


class Row(NamedTuple):
    """One line of the table: what was run, by whom, and its figures by name (the unit stands in the name)."""

    case: str
    who: str
    figures: dict


def race(contenders, repeat=7, clock=time.process_time):
    """Best time [s] of each function of a dict, taking turns so that noise hits all of them alike."""
    best = dict.fromkeys(contenders, float("inf"))
    for function in contenders.values():
        function()  # compile, warm up
    for _ in range(repeat):
        for name, function in contenders.items():
            start = clock()
            function()
            best[name] = min(best[name], clock() - start)
    return best


class Stopwatch:
    """Stands in for a function: calls it, adds up the CPU time [s] of its calls, and has its attributes."""

    def __init__(self, function):
        self.function, self.seconds = function, 0.0

    def __call__(self, *arguments):
        return self._timed(lambda: self.function(*arguments))

    def bind(self, *arguments):
        """With its arguments packed, which is not counted."""
        from supple._jit import bound

        call = bound(self.function, *arguments)
        return lambda: self._timed(call)

    def _timed(self, call):
        start = time.thread_time()  # the loop may run in a thread of its own
        try:
            return call()
        finally:
            self.seconds += time.thread_time() - start

    def __getattr__(self, name):
        return getattr(self.function, name)


class Simulated(NamedTuple):
    """A run and the CPU time [s] it takes, best of several: in the compiled loop alone, and of the whole `simulate`."""

    run: object
    loop: float
    total: float

    def rows(self, case, who, figures):
        """Rows of the loop and of the whole, with the same further figures."""
        pairs = ((f"{who}, loop", self.loop), (f"{who}, simulate(scene)", self.total))
        return [Row(case, name, {"ms": 1e3 * seconds, **figures}) for name, seconds in pairs]


def simulated(scene, end, *, repeat=15, rtol, method="auto", max_step=math.inf):
    """Simulate a scene several times; compiling is not counted."""
    import supple
    from supple import simulation

    run = supple.simulate(scene, end, rtol=rtol, method=method, max_step=max_step)
    loop = total = float("inf")
    watch = simulation.run = Stopwatch(simulation.run)
    try:
        for _ in range(repeat):
            watch.seconds, start = 0.0, time.process_time()
            run = supple.simulate(scene, end, rtol=rtol, method=method, max_step=max_step)
            loop, total = min(loop, watch.seconds), min(total, time.process_time() - start)
    finally:
        simulation.run = watch.function
    return Simulated(run, loop, total)


def available(*modules):
    """Whether all the modules can be imported."""
    return all(importlib.util.find_spec(module) for module in modules)


def compiled(source, *flags, compiler="gcc"):
    """Compile a file of this folder with -O3; return the program, None if that fails."""
    text = b"".join(path.read_bytes() for path in (HERE / source, *sorted(HERE.glob("*.h"))))
    name = hashlib.sha256(text + " ".join(flags).encode()).hexdigest()[:16]
    program = Path(tempfile.gettempdir()) / f"supple-bench-{os.getuid()}-{name}"
    if program.exists():
        return program
    command = [compiler, "-O3", str(HERE / source), "-o", str(program), *flags]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        print(f"({source} left out: {error})")
        return None
    if done.returncode != 0:
        print(f"({source} left out: {done.stderr.strip().splitlines()[0]})")
        return None
    return program


def c_program(source):
    """A function of the arguments of a C program of this folder to the rows of numbers that it prints, or None."""
    program = compiled(source, "-march=native", "-lm")

    def run(*arguments):
        out = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=True).stdout
        return [[float(word) for word in line.split()] for line in out.splitlines()]

    return run if program else None


def times_c(rows, seconds):
    """The rows with the ratio of their time to the `seconds` of a C program; None: there is none."""

    def ratio(figures):
        return {} if seconds is None or "ms" not in figures else {"x C": 1e-3 * figures["ms"] / seconds}

    return [row._replace(figures={**row.figures, **ratio(row.figures)}) for row in rows]


def machine():
    """What the figures were measured on."""
    cpu = platform.processor()
    info = Path("/proc/cpuinfo")
    if info.exists():
        cpu = next((line.split(":")[1].strip() for line in info.read_text().splitlines() if "model name" in line), cpu)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    return {"cpu": cpu, "cores": os.cpu_count(), "load": round(load, 2), "python": platform.python_version()}


def _text(value):
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 1e4 else f"{value:.0f}"
    return str(value)


def show(title, rows):
    """Print rows as one block with a column per figure."""
    columns = list(dict.fromkeys(name for row in rows for name in row.figures))
    lines = [["case", "who", *columns]]
    lines += [[row.case, row.who, *(_text(row.figures.get(name, "")) for name in columns)] for row in rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    print(f"\n{title}")
    for line in lines:
        words = [
            word.ljust(w) if i < 2 else word.rjust(w) for i, (word, w) in enumerate(zip(line, widths, strict=True))
        ]
        print("  " + "  ".join(words).rstrip())


def blocks(module, quick):
    """(title, rows) of a benchmark: of its `measure() -> [Row]`, or of its `parts(quick)`."""
    if hasattr(module, "parts"):
        yield from module.parts(quick)
    else:
        yield (module.__doc__ or "").splitlines()[0], module.measure()


def main(modules):
    """Run benchmarks (see `blocks`), print them, write them with --json FILE."""
    parser = argparse.ArgumentParser(description=modules[0].__doc__ if len(modules) == 1 else __doc__)
    parser.add_argument("--json", metavar="FILE", help="write the figures to a file")
    if any(hasattr(module, "parts") for module in modules):
        parser.add_argument("--quick", action="store_true", help="small cases only, where a benchmark has them")
    if len(modules) > 1:
        names = [module.__name__ for module in modules]
        parser.add_argument("only", nargs="*", help=f"which ones, of {', '.join(names)}")
    options = parser.parse_args()
    wanted = [m for m in modules if not getattr(options, "only", None) or m.__name__ in options.only]
    result = {"machine": machine(), "figures": {}}
    print(" ".join(f"{key}: {value}" for key, value in result["machine"].items()))
    for module in wanted:
        figures = result["figures"][Path(module.__file__).stem] = []
        for title, rows in blocks(module, getattr(options, "quick", False)):
            show(title, rows)
            figures += [row._asdict() for row in rows]
            write(options.json, result)  # what is done is kept if the rest is interrupted


def write(path, result):
    """All figures to a file, if one is wanted."""
    if path:
        Path(path).write_text(json.dumps(result, indent=1) + "\n")
