"""Modes as pictures: a page with the animation of one and the table of all, and drawings of its two ends."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from .._check import integer
from .._files import replacing
from .animation import animation
from .html import section, table
from .report import assembled, motion_section
from .snapshot import plot_snapshots

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..linear.modes import Modes


def write_mode(
    modes: "Modes",
    k: int,
    path: str | os.PathLike[str],
    *,
    amplitude: float | None = None,
    cycles: int = 2,
    frames: int = 120,
) -> Path:
    """Write a page with the animation of mode k to an HTML file, complete or not at all; return its path.

    amplitude   of the shape; None: one with which it is well seen
    cycles      that are shown, undamped, in slow motion where it is fast
    """
    run = modes.motion(_number(modes, k), amplitude, cycles=cycles, frames=frames)
    data = animation(run, frames)
    title = f"{modes.model.scene.name}: mode {k}"
    sections = [motion_section(run, data), section("Modes", _table(modes)), section("Shape", _shape(modes, k))]
    with replacing(path) as beside:
        beside.write_text(assembled(title, _sentence(modes, k), True, sections, data), encoding="utf-8", newline="\n")
    return Path(path)


def plot_mode(
    modes: "Modes", k: int, *, amplitude: float | None = None, azimuth: float = -65.0, elevation: float = 20.0
) -> "Figure":
    """Draw mode k: at one end, in the middle and at the other end of its motion; return the Figure."""
    run = modes.motion(_number(modes, k), amplitude, cycles=1, frames=5)
    figure = plot_snapshots(run, *run.t[:3].tolist(), azimuth=azimuth, elevation=elevation, forces=False, frames=False)
    figure.suptitle(_sentence(modes, k))
    return figure


def _number(modes, k):
    """The number of a mode, or a sentence."""
    number = integer("k", k)
    if not -len(modes) <= number < len(modes):
        raise ValueError(f"k must be one of the {len(modes)} modes, counted from 0, got {number}")
    return number


def _sentence(modes, k):
    mode = modes[k]
    if mode.frequency > 0.0:
        what = f"{mode.frequency:.6g} Hz, damping ratio {mode.damping_ratio:.3g}"
    else:
        what = f"{mode.kind}, eigenvalue {mode.eigenvalue.real:.6g} rad/s; drawn as an oscillation"
    return f"Mode {k}: {what}; amplitude made up, contacts left out."


def _table(modes):
    rows = [
        [f"{k}: {modes.words(k)}", mode.kind, f"{mode.frequency:.6g}", f"{mode.damping_ratio:.4g}",
         f"{mode.eigenvalue.real:.6g}", f"{mode.eigenvalue.imag:.6g}"]
        for k, mode in enumerate(modes)
    ]  # fmt: skip
    return table(
        ("mode", "kind", "frequency [Hz]", "damping ratio", "real part [rad/s]", "imaginary part [rad/s]"), rows
    )


def _shape(modes, k):
    rows = [
        [name, f"{value.real:.5g}", f"{value.imag:.5g}", unit]
        for (name, value), unit in zip(modes.shape(k).items(), modes.units, strict=True)
    ]
    return table(("coordinate", "real part", "imaginary part", "unit"), rows)
