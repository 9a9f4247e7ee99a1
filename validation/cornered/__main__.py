"""Random encounters of shapes: none passes through another, none is missed or invented, elastic energy is kept.

    python validation/cornered --count 500 --workers 2
    python validation/cornered --count 10000 --workers 2 --out cornered.jsonl            # an hour or many, and
    python validation/cornered --count 10000 --workers 2 --out cornered.jsonl --resume   # on from where it was interrupted

Two bodies, or a body and a half-space or terrain, fly at each other, spinning, and collide without loss or friction
(draw.py). Distances are taken on the motion of the run by other means (oracle.py), and judge.py says what is wrong. All
methods and tolerances take turns. A wrong run is printed with the options that repeat it; the exit status is 1 if there was
one. With --out every batch appends a line of JSON to a file: pair, first seed, count, counts of the answers, worst figures,
CPU time [ms], the wrong runs, and by method and tolerance what runs that did not succeed said (told).
"""

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices are small, and each worker has its core

from draw import PAIRS
from judge import RIGHT, WRONG, judge, setting

import supple

BATCH = 100  # seeds of a line


def batch(case):
    """A batch of seeds of a pair: its line."""
    pair, first, count = case
    counts, told, worst, wrong, looks = Counter(), Counter(), defaultdict(float), [], 0
    start = time.process_time()
    for seed in range(first, first + count):
        verdict = judge(pair, seed)
        counts[verdict.answer] += 1
        looks += verdict.looks
        for name in ("energy", "depth"):
            worst[name] = max(worst[name], getattr(verdict, name))
        method, rtol = setting(pair, seed)
        if verdict.answer in ("unclosed", "ended"):
            told[f"{verdict.answer}, {method}, {rtol:g}: {verdict.note.split(' at t = ')[0].split(' (')[0]}"] += 1
        if verdict.answer in WRONG:
            wrong.append({"seed": seed, "answer": verdict.answer, "note": verdict.note, "method": method, "rtol": rtol})
    return {
        "pair": "-".join(pair), "first": first, "count": count, "counts": dict(counts), "worst": dict(worst),
        "looks": looks, "ms": round(1e3 * (time.process_time() - start), 1), "wrong": wrong, "told": dict(told),
        "supple": supple.__version__,
    }  # fmt: skip


def show(lines, pairs):
    """A row per pair."""
    print(f"{'pair':18}" + "".join(f"{a:>9}" for a in (*RIGHT, *WRONG)) + "   energy/rtol    depth  looks  ms/run")
    for pair in pairs:
        own = [line for line in lines if line["pair"] == pair]
        if not own:
            continue
        counts = sum((Counter(line["counts"]) for line in own), Counter())
        energy, depth = (max(line["worst"][name] for line in own) for name in ("energy", "depth"))
        looks, ms = (sum(line[name] for line in own) / counts.total() for name in ("looks", "ms"))
        print(
            f"{pair:18}" + "".join(f"{counts[a]:9}" for a in (*RIGHT, *WRONG)) + f"{energy:14.3g}{depth:9.3f}"
            f"{looks:7.0f}{ms:8.1f}"
        )  # fmt: skip


def kept(path):
    """Lines of a file, which is cut where the last one was not finished."""
    text = path.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if len(whole) < len(text):
        path.write_bytes(whole)
    return [json.loads(line) for line in whole.splitlines()]


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50, help="encounters of each pair (default 50)")
    parser.add_argument("--seed", type=int, default=0, help="first seed (default 0)")
    parser.add_argument(
        "--pairs", nargs="+", help="such as box-box (default: all)", choices=["-".join(p) for p in PAIRS]
    )
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="append a line of JSON per batch")
    parser.add_argument("--resume", action="store_true", help="leave out the batches that the file has")
    chosen = parser.parse_args()
    if chosen.resume and chosen.out is None:
        parser.error("--resume needs --out FILE, the file to go on with")
    if chosen.out and chosen.out.exists() and not chosen.resume:
        parser.error(f"--out must be a new file without --resume, got {chosen.out}, which is there")
    return chosen


def main():
    chosen = options()
    pairs = chosen.pairs or ["-".join(pair) for pair in PAIRS]
    end = chosen.seed + chosen.count
    # batch by batch through all pairs, so that an interrupted campaign has some of each
    cases = [
        (tuple(pair.split("-")), first, min(BATCH, end - first))
        for first in range(chosen.seed, end, BATCH)
        for pair in pairs
    ]
    lines = kept(chosen.out) if chosen.out and chosen.out.exists() else []
    done = {(line["pair"], line["first"], line["count"]) for line in lines}
    cases = [case for case in cases if ("-".join(case[0]), *case[1:]) not in done]
    pool = multiprocessing.Pool(chosen.workers) if chosen.workers > 1 else None
    for line in (pool.imap_unordered if pool else map)(batch, cases):
        lines.append(line)
        if chosen.out:
            with chosen.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        for run in line["wrong"]:
            again = f"--pairs {line['pair']} --seed {run['seed']} --count 1"
            print(f"{run['answer']}: {again} ({run['method']}, rtol {run['rtol']:g}): {run['note']}", flush=True)
    show(lines, pairs)
    wrong = sum(len(line["wrong"]) for line in lines)
    print(f"{sum(line['count'] for line in lines)} runs, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
