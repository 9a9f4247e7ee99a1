"""Draw docs/images/house.png: the rooms of the package on their floors, and the way of a scene through them.

    python tools/draw_house.py

Floors are the layers in pyproject.toml, and which rooms hold compiled code is said in `_jit/sources.py`; only the words are
here. A room without words, or words without a room, is an error.
"""

import re
import tomllib
from pathlib import Path

from supple._jit.sources import COMPILED

ROOT = Path(__file__).parents[1]
WORDS = {
    "cli": "commands",
    "papers": "published studies, reproduced",
    "show": "plots, report",
    "testing": "conformance suites",
    "ensembles": "designs, engines, store; fits",
    "impacts": "the restitution laboratory",
    "linear": "rest, modes, A B C D",
    "robots": "built ones; feed-forward",
    "simulation": "simulate: build, run, collect",
    "results": "where a run is kept: memory or file",
    "trajectory": "what a run means: records, replay, contacts, ledger",
    "model": "words to numbers",
    "readers": "URDF, MJCF: robots of others",
    "scene": "what a person writes: Python or a file",
    "system": "rhs, guards, broad phase",
    "options": "of a run",
    "elements": "all that acts: contact, stop, force, spring, bushing, motion",
    "dynamics": "kinematics, articulated bodies, energy of a tree",
    "joints": "how bodies move",
    "shapes": "gap and normal",
    "laws": "force, friction",
    "flexible": "beams, modes",
    "motions": "paths over time",
    "integrate": "methods, and a loop that knows nothing of robots",
    "spatial": "vectors, rotations, inertias",
    "materials": "the table of materials",
    "registry": "one line per member",
    "_reading": "texts of others",
    "quantities": "unit, range, meaning",
    "tables": "named columns",
    "guards": "value, rate",
    "_check": "sentences",
    "_files": "whole or absent",
    "_jit": "the only door to numba",
    "_interrupt": "Ctrl-C",
    "_kept": "bytes on disk",
}
WAY = (  # room, what happens there
    ("scene", "1  Scene: checked, named, kept"),
    ("model", "2  Model: tables, layout, y0"),
    ("system", "3  rhs, guards and jumps of\n    the elements that act"),
    ("integrate", "4  loop: step, error, event, record"),
    ("trajectory", "5  Trajectory: rows and log, replayed\n    by the kernels of the run"),
)
WIDTH, HEIGHT, GAP, RIGHT = 7.0, 0.42, 0.06, 7.7
PYTHON, MACHINE, LINE, EARTH = "#e8eef5", "#fbe9d3", "#46525e", "#b5651d"


def floors():
    """Rooms of every floor, from the roof down."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (layers,) = (contract["layers"] for contract in contracts if contract["id"] == "layers")
    rows = [[re.sub(r"[() ]", "", name) for name in layer.split("|")] for layer in layers]
    rows = [row for row in rows if row != ["__main__"]]
    rooms = {name for row in rows for name in row}
    assert rooms == set(WORDS), f"rooms and words must agree, got {rooms ^ set(WORDS)}"
    return rows


def draw(path):
    """Write the picture."""
    from matplotlib.figure import Figure
    from matplotlib.patches import FancyBboxPatch, Polygon

    rows = floors()
    compiled = {part.split("/")[0].removesuffix(".py") for part in COMPILED if "*" not in part}
    figure = Figure(figsize=(10.4, 0.47 * len(rows) + 1.5), dpi=120)
    axes = figure.add_subplot()
    height = {}
    for floor, row in enumerate(reversed(rows)):
        y, width = floor * (HEIGHT + GAP), (WIDTH - GAP * (len(row) - 1)) / len(row)
        for i, room in enumerate(row):
            x = i * (width + GAP)
            height[room] = y + HEIGHT / 2
            face = MACHINE if room in compiled else PYTHON
            box = FancyBboxPatch(
                (x, y), width, HEIGHT, boxstyle="round,pad=0,rounding_size=0.05", fc=face, ec=LINE, lw=0.8
            )
            axes.add_patch(box)
            if len(row) < 3:
                axes.text(x + 0.1, height[room], room, va="center", fontsize=9.5, weight="bold")
                axes.text(x + width - 0.1, height[room], WORDS[room], va="center", ha="right", fontsize=8.5, color=LINE)
            else:
                axes.text(x + 0.1, y + 0.29, room, va="center", fontsize=9.5, weight="bold")
                axes.text(x + 0.1, y + 0.11, WORDS[room], va="center", fontsize=7.5, color=LINE)
    top = len(rows) * (HEIGHT + GAP)
    axes.add_patch(Polygon([(-0.15, top), (WIDTH / 2, top + 0.55), (WIDTH + 0.15, top)], fc="white", ec=LINE, lw=1.2))
    axes.text(WIDTH / 2, top + 0.2, "supple", ha="center", va="center", fontsize=11, weight="bold")
    _way(axes, height)
    axes.text(RIGHT, top + 0.2, "the way of a scene", fontsize=10, weight="bold", va="center")
    for y, face, words in ((-0.3, PYTHON, "Python"), (-0.3, MACHINE, "holds compiled code")):
        x = 0.0 if face == PYTHON else 1.1
        axes.add_patch(FancyBboxPatch((x, y), 0.25, 0.16, boxstyle="square,pad=0", fc=face, ec=LINE, lw=0.8))
        axes.text(x + 0.35, y + 0.08, words, va="center", fontsize=8.5)
    axes.text(WIDTH, -0.22, "a room knows those below it only", ha="right", va="center", fontsize=8.5)
    axes.set(xlim=(-0.25, 10.75), ylim=(-0.4, top + 0.65), aspect="equal")
    axes.axis("off")
    figure.savefig(path, bbox_inches="tight", pad_inches=0.05, metadata={"Software": None})


def _way(axes, height):
    """The numbered way beside the house: every stretch in a lane of its own."""
    for i, (room, words) in enumerate(WAY):
        axes.plot([WIDTH + 0.02, RIGHT - 0.06], [height[room]] * 2, color=EARTH, lw=0.8, ls=":")
        axes.text(RIGHT, height[room], words, va="center", fontsize=9)
        if i:
            x, style = WIDTH + 0.13 * i, {"arrowstyle": "-|>", "color": EARTH, "lw": 1.3, "shrinkA": 0, "shrinkB": 0}
            axes.annotate("", (x, height[room]), (x, height[WAY[i - 1][0]]), arrowprops=style)


if __name__ == "__main__":
    draw(ROOT / "docs" / "images" / "house.png")
