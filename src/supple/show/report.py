"""A report of a run: one HTML file with an animation, plots and tables, which needs nothing but a browser.

The file loads nothing: style, script, picture and data are inside, and its content security policy allows no other script
than its own, which it names by a digest. All texts of a user are escaped on their way into it.
"""

import base64
import hashlib
import json
import os
import re
import warnings
from collections.abc import Callable
from functools import partial
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

import numpy as np

from .._files import replacing
from ..trajectory import Trajectory
from .animation import animation
from .bent import HARDLY, extremes, flexible_bodies
from .drives import cable_rows, cables, controller_rows, controllers, motor_rows, motors
from .html import FIRST, facts, items, of, section, table
from .meshes import thinning
from .overview import plot_overview
from .picture import Picture, placed
from .touched import forces, impacts

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SCRIPTS = ("geometry.js", "paint.js", "bent.js", "surfaces.js", "stage.js", "viewer.js")
LIMITS = 4  # that are named of what limited the steps
KEYS = 12  # bodies that are named below the animation
LARGEST_SVG = 1_500_000  # bytes of a picture that is kept as vectors


def write_report(
    run: Trajectory,
    path: str | os.PathLike[str],
    *,
    frames: int = 400,
    magnify: float | None = 1.0,
    follow: bool = False,
    overview: "Callable[[Trajectory], Figure]" = plot_overview,
) -> Path:
    """Write a report of a run to an HTML file, complete or not at all; return its path.

    frames    of the animation, at uniform times from start to end.
    magnify   deflection of flexible bodies in the animation over the true one, when the page is opened: it says so, and has
              a choice of others; None: a round number with which it is seen.
    follow    the animation goes with what moves, for what walks or rolls far; the page has a switch for it.
    overview  draws the plots; a function that keeps its figure saves drawing it for the report again.
    """
    if isinstance(frames, bool) or not isinstance(frames, int | np.integer) or frames < 2:
        raise ValueError(f"frames must be a whole number >= 2, got {frames!r}")
    with replacing(path) as beside:
        beside.write_text(page(run, int(frames), overview, magnify, follow), encoding="utf-8", newline="\n")
    return Path(path)


def page(run, frames, overview=plot_overview, magnify=1.0, follow=False):
    """The whole page as text."""
    data = animation(run, frames, magnify, follow)
    sections = (
        _summary,
        partial(_plots, overview=overview),
        _flexible,
        _drives,
        forces,
        impacts,
        _notes,
        _sources,
        _provenance,
        _scene,
    )
    found = [motion_section(run, data), *(part(run) for part in sections)]
    return assembled(run.model.scene.name, outcome(run), run.success, found, data)


def assembled(title, sentence, good, sections, data):
    """A page of sections with the viewer of `data`."""
    script = "\n".join(_part(name) for name in SCRIPTS)
    script = f'"use strict";\n{{\n{script}}}\n'
    return _template("report.html").substitute(
        title=escape(title),
        outcome=escape(sentence),
        verdict="good" if good else "bad",
        policy=f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src '{_digest(script)}'",
        style=_part("report.css"),
        sections="\n".join(sections),
        script=_data(data) + f"<script>{script}</script>",
    )


def outcome(run):
    """What happened, in one sentence."""
    s, made = run.statistics, _made(run)
    message = run.message[:1].upper() + run.message[1:]
    return (
        f"{message}: {run.t[-1] - run.t[0]:g} s of motion in {_duration(s['wall time'])}, {made} "
        f"contact{'' if made == 1 else 's'} made, energy balance closed to {run.ledger.relative_residual:.1e}."
    )


# --- sections -----------------------------------------------------------------------------------------------------------
def _summary(run):
    s, ledger = run.statistics, run.ledger
    limits = list(run.limits.items())
    more = f" and {len(limits) - LIMITS} more" if len(limits) > LIMITS else ""
    rows = {
        "time": f"{run.t[0]:g} to {run.t[-1]:g} s, computed in {_duration(s['wall time'])}",
        "method": f"{run.method.name}, rtol {run.options.rtol:g}",
        "steps": f"{s['steps']} ({s['rejected']} rejected)",
        "right-hand sides": f"{s['right-hand sides']}",
        "events": f"{s['events']} located",
        "contacts made": f"{_made(run)}",
        "energy": f"{ledger.turnover:.4g} J turned over, residual {ledger.relative_residual:.1e} of it",
        "steps limited by": ", ".join(f"{name} {count}" for name, count in limits[:LIMITS]) + more,
    }
    return section("Summary", facts(rows))


def motion_section(run, data):
    """The viewer."""
    if data is None:
        return section("Motion", "<p>There is no animation: this result has no bodies that could be drawn.</p>")
    keys = [_key(name, data["colours"][i % len(data["colours"])]) for i, name in enumerate(data["moving"][:KEYS])]
    if len(data["moving"]) > KEYS:
        keys.append(f"and {len(data['moving']) - KEYS} more")
    interval = (data["end"] - data["start"]) / max(data["frames"] - 1, 1)
    return _template("viewer.html").substitute(
        start=f"{data['start']:.4f}",
        legend="\n".join(keys) or "Nothing moves.",
        interval=_duration(interval),
        bending=_bending(run, data) + _drawn_drives(data) + _hint(thinning(data)),
    )


def _bending(run, data):
    """What the animation shows of deflections."""
    beams = flexible_bodies(run)
    if not beams:
        return ""
    share = max(extremes(run, name).deflection / beam.length for name, beam in beams.items())
    text = f"Flexible bodies bend by up to {100.0 * share:.2g} % of their length"
    if data["factors"][-1] > 1.0:
        hardly = ", which is hardly seen" if share < HARDLY else ""
        text += f"{hardly}; <i>Deflection</i> magnifies it, with all that they carry, while forces stay where they act"
    return _hint(f"{text}.")


def _drawn_drives(data):
    """What the animation shows of cables and motors."""
    cables = "Cables are red while taut, thin and grey while slack; drawn beside the links by their lever arms."
    motors = "Short dark cylinders are motors."
    text = " ".join(sentence for sentence, there in ((cables, data["cables"]), (motors, data["motors"])) if there)
    return _hint(text)


def _hint(text):
    return f'<p class="hint">{text}</p>\n' if text else ""


def _key(name, colour):
    return f'<span class="key"><i style="background:{colour}"></i>{escape(name)}</span>'


def _plots(run, overview):
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Glyph")  # a letter that the font lacks is drawn as a box
            picture = _picture(overview(run))
    except Exception as error:  # laws that are gone, a name that is no text for a plot, fonts: it costs the plots alone
        return section("Plots", f"<p>There are no plots: {escape(str(error) or type(error).__name__)}.</p>")
    return section("Plots", f"<figure>{picture}</figure>")


def _picture(drawn):
    """A figure, or a Picture of one, as SVG inside the page, or as PNG if that is long."""
    text = "Heights, contact forces, energies, energy residual and step sizes over time"
    picture = drawn if isinstance(drawn, Picture) else Picture(drawn)
    with placed(picture.figure):
        svg = picture.svg(LARGEST_SVG)
        if svg is None:
            return f'<img alt="{text}" src="data:image/png;base64,{_base64(picture.png)}">'
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    return svg.replace("<svg", f'<svg role="img" aria-label="{text}"', 1)


def _flexible(run):
    beams = flexible_bodies(run)
    if not beams:
        return ""
    rows = []
    for name, beam in list(beams.items())[:FIRST]:
        most = extremes(run, name)
        rows.append([
            name, len(beam.names), f"{beam.frequencies().min():.4g}", f"{most.deflection * 1e3:.4g}", f"{most.turn:.3g}",
            f"{most.stress * 1e-6:.4g}", f"{most.energy:.4g}",
        ])  # fmt: skip
    head = ("body", "modes", "lowest frequency [Hz]", "deflection [mm]", "slope [rad]", "stress [MPa]", "energy [J]")
    return section(of("Flexible bodies, largest values", len(beams)), table(head, rows))


def _drives(run):
    kinds = (
        ("Cables", cables(run), cable_rows, ("cable", "largest tension [N]", "times slack", "not taut [%]")),
        ("Motors, largest values", motors(run), motor_rows,
         ("motor", "torque [Nm]", "current [A]", "voltage [V]", "shaft [rad/s]", "at a limit [%]")),
        ("Controllers", controllers(run), controller_rows, ("controller", "samples", "cut off", "outputs")),
    )  # fmt: skip
    tables = [
        (of(title, len(names)), table(head, rows(run, names[:FIRST]))) for title, names, rows, head in kinds if names
    ]
    return "\n".join(section(title, inside) for title, inside in tables)


def _notes(run):
    return section("Notes of the model", items(run.model.notes)) if run.model.notes else ""


def _sources(run):
    lines = [line for line in run.citation().splitlines() if line]
    return section("Sources", items(lines)) if lines else ""


def _provenance(run):
    return section("Provenance", facts(run.provenance))


def _scene(run):
    text = getattr(run, "scene_toml", "")
    if not text:
        return ""
    return f'<details><summary>The scene as text</summary><pre class="text">{escape(text)}</pre></details>'


# --- pieces ------------------------------------------------------------------------------------------------------------
def _data(data):
    """The data of the viewer: JSON in which no tag can begin or end."""
    if data is None:
        return ""
    text = json.dumps(data, allow_nan=False, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return f'<script type="application/json" id="viewer-data">{text}</script>\n'


def _made(run):
    return sum(event.what == "made" for event in run.events)


def _duration(seconds):
    """A time with a unit that fits."""
    for size, unit in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def _digest(script):
    return f"sha256-{_base64(hashlib.sha256(script.encode()).digest())}"


def _base64(data):
    return base64.b64encode(data).decode("ascii")


def _part(name):
    return (files(__package__) / "page" / name).read_text(encoding="utf-8")


def _template(name):
    return Template(_part(name))
