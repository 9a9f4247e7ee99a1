"""Pictures of the Azad-Featherstone study: fig3, fig4, experiment, fig5 and fits.

fig5        the points behind it are not published: without points of the user each panel shows what k says, curves for
            three times lam/k (AF: D/K is a property of the material), panel B the paper's example; with points, the fits
experiment  heights and step sizes, of our run of the paper's method and of supple at equal accuracy
"""

from pathlib import Path

import numpy as np

from ...impacts import impact, restitution_curve
from ...laws import AzadFeatherstone, HuntCrossley
from ...show.plots import write_figure
from ...show.style import COLOURS, DASHES, style_axes
from . import curves
from . import experiment as drop
from .cases import NAMES, cases, fit_sets, formulas, law_of, rms

STYLE = {name: {"color": COLOURS[i], "linestyle": DASHES[i], "linewidth": 1.4} for i, name in enumerate(NAMES.values())}
THIN = 0.9
TIMES = (1e-5, 3e-5, 1e-4)  # [s] lam/k of the curves that stand for unknown damping
EXAMPLE = "AF's example: k = 1e10, lam = 1e5"


def draw_all(out, quick, figure_3_curves, fits, experiment):
    """Draw everything into the directory `out`; return the paths."""
    figures = {
        "fig3": figure_3(figure_3_curves),
        "fig4": figure_4(curves.figure_4(quick)),
        "experiment": figure_experiment(experiment),
        "fig5": figure_5(quick, fits),
        "fits": figure_fits(),
    }
    return [write_figure(figure, Path(out) / f"{name}.png") for name, figure in figures.items()]


def figure_3(laws):
    """Three laws over speed."""
    figure, ((axes,),) = _figure(1, 1, (6.5, 4.0), "AF Fig. 3: restitution of three laws with equal e at 1 m/s")
    for (name, curve), colour, dash in zip(laws.items(), COLOURS, DASHES, strict=False):
        axes.plot(curve.speed, curve.restitution, color=colour, linestyle=dash, linewidth=1.4, label=name)
    axes.set_ylim(0.0, 1.0)
    axes.set_xlim(0.0, 5.0)
    axes.legend(fontsize=8, frameon=False, loc="lower left")
    _over_speed(axes, f"m = 66 g; k = 1e10 N/m$^{{3/2}}$, linear {curves.K_LINEAR:.0e} N/m".replace("e+0", "e"))
    return figure


def figure_4(families):
    """Both laws over the logarithm of speed, for several dampings."""
    figure, (panels,) = _figure(1, 2, (9.0, 4.0), "AF Fig. 4: restitution over the logarithm of the speed", sharey=True)
    for axes, (name, family) in zip(panels, families.items(), strict=True):
        for curve in family:
            axes.plot(curve.speed, curve.restitution, **{**STYLE[name], "linestyle": "-"})
        _, _, bend = curves.over_decades(name, 2)
        axes.set_xscale("log")
        axes.set_ylim(0.0, 1.0)
        axes.set_xlim(1e-2, 1e2)
        _over_speed(axes, f"{name}, bend over two decades {bend:.3f}")
    panels[1].set_ylabel("")
    return figure


def figure_5(quick, fits):
    """Six pairs of bodies."""
    title = "AF Fig. 5: six pairs, " + ("laws fitted to the given points" if fits else "no points given")
    figure, panels = _figure(2, 3, (11.0, 6.5), title)
    for axes, case in zip(panels.flat, cases(), strict=True):
        if case.name in fits:
            _draw_fit(axes, fits[case.name], two=True)
        else:
            _draw_family(axes, case, np.geomspace(1e-2, 1e1, 15 if quick else 60))
            axes.set_ylim(0.0, 1.0)
        axes.set_xscale("log")
        _over_speed(axes, f"{case.title}, k = {_power(case.k)}")
    return _shared_legend(figure, panels)


def _draw_family(axes, case, speeds):
    """The new model with several dampings, and Hunt-Crossley with the same e at 1 m/s."""
    for time in TIMES:
        new = AzadFeatherstone(k=case.k, lam=time * case.k)
        e = impact(new, 1.0, case.mass).restitution
        old = HuntCrossley.from_restitution(e=e, speed=1.0, mass=case.mass, k=case.k)
        for name, law in (("Azad-Featherstone", new), ("Hunt-Crossley", old)):
            curve = restitution_curve(law, speeds, case.mass, rtol=1e-7).restitution
            label = (
                f"{name}{', lam/k in microseconds' if law is new else ', equal at 1 m/s'}" if time == TIMES[0] else None
            )
            axes.plot(speeds, curve, label=label, **{**STYLE[name], "linewidth": THIN})
            if law is new:
                axes.annotate(f"{time * 1e6:.0f}", (speeds[-1], curve[-1]), xytext=(3, 0), textcoords="offset points",
                              ha="left", va="center", fontsize=7, color=COLOURS[0])  # fmt: skip
    axes.set_xlim(speeds[0], 2.0 * speeds[-1])
    if case.name == "B":
        example = restitution_curve(AzadFeatherstone(k=drop.K, lam=drop.LAM), speeds, drop.MASS, rtol=1e-7)
        axes.plot(speeds, example.restitution, color="black", linewidth=1.8, label=EXAMPLE)


def figure_fits():
    """The measured sets of the package with four laws."""
    sets = fit_sets()
    figure, panels = _figure(
        2, 3, (11.0, 6.5), "Measured restitution of the package's table, four laws of one parameter each"
    )
    for axes, (pair, found) in zip(panels.flat, sets.items(), strict=False):
        _draw_fit(axes, found)
        wide = found.data.x.max() > 10.0 * found.data.x.min()
        if wide:
            axes.set_xscale("log")
        best, words = found.best, " (a formula)" if pair in formulas() else ""
        _over_speed(axes, f"{' on '.join(pair)}{words}\nbest: {NAMES[best.name]}, rms of e {rms(best):.4f}")
    return _shared_legend(figure, panels, spare=panels.flat[len(sets) :])


def _draw_fit(axes, found, two=False):
    for name in ("AzadFeatherstone", "HuntCrossley") if two else tuple(NAMES):
        axes.plot(*law_of(found, name).curve(), label=NAMES[name], **STYLE[NAMES[name]])
    axes.plot(found.data.x, found.data.y, "o", color="0.2", markersize=3.5, label="measured")


# --- section II-C -------------------------------------------------------------------------------------------------------
def figure_experiment(experiment):
    """Height, height while settling, and step sizes with the phases."""
    title = "AF section II-C: 66 g fall 1 m, k = 1e10 N/m$^{3/2}$, lam = 1e5 Ns/m$^{3/2}$"
    figure, panels = _figure(3, 1, (9.5, 8.0), title, height_ratios=(1.0, 1.0, 1.6))
    reference, last = experiment.reference, experiment.reference.touch[-1]
    trajectory = drop.trajectory_of("dop853", 1e-10)
    ends = (reference.bouncing, last + experiment.settled)
    _draw_height(panels[0, 0], trajectory, np.linspace(0.0, drop.END, 4000), 1.0, "m", "Height")
    near = np.linspace(last - 0.006, last + 0.008, 4000)
    _draw_height(panels[1, 0], trajectory, near, 1e6, "micrometres", "The last bounces and what is left of them")
    panels[1, 0].axhline(-1e6 * drop.SINK, color="0.6", linewidth=0.8, linestyle=":")
    words = f"dotted: depth at rest, {1e6 * drop.SINK:.3f} micrometres"
    panels[1, 0].annotate(words, (0.99, 0.75), xycoords="axes fraction", fontsize=8, color="0.3", ha="right")
    axes = panels[2, 0]
    best = experiment.best(drop.FREE)
    runs = (
        ("ode23t as in the paper, steps up to 0.01 s", drop.paper_drop()),
        (f"supple: {best.method}, rtol {best.rtol:.1g}", best.drop),
    )
    for (name, run), colour, size in zip(runs, COLOURS, (1.6, 3.0), strict=False):
        h = np.diff(run.t)
        counts = " + ".join(map(str, run.steps(experiment.settled)))
        axes.semilogy(
            run.t[:-1][h > 0.0], h[h > 0.0], ".", markersize=size, color=colour, label=f"{name}: {counts} steps"
        )
    for axes in (panels[0, 0], panels[2, 0]):
        axes.axvspan(*ends, color="0.9", zorder=0)
        axes.set_xlim(0.0, drop.END)
    for x, word in zip((1.2, 2.48, 3.8), ("bouncing", "settling", "rest"), strict=True):
        panels[0, 0].annotate(word, (x, 0.88), ha="center", fontsize=8, color="0.3")
    style_axes(panels[2, 0], "Step size; supple is the more accurate of the two", "t [s]", "h [s]")
    panels[2, 0].set_ylim(top=1e3)
    panels[2, 0].legend(fontsize=8, frameon=False, loc="upper left", ncols=2, markerscale=4.0)
    return figure


def _draw_height(axes, trajectory, t, scale, unit, title):
    axes.plot(t, scale * trajectory.channel("ball.displacement", t), color=COLOURS[0], linewidth=1.2)
    axes.set_xlim(t[0], t[-1])
    style_axes(axes, title, "t [s]", f"z [{unit}]")


# --- what the pictures share --------------------------------------------------------------------------------------------
def _figure(rows, columns, size, title, *, sharey=False, height_ratios=None):
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    figure.suptitle(title, fontsize=11, x=0.01, ha="left")
    return figure, figure.subplots(rows, columns, squeeze=False, sharey=sharey, height_ratios=height_ratios)


def _over_speed(axes, title):
    return style_axes(axes, title, "v [m/s]", "e [-]")


def _shared_legend(figure, panels, spare=()):
    """One legend below the panels; panels that are not used are taken away."""
    for axes in spare:
        axes.set_visible(False)
    entries: dict = {}
    for axes in panels.flat:
        for handle, name in zip(*axes.get_legend_handles_labels(), strict=True):
            entries.setdefault(name, handle)
    figure.legend(
        entries.values(), entries.keys(), loc="outside lower center", fontsize=9, frameon=False, ncols=len(entries)
    )
    return figure


def _power(k):
    """1.147e10 as text of a formula."""
    digits, exponent = f"{k:.3e}".split("e")
    return f"${digits}\\cdot 10^{{{int(exponent)}}}$"
