"""A campaign of random contact motions: no contact gives back more energy than it was given, and every ledger closes.

    python validation/passivity.py --count 10000 --workers 2

Motions, laws and what counts as wrong are in tests/physics/passivity.py. The table has, for each friction law, the number
of motions, the largest energy that came out beyond what was put in and the largest residual of the ledger, both relative
to the energy turned over, and in how many motions a contact was made, slid, stuck and was lost. Laws whose formulas do not
conserve (their coefficient multiplies a load that changes) are below the line: for them the first figure says by how much.
A ledger that does not close gets another chance with short steps ("again"): an error goes away, created energy stays.
A run that ends early (bodies too deep, too many steps) is judged up to there and counted as open. Every such and every
wrong motion is printed with the command that repeats it; the exit status is 1 if one was wrong.
"""

import argparse
import math
import multiprocessing
import os
import sys
import time
import warnings
from collections import Counter, defaultdict
from functools import partial
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices are small, and each worker has its core
sys.path[0] = str(Path(__file__).resolve().parents[1] / "tests")  # this file has the name of one that it needs

from physics.passivity import OTHERS, PASSIVE, RTOL, judge  # noqa: E402

MODES = ("made", "slide", "stick", "lost")


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, help="motions (default 1000)")
    parser.add_argument("--seed", type=int, default=0, help="first seed (default 0)")
    parser.add_argument("--rtol", type=float, default=RTOL, help=f"relative tolerance (default {RTOL:g})")
    parser.add_argument("--minutes", type=float, default=math.inf, help="end after so long with what is done")
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    return parser.parse_args()


def run(rtol, seed):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # random scenes deserve their notes
        return seed, judge(seed, rtol)


def show(verdicts):
    by_law, modes = defaultdict(list), defaultdict(Counter)
    for verdict in verdicts:
        by_law[verdict.friction].append(verdict)
        modes[verdict.friction].update(verdict.modes)
    head = ("", "motions", "created", "residual", *MODES, "again", "open", "wrong")
    print(("{:20}{:>8}{:>10}{:>10}" + 4 * "{:>8}" + 3 * "{:>7}").format(*head))
    for name in (*PASSIVE, "-", *OTHERS):
        ours = by_law[name]
        if ours:
            worst = max(v.excess for v in ours), max(v.residual for v in ours)
            ends = sum(v.again for v in ours), sum(bool(v.unfinished) for v in ours), sum(bool(v.wrong) for v in ours)
            counts = *(modes[name][mode] for mode in MODES), *ends
            print(("{:20}{:8}{:10.1e}{:10.1e}" + 4 * "{:8}" + 3 * "{:7}").format(name, len(ours), *worst, *counts))


def main():
    args = options()
    end = time.monotonic() + 60.0 * args.minutes
    verdicts, seeds = [], range(args.seed, args.seed + args.count)
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        for seed, verdict in pool.imap_unordered(partial(run, args.rtol), seeds, chunksize=16):
            verdicts.append(verdict)
            if time.monotonic() > end:
                break
            if verdict.wrong or verdict.unfinished:
                again = f"--seed {seed} --count 1 --rtol {args.rtol:g}"
                print(
                    f"{again}: {verdict.friction}, {verdict.normal}: {verdict.wrong or verdict.unfinished}", flush=True
                )
            if len(verdicts) % 1000 == 0:
                print(f"{len(verdicts)} motions", file=sys.stderr, flush=True)
    show(verdicts)
    wrong = sum(bool(verdict.wrong) for verdict in verdicts)
    unfinished = sum(bool(verdict.unfinished) for verdict in verdicts)
    print(f"{len(verdicts)} motions, {unfinished} judged up to where they ended early, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
