"""supple of another checkout and of this one, in turn: before, after and their ratio, in CPU time.

    python benchmarks/compare.py --before /path/to/another/checkout
    python benchmarks/compare.py --before /path/to/another/checkout --passes 1 start_up

Both run the benchmarks of this folder, each in a process of its own that imports supple from its `src`, alternately and
in alternating order; the lowest time of all passes counts. Steps tell a faster step from fewer of them. `start_up` must be
asked for: it compiles from scratch.
"""

import argparse
import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

from common import HERE, Row, machine, show, write

NAMES = ("drop", "slide", "robots", "forward_dynamics")
MORE = ("start_up",)
TIMES = ("us", "ms", "CPU s")
CHILD = "import json, sys, compare; json.dump(compare.times(sys.argv[1], sys.argv[2]), sys.stdout)"


def times(name, source):
    """[(case, who, unit, time, steps)] of a benchmark in this process, whose supple must be that of `source`."""
    import supple

    found = Path(supple.__file__).resolve()
    if not found.is_relative_to(Path(source).resolve()):
        raise RuntimeError(f"supple was to come from {source}, got {found}")
    rows = importlib.import_module(name).alone()
    return [
        (r.case, r.who, unit, r.figures[unit], r.figures.get("steps", ""))
        for r in rows
        for unit in TIMES
        if unit in r.figures
    ]


def measured(name, tree):
    """The same of the supple of a checkout, in a new process."""
    source = Path(tree).resolve() / "src"
    env = {**os.environ, "PYTHONPATH": str(source)}
    done = subprocess.run(
        [sys.executable, "-c", CHILD, name, source], env=env, cwd=HERE, stdout=subprocess.PIPE, text=True, check=True
    )
    return {(case, f"{who} [{unit}]"): (time, steps) for case, who, unit, time, steps in json.loads(done.stdout)}


def compared(name, before, after, passes):
    """Rows of one benchmark; those of what one of the two has not are left out."""
    best = {before: {}, after: {}}
    for i in range(passes):
        for tree in (before, after) if i % 2 == 0 else (after, before):
            for key, figures in measured(name, tree).items():
                best[tree][key] = min(figures, best[tree].get(key, figures))
    both = [key for key in best[after] if key in best[before]]
    return [Row(*key, _figures(best[before][key], best[after][key])) for key in both]


def _figures(before, after):
    figures = {"before": before[0], "after": after[0], "after / before": after[0] / before[0]}
    return figures if after[1] == "" else {**figures, "steps before": before[1], "steps after": after[1]}


def main():
    """Read the command line, measure, print, write with --json FILE."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", required=True, metavar="DIR", help="the other checkout")
    parser.add_argument("--after", default=HERE.parent, metavar="DIR", help="instead of this one")
    parser.add_argument("--passes", type=int, default=3, help="processes of each (default 3)")
    parser.add_argument("--json", metavar="FILE", help="write the figures to a file")
    parser.add_argument("only", nargs="*", default=NAMES, metavar="name", help=f"of {', '.join(NAMES + MORE)}")
    options = parser.parse_args()
    if unknown := set(options.only) - set(NAMES + MORE):
        parser.error(f"a name must be one of {', '.join(NAMES + MORE)}, got {', '.join(sorted(unknown))}")
    for tree in (options.before, options.after):
        if not Path(tree, "src", "supple").is_dir():
            parser.error(f"a checkout must have src/supple, got {tree}")
    result = {"machine": machine(), "figures": {}}
    print(" ".join(f"{key}: {value}" for key, value in result["machine"].items()))
    for name in options.only:
        rows = compared(name, str(options.before), str(options.after), options.passes)
        show(name, rows)
        result["figures"][name] = [row._asdict() for row in rows]
    write(options.json, result)


if __name__ == "__main__":
    main()
