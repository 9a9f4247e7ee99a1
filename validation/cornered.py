"""Random encounters of shapes with corners: none passes through another, none is missed, elastic energy is kept.

    python validation/cornered.py --count 500 --workers 2

Two bodies, or a body and something fixed, fly at each other, spinning, and collide without loss or friction. Of every run:

    missed     the distance of the whole shapes, by the collision library coal (GJK; it comes with Pinocchio) on the motion
               of the run, falls below -SLACK while nothing touches
    passed     the cores of the two overlap: one is inside the other by more than both roundings
    energy     the ledger misses more than 100 rtol of the energy turned over
    ended      the run ended with a sentence (deeper than the roundings, say): counted, judged up to there

All methods and tolerances take turns. A wrong run is printed with its pair and seed; the exit status is 1 if there was one.
coal's own accuracy is about 1e-6 of the size; what is within SLACK of touching is not judged.
"""

import argparse
import multiprocessing
import sys
from collections import Counter
from itertools import combinations_with_replacement

import coal
import numpy as np
from scipy.spatial.transform import Rotation

import supple as sp
from supple.spatial.rotations import quaternion_to_matrix

METHODS = ("auto", "dormand_prince", "bogacki_shampine", "dop853", "rodas5p", "ode23s", "trapezoid")
RTOLS = (1e-4, 1e-6, 1e-8)
LOOKS = 400  # places of a run at which the distance is taken
SLACK = 2e-5  # of the size: what coal may be wrong by


# --- shapes ---------------------------------------------------------------------------------------------------------------
def sphere(dice, size):
    return sp.Sphere(size * dice.uniform(0.2, 1.0), material="m")


def capsule(dice, size):
    half = size * dice.uniform(0.1, 1.0) * unit(dice)
    return sp.Capsule(tuple(-half), tuple(half), size * dice.uniform(0.05, 0.5), material="m")


def box(dice, size):
    sides = size * dice.uniform(0.1, 2.0, 3)
    return sp.Box(tuple(sides), rounding=float(dice.choice([0.02, 0.1, 0.4]) * 0.5 * sides.min()), material="m")


def cylinder(dice, size):
    radius, height = size * dice.uniform(0.1, 1.0), size * dice.uniform(0.1, 2.0)
    return sp.Cylinder(
        radius, height, rounding=float(dice.choice([0.05, 0.2]) * min(radius, 0.5 * height)), material="m"
    )


def hull(dice, size):
    points = size * np.array([unit(dice) * dice.uniform(0.4, 1.0) for _ in range(dice.integers(5, 14))])
    points -= points.mean(axis=0)
    return sp.Hull([tuple(p) for p in points.tolist()], material="m")


KINDS = {each.__name__: each for each in (sphere, capsule, box, cylinder, hull)}
PAIRS = [pair for pair in combinations_with_replacement(KINDS, 2) if set(pair) - {"sphere", "capsule"}]


def unit(dice):
    v = dice.normal(size=3)
    return v / np.linalg.norm(v)


# --- as coal sees them: cores and radii -----------------------------------------------------------------------------------
def seen(shape):
    """[(coal shape, its place in the body)] and the radius around them: the core of a shape with rounding."""
    R, at = np.eye(3), np.zeros(3)
    if hasattr(shape, "at"):
        at = np.array(shape.at, dtype=float)
    if hasattr(shape, "orientation"):
        R = quaternion_to_matrix(shape.orientation)
    name = type(shape).__name__
    if name == "Sphere":
        return coal.Sphere(0.0), coal.Transform3s(R, at), shape.radius
    if name == "Capsule":
        a, b = np.array(shape.start), np.array(shape.end)
        turn = Rotation.align_vectors([b - a], [[0, 0, 1]])[0].as_matrix()
        return coal.Capsule(0.0, float(np.linalg.norm(b - a))), coal.Transform3s(turn, 0.5 * (a + b)), shape.radius
    r = shape.rounding
    if name == "Box":
        return coal.Box(*(np.array(shape.size) - 2 * r)), coal.Transform3s(R, at), r
    if name == "Cylinder":
        return coal.Cylinder(shape.radius - r, shape.height - 2 * r), coal.Transform3s(R, at), r
    points = coal.StdVec_Vec3s()
    for part in shape.features():
        if part.kind == 1:
            points.append(np.array(part.at))
    return coal.Convex.convexHull(points, False, ""), coal.Transform3s(), r


def distances(run, shapes, times):
    """Distance of the cores less the radii, at times; and the sum of the radii."""
    parts = [seen(shape) for shape in shapes]
    places = [(run.position(name, times), run.rotation(name, times)) for name in ("a", "b")]
    request = coal.DistanceRequest()
    out = np.empty(len(times))
    for k in range(len(times)):
        poses = [coal.Transform3s(R[k], p[k]) * part[1] for (p, R), part in zip(places, parts, strict=True)]
        out[k] = coal.distance(parts[0][0], poses[0], parts[1][0], poses[1], request, coal.DistanceResult())
    radii = parts[0][2] + parts[1][2]
    return out - radii, radii


# --- an encounter -------------------------------------------------------------------------------------------------------
def reach(shape):
    return max(np.linalg.norm(part.at) + part.size + part.radius for part in shape.features()) + (
        max(np.linalg.norm(part.end) for part in shape.features())
    )


def draw(pair, seed):
    """Scene, shapes, end time, size."""
    dice = np.random.default_rng([seed, *(ord(letter) for letter in "-".join(pair))])
    size = 10 ** dice.uniform(-3, 1)
    shapes = [KINDS[kind](dice, size * (dice.uniform(0.3, 1.0) if i else 1.0)) for i, kind in enumerate(pair)]
    v, along = 10 ** dice.uniform(-1, 1) * 10 * size, unit(dice)
    away = 1.2 * sum(map(reach, shapes))
    side = np.cross(along, unit(dice)) * dice.uniform(0.0, 0.7) * min(map(reach, shapes))
    spins = [unit(dice) * dice.uniform(0.0, 6.0) * v / away for _ in range(2)]
    attitudes = [Rotation.random(rng=dice).as_quat(scalar_first=True) for _ in range(2)]
    mass = 1e3 * size**3
    radii = sum(getattr(s, "rounding", getattr(s, "radius", 0.0)) for s in shapes)
    # stops the bodies within a twentieth of the roundings
    speed = v + sum(np.linalg.norm(w) * reach(s) for w, s in zip(spins, shapes, strict=True))
    k = mass * speed**2 / (0.05 * radii) ** 2.5
    scene = sp.Scene(gravity=(0.0, 0.0, 0.0))
    scene.contact("m", "m", normal=sp.Hertz(k=k))
    fixed = dice.uniform() < 0.3
    inertia = (
        (0.4 * mass * size**2,) * 3 if dice.uniform() < 0.5 else tuple(mass * size**2 * dice.uniform(0.25, 0.4, 3))
    )
    joint = sp.Free(position=tuple(-away * along + side), attitude=tuple(attitudes[0]), velocity=tuple(v * along),
                    angular_velocity=tuple(spins[0]))  # fmt: skip
    scene.body("a", mass=mass, inertia=inertia, joint=joint, surfaces=[shapes[0]])
    other = sp.Fixed() if fixed else sp.Free(attitude=tuple(attitudes[1]), angular_velocity=tuple(spins[1]))
    scene.body("b", mass=mass, inertia=inertia, joint=other, surfaces=[shapes[1]])
    return scene, shapes, 2.5 * away / v, min(map(reach, shapes))


def judge(case):
    """(pair, seed, answer, energy over rtol, note)."""
    pair, seed, method, rtol = case
    scene, shapes, end, size = draw(pair, seed)
    run = sp.simulate(scene, end, method=method, rtol=rtol, max_steps=20_000)
    times = np.linspace(0.0, run.t[-1], LOOKS)
    gaps, radii = distances(run, shapes, times)
    touches = [event.time for event in run.events if event.what == "made"]
    first = min(touches, default=np.inf)
    if gaps[times < first].min(initial=np.inf) < -SLACK * size:
        return pair, seed, method, rtol, "missed", 0.0, f"{gaps[times < first].min() / size:.2g} of the size"
    if run.success and (gaps + radii).min() <= 0.0:
        return pair, seed, method, rtol, "passed", 0.0, f"core distance {(gaps + radii).min() / size:.2g} of the size"
    totals = run.ledger.totals
    error = abs(run.ledger.residual).max() / max(totals.turnover, 1e-300) / rtol
    if error > 100.0:
        return pair, seed, method, rtol, "energy", error, f"{error:.3g} rtol"
    answer = ("touched" if touches else "clear") if run.success else "ended"
    return pair, seed, method, rtol, answer, error, "" if run.success else run.message[:120]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=50, help="encounters of each pair (default 50)")
    parser.add_argument("--seed", type=int, default=0, help="first seed (default 0)")
    parser.add_argument("--pairs", nargs="*", help="such as box-box (default: all)")
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    options = parser.parse_args()
    pairs = [tuple(p.split("-")) for p in options.pairs] if options.pairs else PAIRS
    cases = [
        (pair, seed, METHODS[(seed + i) % len(METHODS)], RTOLS[(seed // len(METHODS)) % len(RTOLS)])
        for i, pair in enumerate(pairs)
        for seed in range(options.seed, options.seed + options.count)
    ]
    table, wrong, worst = Counter(), 0, Counter()
    pool = multiprocessing.Pool(options.workers) if options.workers > 1 else None
    for pair, seed, method, rtol, answer, error, note in (pool.imap_unordered if pool else map)(judge, cases):
        table["-".join(pair), answer] += 1
        worst["-".join(pair)] = max(worst["-".join(pair)], error)
        if answer in ("missed", "passed", "energy"):
            wrong += 1
            print(f"{answer}: {'-'.join(pair)} seed {seed} {method} rtol {rtol:g}: {note}", flush=True)
    answers = ("touched", "clear", "ended", "missed", "passed", "energy")
    print(f"{'pair':18}" + "".join(f"{a:>9}" for a in answers) + "   energy over rtol")
    for pair in map("-".join, pairs):
        print(f"{pair:18}" + "".join(f"{table[pair, a]:9}" for a in answers) + f"   {worst[pair]:.3g}")
    print(f"{len(cases)} runs, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
