"""Write docs/reference.md: every law, joint, shape and element with its parameters, from the registries.

    python tools/write_reference.py            writes the page
    python tools/write_reference.py --check    fails if the page is not as it would be written

What a parameter means, its unit and its range are those of the quantity that it is (`supple.quantities`).
"""

import argparse
import sys
from dataclasses import MISSING, fields
from pathlib import Path

from supple.elements.curves.registry import CURVES
from supple.elements.levers.registry import LEVERS
from supple.elements.registry import ELEMENTS
from supple.flexible.beam import Beam
from supple.flexible.modes.registry import MODES
from supple.flexible.sections.registry import SECTIONS
from supple.joints.registry import JOINTS
from supple.laws.registry import FRICTION, NORMAL
from supple.motions.registry import MOTIONS
from supple.quantities import quantities_of
from supple.scene.dh import Link
from supple.shapes.registry import SHAPES

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference.md"
FAMILIES = {
    "Normal laws": NORMAL,
    "Friction laws": FRICTION,
    "Joints": JOINTS,
    "Shapes": SHAPES,
    "Elements": ELEMENTS,
    "Curves of cables": CURVES,
    "Lever arms of cables": LEVERS,
    "Generators of motions": MOTIONS,
    "Cross-sections of beams": SECTIONS,
    "Shapes of modes": MODES,
}
HEAD = """# Reference: what a scene is made of

Written by `tools/write_reference.py` from the registries. Names and parameters are the same in Python
(`supple.Hertz(k=1e6)`, generators as `supple.motions.Sine(...)`) and in [scene files](scene-files.md)
(`{ type = "Hertz", k = 1e6 }`); `help(supple.Hertz)` says more. Which law to take: [choosing](choosing.md).
"""


def page():
    """The whole page."""
    families = "".join(_family(title, family) for title, family in FAMILIES.items())
    return HEAD + families + "\n## Flexible bodies\n" + _member(Beam) + "\n## Robots\n" + _member(Link)


def _family(title, family):
    return f"\n## {title}\n" + "".join(_member(family.get(name)) for name in sorted(family.names))


def _member(cls):
    known = quantities_of(cls)
    first = (cls.__doc__ or "").strip().splitlines()[0]
    rows = [
        f"| `{field.name}` | {known[field.name].words} | {_default(field)} |\n" for field in fields(cls) if field.init
    ]
    table = "| parameter | meaning | default |\n|---|---|---|\n" + "".join(rows) if rows else ""
    return f"\n### {cls.__name__}\n\n{_plain(first)}\n" + (f"\n{_plain(table)}" if table else "")


def _default(field):
    if field.default is MISSING:
        return "needed" if field.default_factory is MISSING else ""
    return f"`{field.default!r}`" if field.default != "" else ""


def _plain(text):
    """Bars in formulas would end a cell."""
    return text.replace("|v|", "abs(v)").replace("|rate|", "abs(rate)")


def main():
    """Write or check."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, fail if something would change")
    if parser.parse_args().check:
        if not PAGE.exists() or PAGE.read_text("utf-8") != page():
            print(f"{PAGE.relative_to(ROOT)} is not as written: run tools/write_reference.py")
            return 1
        return 0
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
