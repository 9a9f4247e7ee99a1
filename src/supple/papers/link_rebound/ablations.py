"""What matters for the rebound: three modes, with one thing left out or put in.

One of the other program's cases has no counterpart in supple: bending without foreshortening (`plain.py` has it).
"""

from ..study import judged
from .expected import ABLATIONS
from .link import Case, rebound

CASES = {
    "as it is": {},
    "kinetic energy beyond second order": {"inertia": "full"},
    "damping ratio 0.01": {"damping": 0.01},
    "gravity into the block": {"gravity": True},
    "rigid block": {"rigid_block": True},
    "no plasticity": {"plastic": False},
    "no friction": {"mu": 0.0},
}


def ablations():
    """{name: impact}."""
    return {name: rebound(Case(modes=3, **change)) for name, change in CASES.items()}


def ablation_items(runs):
    """e and largest force of each, to the digits of the other program."""
    for name, (e, force) in ABLATIONS.items():
        source, one = f"3 modes, {name}: computed apart", runs[name]
        note = f"{one.collisions} collision{'s' if one.collisions > 1 else ''}"
        yield judged("e", e, one.e, "-", source, rule="absolute", tolerance=1e-5, note=note)
        yield judged("largest force", force, one.peak, "N", source, rule="absolute", tolerance=0.1)
