"""A campaign of random pairs of convex bodies: gap and normal against optimisers that share no code with supple.

    python validation/closest_points.py --count 10000 --workers 2

Bodies are ellipsoids, superellipsoids and balls with aspect ratios up to 20 and sizes from 1 um to 10 km, at gaps from ten
sizes to coincident centres; tests/shapes/closest_oracle.py says what they are compared with. The table has the largest
difference of the gap and, at the normal that was found, the largest slope of the gap by the oracle's own support functions
(0 at the true normal), both relative to |d| and the reaches of the bodies.

Wrong is a gap off by more than 1e-12, a slope of more than 1e-12, a status FAILED, or a value that is not finite; an
uncertain gap below the largest that the oracle found is called missed. Every wrong pair is printed with the command that
repeats it; the exit status is 1 if there was one.
"""

import argparse
import math
import multiprocessing
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices are small, and each worker has its core
sys.path[0] = str(Path(__file__).resolve().parents[1] / "tests")

import numpy as np  # noqa: E402
from shapes.bodies import t3  # noqa: E402
from shapes.closest_oracle import Support, distance, gap_of, largest_gap  # noqa: E402
from shapes.convex_pairs import (  # noqa: E402
    ELLIPSOID,
    FILES,
    GAP,
    N_STEPS,
    NORMAL,
    STATUS,
    SUPERELLIPSOID,
    draw_body,
    placed,
    radii_of_sum,
    solved,
    surely,
    unit,
)

from supple.shapes.pairs.convex import CERTAIN, FAILED, SEARCHED  # noqa: E402
from supple.shapes.supports.dispatch import POINT  # noqa: E402

TOLERANCE = 1e-12
REGIMES = ("apart", "touching", "shallow", "to the turn", "deep", "deepest")
ASPECTS = (1.5, 5.0, 20.0)
KINDS = ((ELLIPSOID, ELLIPSOID),) * 5 + ((ELLIPSOID, SUPERELLIPSOID), (SUPERELLIPSOID, SUPERELLIPSOID),
                                         (POINT, ELLIPSOID), (SUPERELLIPSOID, POINT))  # fmt: skip


def drawn(regime, aspect, seed):
    """Two bodies, of which a common normal is known, at a gap that belongs to the regime."""
    rng = np.random.default_rng([REGIMES.index(regime), int(10 * aspect), seed])
    size = 10.0 ** rng.uniform(-6, 4)
    kind_A, kind_B = KINDS[rng.integers(len(KINDS))]
    other_aspect, other_size = (
        rng.choice([aspect, rng.uniform(1.0, aspect)]),
        rng.choice([1.0, 10.0 ** rng.uniform(-1, 1)]),
    )
    A, B = draw_body(rng, kind_A, aspect, size), draw_body(rng, kind_B, other_aspect, other_size * size)
    n = unit(rng)
    if regime == "apart":
        gap = size * 10.0 ** rng.uniform(-6, 1)
    elif regime == "touching":
        gap = size * rng.choice([-1, 1]) * 10.0 ** rng.uniform(-16, -6)
    elif regime == "shallow":
        gap = -surely(A, B) * rng.uniform(0, 1)
    else:
        gap = -radii_of_sum(A, B, n)[0] * rng.uniform(0, 1.5)
    B = placed(A, B, n, gap)
    if regime in ("deep", "deepest"):
        part = rng.uniform(0, 1) if regime == "deep" else rng.choice([0.0, 1e-15, 1e-9, 1e-3])
        B = B._replace(centre=t3(part * np.array(B.centre)))
    return A, B


def numbers(one):
    """What the oracle is told of a body."""
    if one.kind == POINT:
        return ()
    if one.kind == ELLIPSOID:
        return t3(np.sqrt(one.p[:3]))
    q, e = one.p[4], math.sqrt(one.p[3])
    return t3(FILES[one.kind].half_widths(one.p)), q / (q - 1.0), e


def reach(one):
    return one.radius + (FILES[one.kind].reach(one.p) if one.kind else 0.0)


def judged(case):
    """Difference of the gaps (ours minus the oracle's) and slope at the normal, over the size; which oracle it was."""
    A, B, found = case
    size = float(np.linalg.norm(np.subtract(A.centre, B.centre))) + reach(A) + reach(B)
    a, b = (Support(one, numbers(one)) for one in (A, B))
    margins = A.radius + B.radius
    gap, n, oracle, best = found[GAP], found[NORMAL], "grid", None
    if A.kind == B.kind == ELLIPSOID and gap + margins > 1e-6 * size:  # the cores are apart
        best = distance(a, b)
        oracle = "distance" if best else "grid instead"
    best = best - margins if best else largest_gap(a, b)
    _, slope = gap_of(a, b, n)
    return (gap - best) / size, float(np.linalg.norm(slope - (slope @ n) * n)) / size, oracle


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=900, help="pairs in all (default 900)")
    parser.add_argument("--seed", type=int, default=0, help="first seed (default 0)")
    parser.add_argument("--regimes", nargs="+", default=REGIMES, choices=REGIMES)
    parser.add_argument("--aspects", nargs="+", type=float, default=ASPECTS)
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    return parser.parse_args()


HEAD = (
    f"{'regime':12} {'aspect':>6} {'pairs':>5}  {'gap':>7} {'slope':>7}  {'certain':>7} {'searched':>8} {'failed':>6}  "
)
HEAD += f"{'steps':>5} {'most':>4} {'CPU us':>7}  oracle"


def cell(regime, aspect, seeds, pool):
    """One line of the table, and sentences on what is wrong."""
    pairs = [drawn(regime, aspect, seed) for seed in seeds]
    found = solved(pairs)
    start = time.process_time()
    solved(pairs, 5)
    cost = (time.process_time() - start) / 5 / len(pairs) * 1e6
    verdicts = pool.map(judged, [(A, B, row) for (A, B), row in zip(pairs, found, strict=True)], chunksize=8)
    wrong = []
    for seed, row, (gap, slope, oracle) in zip(seeds, found, verdicts, strict=True):
        fine = abs(gap) <= TOLERANCE and slope <= TOLERANCE and np.isfinite(row).all()
        if row[STATUS] == FAILED or not fine:
            word = "missed" if row[STATUS] == SEARCHED and gap < -TOLERANCE else "wrong"
            again = f"--count 1 --seed {seed} --regimes '{regime}' --aspects {aspect:g}"
            wrong.append(f"{word}: gap {gap:.2g}, slope {slope:.2g}, status {int(row[STATUS])}, {oracle}: {again}")
    gaps, slopes, oracles = zip(*verdicts, strict=True)
    n = [(found[:, STATUS] == status).sum() for status in (CERTAIN, SEARCHED, FAILED)]
    steps = found[:, N_STEPS]
    line = f"{regime:12} {aspect:6g} {len(pairs):5}  {max(map(abs, gaps)):7.1e} {max(slopes):7.1e}  "
    line += f"{n[0]:7} {n[1]:8} {n[2]:6}  "
    used = ", ".join(f"{oracles.count(name)} {name}" for name in sorted(set(oracles)))
    return line + f"{steps.mean():5.1f} {int(steps.max()):4} {cost:7.2f}  {used}", wrong


def main():
    args = options()
    each = -(-args.count // (len(args.regimes) * len(args.aspects)))
    wrong, count = [], 0
    print(HEAD)
    with multiprocessing.Pool(args.workers) as pool:
        for regime in args.regimes:
            for aspect in args.aspects:
                line, more = cell(regime, aspect, range(args.seed, args.seed + each), pool)
                print(line, flush=True)
                wrong, count = wrong + more, count + each
    print(*wrong, f"{len(wrong)} wrong of {count}", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
