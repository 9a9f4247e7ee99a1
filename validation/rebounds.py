"""A campaign of random impacts of rigid and flexible links, bars and arms: none gives back more than it was given.

    python validation/rebounds.py --count 10000 --jobs 2
    python validation/rebounds.py --count 10000 --jobs 2 --keep rebounds.jsonl      # goes on where it was stopped

Motions, laws and what counts as wrong are in tests/physics/rebounds.py. The table has, for each kind of motion and each
normal law, the number of motions, of impact events and of the collisions in them, the largest energetic coefficient of
restitution, the largest energy that was created and the largest residual of the ledger, both relative to the energy turned
over. Energies that do not add up get another chance by the usual method at a finer tolerance ("again"): an error goes
away, created energy stays. A run that ends early (too many steps, too large a deflection) is judged up to there and
counted as open. Below are the statuses of all runs.
Every wrong motion is printed with the command that repeats it; the exit status is 1 if one was wrong.
"""

import argparse
import json
import math
import multiprocessing
import os
import sys
import time
import warnings
from collections import Counter
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices are small, and each worker has its core
sys.path[0] = str(Path(__file__).resolve().parents[1] / "tests")  # this file has the name of one that it needs

from physics.rebounds import KINDS, LAWS, Verdict, judge  # noqa: E402


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, help="motions (default 1000)")
    parser.add_argument("--seed", type=int, default=0, help="first seed (default 0)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--minutes", type=float, default=math.inf, help="end after so long with what is done")
    parser.add_argument("--keep", type=Path, help="file of verdicts: what is in it is not run again")
    return parser.parse_args()


def run(seed):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # random scenes deserve their notes
        return seed, judge(seed)


def kept(path):
    """Verdicts of a file by seed; a last line that was cut off is left out."""
    found = {}
    if path is not None and path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                seed, verdict = json.loads(line)
            except ValueError:
                continue
            found[seed] = Verdict(*verdict)
    return found


def show(verdicts):
    head = ("", "motions", "events", "hits", "e", "created", "residual", "again", "open", "wrong")
    print("{:16}{:>8}{:>8}{:>8}{:>11}{:>10}{:>10}{:>7}{:>7}{:>7}".format(*head))
    for name in (*KINDS, *LAWS):
        ours = [v for v in verdicts if name in (v.kind, v.law)]
        if ours:
            counts = len(ours), sum(v.events for v in ours), sum(v.collisions for v in ours)
            worst = (max(getattr(v, what) for v in ours) for what in ("restitution", "excess", "residual"))
            ends = (sum(bool(getattr(v, what)) for v in ours) for what in ("again", "unfinished", "wrong"))
            print("{:16}{:8}{:8}{:8}{:11.7f}{:10.1e}{:10.1e}{:7}{:7}{:7}".format(name, *counts, *worst, *ends))
    print(", ".join(f"{number} {status}" for status, number in Counter(v.status for v in verdicts).most_common()))


def main():
    args = options()
    end = time.monotonic() + 60.0 * args.minutes
    seeds = range(args.seed, args.seed + args.count)
    verdicts = {seed: verdict for seed, verdict in kept(args.keep).items() if seed in seeds}
    left = [seed for seed in seeds if seed not in verdicts]
    with multiprocessing.get_context("spawn").Pool(args.jobs) as pool:
        for seed, verdict in pool.imap_unordered(run, left, chunksize=8):
            verdicts[seed] = verdict
            if args.keep is not None:
                with args.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([seed, verdict]) + "\n")
            if verdict.wrong or verdict.unfinished:
                what = f"{verdict.kind}, {verdict.modes} modes, {verdict.law}, {verdict.method}"
                word = "wrong" if verdict.wrong else "open"
                print(f"{word}: --seed {seed} --count 1: {what}: {verdict.wrong or verdict.unfinished}", flush=True)
            if time.monotonic() > end:
                break
    show(list(verdicts.values()))
    wrong = sum(bool(verdict.wrong) for verdict in verdicts.values())
    unfinished = sum(bool(verdict.unfinished) for verdict in verdicts.values())
    print(f"{len(verdicts)} motions, {unfinished} judged up to where they ended early, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
