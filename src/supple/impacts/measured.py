"""Measured impacts: restitution over speed, the force of one impact over time, or the bounces of a dropped body.

    restitution   columns speed [m/s], e [-], sd [-] (optional)
    force         columns t [s], force [N]; mass and speed of the impact must be known
    bounces       column bounce_time [s] (times of the impacts) or height [m] (of the tops between them), and the height of
                  the drop: turned into restitution,
                  v_1 = sqrt(2 g H),  e_i = g (t_(i+1) - t_i) / (2 v_i)  or  sqrt(h_i / h_(i-1)),  v_(i+1) = e_i v_i

Symbols   g gravity [m/s^2], H drop height [m], h_i heights of the rebounds [m], t_i times of the impacts [s].
Limits    bounces: no air, contacts short against flights; an error of one flight enters two neighbouring e.
"""

from dataclasses import dataclass

import numpy as np

from .._check import one_of, positive
from .._reading import csv_numbers, csv_rows, read_text

STANDARD_GRAVITY = 9.80665  # [m/s^2]
COLUMNS = ("speed", "e", "sd", "t", "force", "bounce_time", "height")
ALIASES = {
    "v": "speed", "v_m_s": "speed", "speed_m_s": "speed", "restitution": "e", "e_sd": "sd", "time": "t", "t_s": "t",
    "F": "force", "force_N": "force", "height_m": "height",
}  # fmt: skip
KINDS = {
    "restitution": ("speed", "e"),
    "force": ("t", "force"),
    "bounce times": ("bounce_time",),
    "heights": ("height",),
}


@dataclass(frozen=True, slots=True)
class Measured:
    """Data to fit: y over x, with standard deviations where known."""

    kind: str  # "restitution" or "force"
    x: np.ndarray  # speed [m/s] or time [s]
    y: np.ndarray  # restitution [-] or force [N]
    sd: np.ndarray | None = None  # of y
    source: str = "data"

    def __post_init__(self):
        one_of("kind", self.kind, ("restitution", "force"))
        _finite("x", self.x, self.source)
        _finite("y", self.y, self.source)
        if self.kind == "restitution":
            _all(self.x > 0.0, self.x, "speed must be > 0 m/s", self.source)
            _all((self.y >= 0.0) & (self.y <= 1.0), self.y, "e must be between 0 and 1", self.source)
        else:
            _all(np.diff(self.x, prepend=-np.inf) > 0.0, self.x, "t must rise", self.source)
            _all(self.y.max() > 0.0, self.y[:1], "force must be > 0 N somewhere", self.source)
        if self.sd is not None:
            _finite("sd", self.sd, self.source)
            _all(self.sd > 0.0, self.sd, "sd must be > 0", self.source)

    @property
    def x_label(self):
        """Label of an axis."""
        return "v [m/s]" if self.kind == "restitution" else "t [s]"

    @property
    def y_label(self):
        """Label of an axis."""
        return "e [-]" if self.kind == "restitution" else "F [N]"


def restitution_points(speed, e, sd=None, source="data"):
    """Measured restitution over speed."""
    return Measured("restitution", _array(speed), _array(e), None if sd is None else _array(sd), source)


def bounce_times(times, drop_height, *, gravity=STANDARD_GRAVITY, source="data"):
    """Restitution over speed from the times of the impacts [s] of a body dropped from drop_height [m]."""
    times, g = _array(times), positive("gravity", gravity, "m/s^2")
    _finite("bounce_time", times, source)
    _all(np.diff(times, prepend=-np.inf) > 0.0, times, "bounce_time must rise", source)
    out = 0.5 * g * np.diff(times)  # speed after each impact
    v = np.concatenate([[np.sqrt(2.0 * g * positive("drop_height", drop_height, "m"))], out[:-1]])[: out.size]
    return restitution_points(v, out / v, source=source)


def bounce_heights(heights, drop_height, *, gravity=STANDARD_GRAVITY, source="data"):
    """Restitution over speed from the heights of the rebounds [m] of a body dropped from drop_height [m]."""
    heights = _array(heights)
    _finite("height", heights, source)
    _all(heights > 0.0, heights, "height must be > 0 m", source)
    every = np.concatenate([[positive("drop_height", drop_height, "m")], heights])
    speeds = np.sqrt(2.0 * positive("gravity", gravity, "m/s^2") * every)
    return restitution_points(speeds[:-1], speeds[1:] / speeds[:-1], source=source)


def read_measured(path, *, drop_height=None, gravity=STANDARD_GRAVITY):
    """Measured data from a CSV file; its columns say which kind."""
    source = str(path)
    rows = csv_rows(read_text(path, "CSV file"), source)
    names = [one_of(f"a column of {source}", ALIASES.get(name, name), COLUMNS) for name in next(rows)]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"columns of {source} must differ, got two for {name}")
    kind = next((kind for kind, needed in KINDS.items() if set(needed) <= set(names)), None)
    if kind is None:
        raise ValueError(
            f"{source} must have the columns speed, e or t, force or bounce_time or height, got {', '.join(names)}"
        )
    column = dict(zip(names, csv_numbers(rows, names, source), strict=True))
    if not column[names[0]].size:
        raise ValueError(f"{source} must have rows of numbers below its header, got none")
    if kind == "restitution":
        return restitution_points(column["speed"], column["e"], column.get("sd"), source)
    if kind == "force":
        return Measured("force", column["t"], column["force"], column.get("sd"), source)
    if drop_height is None:
        raise ValueError(f"drop_height must be given for {kind} [m], got none")
    if kind == "heights":
        return bounce_heights(column["height"], drop_height, gravity=gravity, source=source)
    return bounce_times(column["bounce_time"], drop_height, gravity=gravity, source=source)


def _array(values):
    return np.array(values, dtype=float, ndmin=1)


def _finite(name, values, source):
    _all(np.isfinite(values), values, f"{name} must be finite", source)


def _all(good, values, condition, source):
    for i in np.flatnonzero(~np.broadcast_to(good, values.shape)):
        raise ValueError(f"{condition}, got {float(values[i])!r} in row {i + 1} of {source}")
