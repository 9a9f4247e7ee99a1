"""`auto` beside every single method on the scenes of the benchmarks and of the examples: time of the compiled loop.

"x best" is the CPU time of `auto` over that of the best single method at the same rtol; who ends in any other way than at
the end time is out of the race. "looser" is the time of `auto` over its own at the next tighter rtol: above 1 the looser
one is the dearer one. Each method runs once; `auto` and those that come near the best then take turns.
"""

from pathlib import Path

import balls
import blocks
import controlled
import drop
import elastic_robots
import ellipsoids
import flexible
import robots
import slide
import stiff_steps
from common import Row, Stopwatch, main

import supple
from supple import simulation

TOLERANCES = (1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7)
METHODS = ("auto", "dormand_prince", "dop853", "bogacki_shampine", "rodas5p", "ode23s", "trapezoid")
EXAMPLES = Path(__file__).parents[1] / "examples" / "scenes"
LONG = ("wall", "hills", "dominoes")  # minutes at some tolerance
PASSES, ENOUGH = 7, 2.0  # turns, and after how much of all [s] there are no more
NEAR = 2.0  # times the best: who may be the best after all
GIVE_UP = 3.0  # times that of `auto` after which a single method cannot be the best
SLOW = 4.0  # [s]


def cases(quick):
    """Scenes of the benchmarks, then of the examples: name, model, end [s]."""
    yield "drop", drop.scene(), 5.0
    yield "slide", slide.scene(), slide.END
    yield "arm", robots.arm(), robots.END
    yield "quadruped", robots.quadruped(), robots.END
    if quick:
        return
    yield "quadruped, sampled", controlled.tracked(), robots.END
    yield "two ellipsoids falling", ellipsoids.scene(), ellipsoids.END
    yield "link, 3 modes", flexible.link(3), flexible.IMPACT
    yield "beam, 3 modes", flexible.pendulum(3), flexible.SWING
    yield "arm with a rod", flexible.swapped(1), 0.3
    for case in (elastic_robots.landing(), elastic_robots.jogging()):
        yield case.name, case.scene, case.end
    for name in ("stack of 5", "coin"):
        case = blocks.CASES[name]()
        yield name, blocks.scene(case, blocks.FRICTION[name]), case.end
    yield "49 balls", balls.scene(49), balls.END
    yield "10 balls at rest", stiff_steps.balls(10), 1.0
    yield "30 links", stiff_steps.chain(30), 1.0
    for path in sorted(EXAMPLES.glob("*.toml")):
        if path.stem not in LONG:
            read = supple.read_scene(path)
            yield path.stem, read.scene, read.run["end"]


def seconds(model, end, rtol, method, limit):
    """CPU time [s] of the loop; infinite if the run is not right, or takes longer than the limit."""
    watch = simulation.run = Stopwatch(simulation.run)
    try:
        run = supple.simulate(model, end, rtol=rtol, method=method, time_limit=limit, max_steps=10**7)
    finally:
        simulation.run = watch.function
    return watch.seconds if run.success else float("inf")


def row(name, model, end, rtol):
    """One line, and the time of `auto`."""
    seconds(model, end, rtol, "auto", SLOW)  # whatever is rare is compiled
    best = {"auto": seconds(model, end, rtol, "auto", SLOW)}
    limit = min(GIVE_UP * best["auto"] + 1.0, SLOW)
    best |= {method: seconds(model, end, rtol, method, limit) for method in METHODS[1:]}
    near = [method for method in METHODS if best[method] < NEAR * min(best.values()) or method == "auto"]
    spent = 0.0
    for _ in range(PASSES):
        for method in near:
            found = seconds(model, end, rtol, method, SLOW)
            best[method], spent = min(best[method], found), spent + found
        if spent > ENOUGH:
            break
    rival = min(METHODS[1:], key=best.get)
    figures = {"auto ms": 1e3 * best["auto"], "x best": best["auto"] / best[rival], "best": rival}
    figures |= {f"{method} ms": 1e3 * each for method, each in best.items() if method != "auto"}
    return Row(name, f"rtol {rtol:g}", figures), best["auto"]


def parts(quick=False):
    """A block per case."""
    worst = {}
    for name, scene, end in cases(quick):
        model, rows, last = supple.build(scene), [], None
        for rtol in reversed(TOLERANCES):
            line, own = row(name, model, end, rtol)
            if last is not None:
                line.figures["looser"] = own / last
            worst[name, rtol], last = line.figures["x best"], own
            rows.append(line)
        yield name, rows
    high = {case: ratio for case, ratio in worst.items() if ratio > 1.3}
    yield (
        f"{len(high)} of {len(worst)} above 1.3",
        [Row(name, f"rtol {rtol:g}", {"x best": ratio}) for (name, rtol), ratio in high.items()],
    )


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
