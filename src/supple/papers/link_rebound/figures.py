"""Pictures of the study of the link.

fig2_loop          force over indentation, with the marks of the paper: MC Fig. 2
fig3_angle         angle over time: MC Fig. 3
fig4_deflection    elastic displacement of the tip along the normal of the block: MC Fig. 4
fig5_force         contact force over time: MC Fig. 5
fig6_friction      e over mu: MC Fig. 6
fig7_rate          e over omega_0: MC Fig. 7
convergence        over the number of modes
ledger             where every joule of the impact is
bent_link          the link at nine times: `bent_link.py`
map                2,500 impacts
"""

from pathlib import Path

import numpy as np

from ...show.plots import write_figure
from ...show.style import COLOURS, DASHES, style_axes
from .bent_link import figure_bent_link
from .link import ANGLE, CONTACT, Case, law_of, rebound
from .tables import of_modes

SHOWN = (0, 1, 2, 3, 5, 10)  # links of a picture
CURVES = (0, 3, 5)  # links of a quick one
AFTER = 0.15  # of the impact that is shown after it
POINTS = 3000
FRICTIONS = np.linspace(0.0, 0.56, 57)
RATES = np.linspace(1.0, 20.0, 39)
BASE = 5  # modes of the link whose ledger is shown
STORED = ("kinetic", "flexible bodies", "contact springs")
LOST = ("friction", "plastic work")
WORDS = {"flexible bodies": "bending", "contact springs": "contact, elastic", "friction": "lost: friction",
         "plastic work": "lost: plastic work"}  # fmt: skip
SHADES = ("#9ecae1", "#3182bd", "#31a354", "#fdae6b", "#a63603")


def draw_all(out, runs, sweeps, found=None):
    """Draw everything into the directory `out`; return the paths. `sweeps` as of `curves`, `found` is a map or None."""
    figures = {
        "fig2_loop": figure_loop(runs),
        "fig3_angle": figure_angle(runs),
        "fig4_deflection": figure_deflection(runs),
        "fig5_force": figure_force(runs),
        "fig6_friction": figure_restitution(
            sweeps["mu"], "MC Fig. 6: restitution over friction", r"friction $\mu$ [-]"
        ),
        "fig7_rate": figure_restitution(
            sweeps["omega"], "MC Fig. 7: restitution over the rate at the first touch", r"$\omega_0$ [rad/s]"
        ),
        "convergence": figure_convergence(runs),
        "ledger": figure_ledger(runs[BASE]),
        "bent_link": figure_bent_link(runs[BASE]),
    }
    if found is not None:
        figures["map"] = figure_map(found)
    return [write_figure(figure, Path(out) / f"{name}.png") for name, figure in figures.items()]


def curves(quick=False):
    """{mu, omega: {modes: (values, e, e_rigid)}}; a quick one has fewer links and every third point."""
    links, step = (CURVES, 3) if quick else (SHOWN, 1)
    found = {}
    for name, values in (("mu", FRICTIONS[::step]), ("omega", RATES[::step])):
        found[name] = {}
        for n in links:
            impacts = [rebound(Case(modes=n, **{name: float(value)})) for value in values]
            found[name][n] = values, np.array([one.e for one in impacts]), np.array([one.e_rigid for one in impacts])
    return found


def _figure(size, title, **grid):
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    figure.suptitle(title, fontsize=11, x=0.01, ha="left")
    return figure, figure.subplots(squeeze=False, **grid)


def _line(n):
    """How a link is drawn, the same in all pictures; the last one wide and pale, as the one before is hardly another."""
    i = SHOWN.index(n)
    style = {"color": COLOURS[i - 1], "linestyle": DASHES[(i - 1) % 3], "linewidth": 1.3, "label": of_modes(n)}
    if n == 0:
        style |= {"color": COLOURS[6], "linestyle": ":"}
    elif n == SHOWN[-1]:
        style |= {"linestyle": "-", "linewidth": 4.0, "alpha": 0.5, "zorder": 1.5}
    return style


def _links(runs):
    return [n for n in SHOWN if n in runs]


def _until(runs):
    """Time that all pictures over time show [s]: until the last of the links has left for a while."""
    return (1.0 + AFTER) * max(runs[n].t_f for n in _links(runs))


def _over_time(runs, links, title, label, value):
    """Curves over the time since the first touch; a dot at the final separation."""
    figure, ((axes,),) = _figure((8.0, 4.0), title, nrows=1, ncols=1)
    for n in links:
        one, style = runs[n], _line(n)
        t = np.linspace(one.start, one.start + _until(runs), POINTS)
        axes.plot(1e6 * (t - one.start), value(one, t), **style)
        axes.plot([1e6 * one.t_f], value(one, np.array([one.end])), "o", color=style["color"], markersize=4.0)
    style_axes(axes, "", r"time since the first touch [$\mu$s]", label)
    axes.set_xlim(0.0, 1e6 * _until(runs))
    axes.legend(fontsize=8, frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5), title="dot: final separation",
                title_fontsize=8)  # fmt: skip
    return figure, axes


def figure_angle(runs):
    """MC Fig. 3."""
    figure, axes = _over_time(runs, _links(runs), r"MC Fig. 3: angle of the link, from $\pi/3$ on", "angle [mrad]",
                              lambda one, t: 1e3 * (one.angle(t) - ANGLE))  # fmt: skip
    axes.set_ylabel(r"$q_1 - \pi/3$ [mrad]")
    axes.axhline(0.0, color="0.5", linewidth=0.7)
    return figure


def figure_deflection(runs):
    """MC Fig. 4."""
    figure, axes = _over_time(runs, [n for n in _links(runs) if n], "MC Fig. 4: elastic displacement of the tip along the "
                              "normal of the block", "displacement [mm], > 0: into the block",
                              lambda one, t: 1e3 * one.deflection(t))  # fmt: skip
    axes.axhline(0.0, color="0.5", linewidth=0.7)
    return figure


def figure_force(runs):
    """MC Fig. 5: normal force above, friction below."""
    figure, panels = _figure(
        (8.0, 6.0), "MC Fig. 5: force on the link during the impact", nrows=2, ncols=1, sharex=True
    )
    (normal,), (tangential,) = panels
    for n in _links(runs):
        one = runs[n]
        t = np.linspace(one.start, one.end, POINTS)
        touching = one.run.contact(CONTACT, t)
        apart = np.array([mode == "open" for mode in touching.mode])
        for axes, value in ((normal, touching.force), (tangential, touching.friction[:, 0])):
            axes.plot(1e6 * (t - one.start), np.where(apart, 0.0, value) / 1e3, **_line(n))
    style_axes(normal, "normal force, out of the block", "", "N [kN]")
    style_axes(tangential, "friction along the block, away from the pin > 0", r"time since the first touch [$\mu$s]",
               r"$F_x$ [kN]")  # fmt: skip
    normal.set_xlim(0.0, 1e6 * _until(runs))
    figure.legend(*normal.get_legend_handles_labels(), fontsize=8, frameon=False, loc="outside right center")
    return figure


def figure_loop(runs):
    """MC Fig. 2: rigid, and with five modes."""
    figure, (panels,) = _figure((9.5, 4.2), "MC Fig. 2: force over indentation", nrows=1, ncols=2)
    law = law_of()
    q_c = (law.yield_force / law.k) ** (2.0 / 3.0)
    for axes, n in zip(panels, (0, BASE), strict=True):
        one = runs[n]
        z = np.linspace(0.0, 1.1 * one.permanent, 300)
        force = law.yield_force + z / law.plastic_compliance
        axes.plot(1e6 * (z + (force / law.k) ** (2.0 / 3.0)), force / 1e3, color="0.75", linewidth=4.0,
                  label="first loading, (13)")  # fmt: skip
        for i, touch in enumerate(one.touches):
            touching = one.run.contact(CONTACT, np.linspace(touch.start, touch.end, POINTS))
            axes.plot(1e6 * touching.delta, touching.force / 1e3, color=COLOURS[i], linewidth=1.2, linestyle=DASHES[i],
                      label=f"touch {1 + i}")  # fmt: skip
        marks = (
            (q_c, law.yield_force, r"$(q_c, F_c)$", (10, -1)),
            (one.depth, one.peak, r"$(q_m, F_m)$", (-52, 2)),
            (one.permanent, 0.0, r"$q_p$", (-15, 5)),
        )
        for x, y, text, shift in marks:
            axes.plot([1e6 * x], [y / 1e3], "o", color="k", markersize=3.5)
            axes.annotate(text, (1e6 * x, y / 1e3), xytext=shift, textcoords="offset points", fontsize=9)
        style_axes(axes, f"{of_modes(n)} link" if n == 0 else of_modes(n), r"indentation [$\mu$m]", "N [kN]")
        axes.legend(fontsize=8, frameon=False, loc="upper left")
        axes.set_xlim(left=-2.0)
        axes.set_ylim(bottom=-0.02 * axes.get_ylim()[1])
    return figure


def figure_restitution(sweep, title, label):
    """MC Figs 6 and 7: e of the tip, and of the rotation."""
    figure, (panels,) = _figure((9.5, 4.2), title, nrows=1, ncols=2, sharey=True)
    for n, (values, e, e_rigid) in sweep.items():
        for axes, found in zip(panels, (e, e_rigid), strict=True):
            axes.plot(values, found, **_line(n))
    style_axes(panels[0], "e of the tip at its final separation (the paper's)", label, "e [-]")
    style_axes(panels[1], r"$e_{rigid}$ of the rotation", label, "")
    panels[0].set_ylim(0.0, 1.0)
    figure.legend(
        *panels[0].get_legend_handles_labels(), fontsize=8, frameon=False, loc="outside lower center", ncols=6
    )
    return figure


def figure_convergence(runs):
    """Four figures over the number of modes."""
    figure, panels = _figure((9.0, 5.6), "Over the number of modes (0: rigid)", nrows=2, ncols=2, sharex=True)
    n = np.array(list(runs))
    shown = (
        ("e of the tip: scatters, as it sees one instant of a vibration", "e [-]", [one.e for one in runs.values()]),
        (r"$e_{rigid}$ of the rotation", r"$e_{rigid}$ [-]", [one.e_rigid for one in runs.values()]),
        ("largest force", "N [kN]", [one.peak / 1e3 for one in runs.values()]),
        ("final separation", r"$t_f$ [$\mu$s]", [1e6 * one.t_f for one in runs.values()]),
    )
    for i, (axes, (title, label, values)) in enumerate(zip(panels.flat, shown, strict=True)):
        axes.plot(n, values, "o-", color=COLOURS[0], markersize=4.0, linewidth=1.0)
        style_axes(axes, title, "modes" if i > 1 else "", label)
        axes.set_ylim(bottom=0.0)
        axes.set_xticks(n)
    return figure


def figure_ledger(one):
    """Energies upon each other over the impact: their sum does not change."""
    title = f"Where every joule is, {of_modes(one.case.modes)}; white lines: touches begin and end"
    figure, ((axes,), (rest,)) = _figure((8.5, 5.6), title, nrows=2, ncols=1, sharex=True, height_ratios=(4, 1))
    ledger = one.run.resample(2e-6)
    t = 1e6 * (ledger["time"].values - one.start)
    parts = [ledger["energy_stored"].sel(store=name) for name in STORED]
    parts += [ledger["energy_lost"].sel(loss=name) for name in LOST]
    axes.stackplot(t, *parts, colors=SHADES, labels=[WORDS.get(name, name) for name in (*STORED, *LOST)])
    for touch in one.touches:
        for time in (touch.start, touch.end):
            axes.axvline(1e6 * (time - one.start), color="white", linewidth=0.9, linestyle=":")
    style_axes(axes, "", "", "energy [J]")
    axes.set_xlim(0.0, 1e6 * (1.0 + AFTER) * one.t_f)
    axes.set_ylim(0.0, one.case.energy)
    handles, labels = axes.get_legend_handles_labels()
    axes.legend(handles[::-1], labels[::-1], fontsize=8, frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    rest.plot(1e6 * (one.run.t - one.start), 1e12 * one.run.ledger.residual, color=COLOURS[6], linewidth=1.0)
    style_axes(rest, "what the ledger misses", r"time since the first touch [$\mu$s]", "[pJ]")
    return figure


def figure_map(found):
    """e, e_rigid and the number of collisions over friction and rate."""
    from matplotlib.colors import BoundaryNorm

    title = f"{found.e.size} impacts of a link with 3 modes"
    figure, (panels,) = _figure((12.0, 3.9), title, nrows=1, ncols=3, sharey=True)
    most = int(found.collisions.max())
    counts = {"cmap": "cividis", "norm": BoundaryNorm(np.arange(0.5, most + 1.0), 256)}
    shown = (
        ("e of the tip", found.e, {"cmap": "viridis", "vmin": 0.0}),
        (r"$e_{rigid}$ of the rotation", found.e_rigid, {"cmap": "viridis"}),
        ("collisions", found.collisions, counts),
    )
    for axes, (name, value, style) in zip(panels, shown, strict=True):
        image = axes.pcolormesh(found.mu, found.omega, value.T, shading="nearest", rasterized=True, **style)
        bar = figure.colorbar(image, ax=axes)
        if name == "collisions":
            bar.set_ticks(range(1, most + 1))
        style_axes(axes, name, r"friction $\mu$ [-]", r"$\omega_0$ [rad/s]" if axes is panels[0] else "")
        axes.grid(False)
    return figure
