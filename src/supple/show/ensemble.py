"""Pictures of an ensemble: maps, curves, scatter over parameters, bands over time; members that failed are marked.

What is drawn of an output follows from its shape and from the design:

    values over time                 band      median, 5 to 95 % of the members, and some of the members
    a grid of two parameters         map       one cell per member, a cross where it failed
    one parameter                    curve     one point per member, a cross at the foot where it failed
    anything else                    scatter   over each parameter; of two also over both, coloured by the output

Each function draws into the axes it is given (or new ones) and returns them; `plot_ensemble` returns a Figure. Of an output
with several values per member that are not over time (impacts, items) the first one is drawn. Parameters have the units
that are given: a result knows those of its outputs only.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .._check import one_of
from .plots import drawn
from .style import COLOURS, new_axes, style_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..ensembles import Ensemble

DONE, FAILED = 1, 2  # status of a member
KINDS = ("map", "curve", "scatter", "band")
SIZE = (6.0, 4.0)  # [inch] of a plot on its own
MOST = 8  # outputs on a page
MOST_PARAMETERS = 4  # in a row of scatter
MOST_VALUES = 20_000_000  # of an output over time that are read: then every second member, every third, ...
SOME = 12  # members that are drawn beside their band
CROSS: dict[str, Any] = {"marker": "x", "color": COLOURS[1], "linewidths": 1.0, "zorder": 3.0}
COLOUR_MAP = "viridis"


class Axis(NamedTuple):
    """A parameter along an axis: numbers, whatever its values are."""

    label: str
    values: np.ndarray  # one per member
    log: bool
    ticks: tuple[str, ...]  # names of the values 0, 1, ... if they are no numbers


# --- one output ---------------------------------------------------------------------------------------------------------
def plot_map(
    ensemble: "Ensemble",
    output: str,
    x: str | None = None,
    y: str | None = None,
    *,
    units: Mapping[str, str] | None = None,
    axes: "Axes | None" = None,
) -> "Axes":
    """An output over two parameters (the first two, if not given): cells of a grid, else points."""
    axes = new_axes(axes, SIZE)
    data = ensemble.dataset()
    names = _varied(ensemble)
    if len(names) < 2 and (x is None or y is None):
        raise ValueError(f"a map must have two parameters that vary, got {', '.join(names) or 'none'}")
    chosen = [x or names[0], y or next(name for name in names if name != (x or names[0]))]
    a, b = (_axis(ensemble, data, name, units) for name in chosen)
    values, label = _values(data, output)
    status = data["status"].values
    if ensemble.facts["design"] == "grid" and set(_varied(ensemble, lists=True)) <= set(chosen):
        shown = _cells(axes, a, b, values)
    else:
        good = np.isfinite(values)
        shown = axes.scatter(a.values[good], b.values[good], c=values[good], s=_dot(good.sum()), cmap=COLOUR_MAP,
                             linewidths=0.0, rasterized=True)  # fmt: skip
    axes.figure.colorbar(shown, ax=axes, label=label)
    failed = status == FAILED
    axes.scatter(a.values[failed], b.values[failed], s=2.0 * _dot(failed.sum()), **CROSS)
    _scales(axes, a, "x")
    _scales(axes, b, "y")
    style_axes(axes, _title(output, status, values), a.label, b.label)
    axes.grid(False)
    return axes


def plot_scatter(
    ensemble: "Ensemble",
    output: str,
    x: str | None = None,
    *,
    units: Mapping[str, str] | None = None,
    line: bool = False,
    axes: "Axes | None" = None,
) -> "Axes":
    """An output over a parameter (the first one, if not given), one point per member, joined if `line`."""
    axes = new_axes(axes, SIZE)
    data = ensemble.dataset()
    a = _axis(ensemble, data, x or (_varied(ensemble) or ensemble.attributes["parameters"])[0], units)
    values, label = _values(data, output)
    status = data["status"].values
    order = np.argsort(a.values, kind="stable")
    style: dict[str, Any] = {"color": COLOURS[0], "rasterized": len(values) > 2000}
    if line:
        few = len(values) <= 60
        axes.plot(a.values[order], values[order], linewidth=1.3, marker="." if few else "", markersize=5, **style)
    else:
        n = int(np.isfinite(values).sum())
        alpha = float(np.clip(300.0 / max(n, 1), 0.15, 0.8))
        axes.scatter(a.values, values, s=_dot(n), linewidths=0.0, alpha=alpha, **style)
    failed = status == FAILED
    if failed.any():
        foot = np.full(int(failed.sum()), 0.02)
        axes.scatter(a.values[failed], foot, s=14.0, transform=axes.get_xaxis_transform(), clip_on=False, **CROSS)
    _scales(axes, a, "x")
    return style_axes(axes, _title(output, status, values), a.label, label)


def plot_band(ensemble: "Ensemble", output: str, *, axes: "Axes | None" = None) -> "Axes":
    """The median of an output over time, between the 5th and the 95th percentile of the members that are done."""
    axes = new_axes(axes, SIZE)
    data = ensemble.dataset()
    column = data[output]
    if not _over_time(column):
        raise ValueError(f"output must be one over time, got {output!r}: its dimensions are {', '.join(column.dims)}")
    every = max(1, -(-column.size // MOST_VALUES))
    part = column.isel(member=slice(None, None, every)).values
    status = data["status"].values
    part = part[status[::every] == DONE]
    t = data[column.dims[1]].values
    if len(part):
        low, middle, high = np.nanpercentile(part, (5.0, 50.0, 95.0), axis=0)
        axes.fill_between(t, low, high, color=COLOURS[0], alpha=0.22, linewidth=0.0, label="5 to 95 %")
        chosen = part[np.unique(np.linspace(0, len(part) - 1, SOME).astype(int))]
        names = ["some members"] + ["_"] * (len(chosen) - 1)
        axes.plot(t, chosen.T, color="0.55", linewidth=0.5, alpha=0.7, label=names)
        axes.plot(t, middle, color=COLOURS[0], linewidth=1.8, label="median")
        axes.legend(fontsize=8, frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    note = f" (every {every}. member)" if every > 1 else ""
    axes.margins(x=0.0)
    return style_axes(axes, _title(output, status) + note, "t [s]", _label(output, column))


# --- all outputs --------------------------------------------------------------------------------------------------------
def plot_ensemble(
    ensemble: "Ensemble",
    outputs: tuple[str, ...] = (),
    *,
    kind: str | None = None,
    units: Mapping[str, str] | None = None,
) -> "Figure":
    """The outputs of an ensemble on one page, each as the design suggests, or as `kind` says if it is not over time."""
    from matplotlib.figure import Figure

    if kind is not None:
        one_of("kind", kind, KINDS)
    data, known = ensemble.dataset(), tuple(ensemble.attributes["outputs"])
    asked = tuple(one_of("output", name, known) for name in outputs) or known
    rows = _rows(ensemble, data, asked[:MOST], kind, units)
    heights = [3.0 if len(row) < 3 else 2.6 for row in rows]  # [inch]; a row of three or more is one output
    figure = Figure(figsize=(5.2 * max(2, max(map(len, rows))), 0.5 + sum(heights)), layout="constrained")
    parts = figure.subfigures(len(rows), 1, height_ratios=heights, squeeze=False)[:, 0]
    for part, row in zip(parts, rows, strict=True):
        for k, (axes, draw) in enumerate(zip(part.subplots(1, len(row), squeeze=False)[0], row, strict=True)):
            axes.set_axis_off() if draw is None else draw(axes)
            if k and len(row) > 2:
                axes.set_title("", loc="left")  # one output: the first panel says it
    absent = ensemble.members - ensemble.done - ensemble.failed
    counts = f"{ensemble.members} members, {ensemble.done} done, {ensemble.failed} failed"
    counts += f", {absent} not there yet" if absent else ""
    counts += f"; {MOST} of {len(asked)} outputs" if len(asked) > MOST else ""
    figure.suptitle(drawn(f"{ensemble.path.name}: {counts}"), fontsize=11)
    return figure


def _rows(ensemble, data, outputs, kind, units):
    """Rows of functions that draw into axes; maps and curves stand two in a row."""
    varied = _varied(ensemble)
    rows, pairs = [], []
    for name in outputs:
        how = "band" if _over_time(data[name]) else kind or _kind(ensemble, data[name], varied)
        if how == "band":
            rows.append([lambda axes, name=name: plot_band(ensemble, name, axes=axes)])
        elif how == "map":
            pairs.append(lambda axes, name=name: plot_map(ensemble, name, units=units, axes=axes))
        elif how == "curve":
            pairs.append(lambda axes, name=name: plot_scatter(ensemble, name, units=units, line=True, axes=axes))
        else:
            over = varied[:MOST_PARAMETERS] or ensemble.attributes["parameters"][:1]
            row = [
                lambda axes, name=name, x=x: plot_scatter(ensemble, name, x, units=units, axes=axes) for x in over
            ]  # fmt: skip
            if len(varied) == 2:
                row.append(lambda axes, name=name: plot_map(ensemble, name, units=units, axes=axes))
            rows.append(row)
    if len(pairs) > 1:
        pairs += [None] * (len(pairs) % 2)  # a place that stays empty
    return [pairs[i : i + 2] for i in range(0, len(pairs), 2)] + rows


def _kind(ensemble, column, varied):
    if _over_time(column):
        return "band"
    if len(_varied(ensemble, lists=True)) > len(varied):  # several members at one place
        return "scatter"
    if len(varied) == 1:
        return "curve"
    return "map" if len(varied) == 2 and ensemble.facts["design"] == "grid" else "scatter"


# --- what the plots share -----------------------------------------------------------------------------------------------
def _over_time(column):
    return column.ndim == 2 and column.dims[1].endswith("_time")


def _varied(ensemble, lists=False):
    """Parameters that have more than one value; those whose values are lists cannot be drawn along an axis."""
    said = {name: one.get("values", (0, 1)) for name, one in ensemble.facts["parameters"].items()}
    found = [name for name, values in said.items() if len({str(value) for value in values}) > 1]
    return [name for name in found if lists or not any(isinstance(value, list) for value in said[name])]


def _values(data, output):
    """One value per member, NaN where there is none, and its label."""
    column = data[one_of("output", output, data.attrs["outputs"])]
    if _over_time(column):
        raise ValueError(f"output must have one value per member, got {output!r}, which is over time: draw its band")
    label = _label(output, column)
    if column.ndim > 1:
        what = column.dims[1].removeprefix(f"{output}_")
        label = label.replace(output, f"{output}, first {what}", 1)
        column = column.isel({dim: 0 for dim in column.dims[1:]})
    return column.values, label


def _label(name, column):
    unit = column.attrs.get("units", "")
    return drawn(f"{name} [{'-' if unit == '1' else unit}]" if unit else name)


def _axis(ensemble, data, name, units):
    one_of("parameter", name, ensemble.attributes["parameters"])
    values = data[name].values
    if values.ndim > 1:
        raise ValueError(f"parameter must have one value per member to be drawn, got {name!r} with lists")
    said, unit = ensemble.facts["parameters"][name], (units or {}).get(name, "")
    label = drawn(f"{name} [{unit}]" if unit else name)
    if values.dtype.kind != "f":
        known = dict.fromkeys(map(str, said.get("values", ()))) or dict.fromkeys(map(str, values))
        places = {text: i for i, text in enumerate(known)}
        return Axis(label, np.array([places.get(str(v), np.nan) for v in values]), False, tuple(map(drawn, known)))
    return Axis(label, values, said["kind"] == "LogUniform" or _geometric(said.get("values", ())), ())


def _geometric(values):
    """Whether numbers grow by equal factors."""
    if len(values) < 3 or not all(isinstance(v, int | float) and v > 0 for v in values):
        return False
    steps = np.diff(np.log(np.array(values, dtype=float)))
    return bool(steps[0] != 0.0 and np.allclose(steps, steps[0], rtol=1e-6))


def _cells(axes, a, b, values):
    x, i = np.unique(a.values, return_inverse=True)
    y, j = np.unique(b.values, return_inverse=True)
    x, y = x[np.isfinite(x)], y[np.isfinite(y)]
    there = (i < len(x)) & (j < len(y))
    cells = np.full((len(y), len(x)), np.nan)
    cells[j[there], i[there]] = values[there]
    return axes.pcolormesh(_edges(x, a.log), _edges(y, b.log), cells, cmap=COLOUR_MAP, rasterized=True)


def _edges(centres, log):
    """Edges of cells half-way between their centres."""
    c = np.log(centres) if log else centres
    if len(c) == 1:
        c = np.array([c[0] - 0.5, c[0] + 0.5])
    else:
        middle = 0.5 * (c[1:] + c[:-1])
        c = np.concatenate([[2 * c[0] - middle[0]], middle, [2 * c[-1] - middle[-1]]])
    return np.exp(c) if log else c


def _scales(axes, axis, which):
    if axis.log:
        from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

        getattr(axes, f"set_{which}scale")("log")
        values = axis.values[np.isfinite(axis.values)]
        if len(values) and values.max() < 100.0 * values.min():  # else a label per decade
            along = getattr(axes, f"{which}axis")
            along.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
            along.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
            along.set_minor_formatter(NullFormatter())
    if axis.ticks:
        getattr(axes, f"set_{which}ticks")(range(len(axis.ticks)), axis.ticks)


def _title(output, status, values=None):
    """The name, with how many members failed or have no value."""
    failed = int(np.sum(status == FAILED))
    words = [f"{failed} failed (x)"] if failed and values is not None else [f"{failed} failed"] if failed else []
    if values is not None and (empty := int(np.sum((status == DONE) & ~np.isfinite(values)))):
        words.append(f"{empty} have none")
    return drawn(output + (f": {', '.join(words)}" if words else ""))


def _dot(n):
    """Size of a marker among so many."""
    return float(np.clip(4000.0 / max(n, 1), 2.0, 22.0))
