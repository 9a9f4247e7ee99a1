"""A campaign of random encounters: no first touch missed, none invented, against an oracle that shares no code with supple.

    python validation/encounters.py --count 2000 --workers 2 --json encounters.json

Families, oracle and judge are in tests/encounters; what counts as missed, and with what slack, stands in judge.py. Every
encounter of --count per family is run a few times, all methods and tolerances take turns. A wrong run is printed with the
command that repeats it; the exit status is 1 if there was one.
"""

import argparse
import json
import multiprocessing
import os
import sys
from collections import Counter, defaultdict
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices are small, and each worker has its core
# by the names that the tests have for it, under which the oracle is kept compiled
sys.path[0] = str(Path(__file__).resolve().parents[1])

from tests.encounters.draw import FAMILIES, draw  # noqa: E402
from tests.encounters.judge import METHODS, RTOLS, cases, judge  # noqa: E402

JUDGED = ("touched", "clear", "missed", "invented")


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100, help="encounters of each family (default 100)")
    parser.add_argument("--seed", type=int, default=0, help="first seed (default 0)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each encounter (default 3)")
    parser.add_argument("--methods", nargs="+", default=METHODS, choices=METHODS)
    parser.add_argument("--rtol", nargs="+", type=float, default=RTOLS)
    parser.add_argument("--families", nargs="+", default=tuple(FAMILIES), choices=tuple(FAMILIES))
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--json", type=Path, help="file for the whole table and every wrong run")
    return parser.parse_args()


def run(case):
    family, seed, combinations = case
    encounter = draw(family, seed)
    return family, seed, [(method, rtol, judge(encounter, method, rtol)) for method, rtol in combinations]


class Table:
    """Counts by family, method and tolerance."""

    def __init__(self):
        self.cells = defaultdict(Counter)
        self.worst = defaultdict(float)
        self.wrong = []

    def take(self, family, seed, method, rtol, verdict):
        for key in ((family, method, rtol), (family,), (method,), (rtol,), ("all",)):
            self.cells[key][verdict.answer] += 1
            self.cells[key][f"own {verdict.own}"] += 1
            self.worst[key] = max(self.worst[key], verdict.error if verdict.answer == "touched" else 0.0)
        if verdict.wrong:
            again = f"--families {family} --seed {seed} --count 1 --methods {method} --rtol {rtol:g}"
            self.wrong.append((again, verdict))

    def line(self, key):
        cell = self.cells[key]
        judged = sum(cell[name] for name in JUDGED)
        own = cell["own clear"] + cell["own missed"]
        rest = {name: n for name, n in sorted(cell.items()) if name not in JUDGED and not name.startswith("own ")}
        counts = [judged, cell["touched"], cell["missed"], cell["invented"], own, cell["own missed"]]
        return counts, self.worst[key], rest

    def show(self):
        head = ("", "judged", "touched", "missed", "invented", "own judged", "own missed", "worst [s]", "not judged")
        print("{:22}{:>8}{:>9}{:>8}{:>10}{:>12}{:>12}{:>11}  {}".format(*head))
        for key in sorted(
            (key for key in self.cells if len(key) == 1), key=lambda key: (str(type(key[0])), str(key[0]))
        ):
            counts, worst, rest = self.line(key)
            reasons = ", ".join(f"{name} {n}" for name, n in rest.items())
            print("{:22}{:8}{:9}{:8}{:10}{:12}{:12}{:11.1e}  {}".format(str(key[0]), *counts, worst, reasons))

    def document(self):
        names = ("judged", "touched", "missed", "invented", "own judged", "own missed")
        rows = []
        for key in self.cells:
            counts, worst, rest = self.line(key)
            rows.append({"key": key, **dict(zip(names, counts, strict=True)), "worst error": worst, "not judged": rest})
        return {"table": rows, "wrong": [{"again": again, "verdict": str(v)} for again, v in self.wrong]}


def main():
    args = options()
    todo = cases(args.families, range(args.seed, args.seed + args.count), args.methods, args.rtol, args.runs)
    table, done = Table(), 0
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        for family, seed, verdicts in pool.imap_unordered(run, todo, chunksize=4):
            done += 1
            if done % 500 == 0:
                print(f"{done} encounters, {len(table.wrong)} runs wrong", file=sys.stderr, flush=True)
            for method, rtol, verdict in verdicts:
                table.take(family, seed, method, rtol, verdict)
                if verdict.wrong:
                    print(table.wrong[-1][0], verdict, flush=True)
    table.show()
    print(f"{sum(table.cells[('all',)].values()) // 2} runs, {len(table.wrong)} wrong")
    if args.json:
        args.json.write_text(json.dumps(table.document(), indent=1))
    return 1 if table.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
