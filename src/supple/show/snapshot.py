"""Pictures of a scene at a time, drawn by matplotlib: shaded bodies, floors, springs, cables, contact frames and forces.

The view is a parallel projection: x to the right, y upwards, z towards the reader. Facets are painted from back to front;
those that look away from the reader or are below a floor are left out. Colours are those of the animation.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .._check import finite
from ..trajectory import Trajectory
from .bent import Places, factor_of, magnified
from .cables import courses_of
from .contact_frames import contact_frames
from .plots import moving_bodies
from .springs import ends_of_springs, helix
from .style import BODY_COLOURS, new_axes
from .surfaces import facets

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SIZE = (5.0, 4.2)  # [inch] of a picture on its own
STILL = "#9EA3A8"
FORCE, NORMAL, TANGENT, SPRING, CABLE = "#CC261A", "#1A1A1F", "#F2BF1A", "#40454D", "#C71A1F"
FLOOR, FIELD, SHADOW = (0.90, 0.91, 0.92), (0.80, 0.82, 0.84), (0.66, 0.68, 0.70)
FIELDS = 14  # of a floor, along its side
ARROW, AXIS = 0.4, 0.22  # [radius of the scene] the largest force; a direction of a contact frame
FOLLOWED = 2000  # steps at most along which a contact frame is carried from touch-down
DECADES = 5  # a force so many powers of ten below the largest has an arrow of no length


@dataclass(frozen=True)
class View:
    """Where the picture is seen from, and the box of all that is to be seen."""

    x: np.ndarray  # unit vectors: to the right,
    y: np.ndarray  # upwards in the picture,
    z: np.ndarray  # towards the reader,
    up: np.ndarray  # against gravity
    low: np.ndarray  # [m] corners of the box
    high: np.ndarray  # [m]

    @property
    def middle(self):
        """Of the box [m]."""
        return 0.5 * (self.low + self.high)

    @property
    def radius(self):
        """Half the diagonal of the box [m]."""
        return 0.5 * float(np.linalg.norm(self.high - self.low)) or 1.0

    def flat(self, points):
        """Where points (..., 3) are in the picture (..., 2) [m]."""
        return np.stack([points @ self.x, points @ self.y], axis=-1)


def plot_snapshot(
    run: Trajectory,
    time: float,
    *,
    azimuth: float = -65.0,
    elevation: float = 20.0,
    forces: bool = True,
    frames: bool = True,
    magnify: float | None = 1.0,
    axes: "Axes | None" = None,
) -> "Axes":
    """Draw the scene at a time [s] of a run, with what touches; return the axes.

    azimuth, elevation  [deg] of the reader, about and towards the upward direction.
    forces              arrows of contact forces, of logarithmic length (red).
    frames              normal (dark) and two tangents (yellow) of every contact that touches.
    magnify             deflection of flexible bodies in the picture over the true one, which the title says; None: a round
                        number with which it is seen. Contacts stay where they are.
    """
    return _draw(run, [time], azimuth, elevation, forces, frames, magnify, [new_axes(axes, SIZE)])[0]


def plot_snapshots(
    run: Trajectory,
    *times: float,
    azimuth: float = -65.0,
    elevation: float = 20.0,
    forces: bool = True,
    frames: bool = True,
    magnify: float | None = 1.0,
    columns: int = 3,
) -> "Figure":
    """Draw the scene at several times [s], all seen from the same place; return the Figure. See `plot_snapshot`."""
    from matplotlib.figure import Figure

    columns = max(1, min(columns, len(times)))
    rows = max(1, -(-len(times) // columns))
    figure = Figure(figsize=(3.6 * columns, 3.2 * rows), layout="constrained")
    panels = figure.subplots(rows, columns, squeeze=False).ravel()
    _draw(run, times, azimuth, elevation, forces, frames, magnify, panels[: len(times)])
    for panel in panels[len(times) :]:
        panel.set_axis_off()
    return figure


def _draw(run, times, azimuth, elevation, forces, frames, magnify, panels):
    times = [finite("time", time, "s") for time in times]
    factor = factor_of(run, magnify)
    scenes = [_Scene(run, time, factor) for time in times]
    view = _view(run, scenes, azimuth, elevation)
    for scene, panel in zip(scenes, panels, strict=True):
        _floors(panel, scene, view)
        _lines(panel, scene, view)
        _solids(panel, scene, view)
        if frames or forces:
            _contacts(panel, run, scene.time, view, forces, frames)
        panel.set_title(f"t = {scene.time:.4g} s" + magnified(run, factor), fontsize=9, loc="left")
        low, high = _window(scenes, view)
        panel.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), aspect="equal")
        panel.set_axis_off()
    return panels


class _Scene:
    """Everything at a time, in world axes."""

    def __init__(self, run, time, factor):
        self.time = time
        bodies = run.model.scene.bodies
        moving = {name: i for i, name in enumerate(name for name in moving_bodies(run) if name in bodies)}
        places = Places(run, time, factor)
        self.planes, self.lines, self.dots, solids = [], [], [], []
        for body in bodies.values():
            colour = BODY_COLOURS[moving[body.name] % len(BODY_COLOURS)] if body.name in moving else STILL
            shapes = [shape for surface in body.surfaces for shape in surface.drawing()]
            for shape in shapes:
                at, turn = places.frame(body.name, shape["at"])
                if shape["kind"] == "plane":
                    self.planes.append((at + turn @ shape["at"], turn @ shape["normal"]))
                elif shape["kind"] == "ball" and shape["radius"] == 0.0:
                    self.dots.append((at + turn @ shape["at"], colour))
                else:
                    corners, normals, tones = facets(places.straight(body.name, shape))
                    solids.append((corners @ turn.T + at, normals @ turn.T, tones, colour))
            at, turn = places.frame(body.name)
            if body.flexible is not None:
                solids.append((*places.facets(body.name), colour))
            elif not shapes:
                self.dots.append((at + turn @ body.com, colour))
                self.lines.append((np.array([at, at + turn @ body.com]), colour, 2.0))
            if body.parent in bodies:
                self.lines.append((np.array([places.arm(body), at]), colour, 2.0))
        for name, points in courses_of(run.model.scene):
            taut = run.element(name, [time]).mode[0] == "taut"
            line = np.array([places.point(body, point) for body, point in points])
            self.lines.append((line, CABLE if taut else SPRING, 1.6 if taut else 0.6))
        for kind, a, b in ends_of_springs(run.model.scene, places.point):
            self.lines.append((helix(a, b) if kind == "spring" else np.array([a, b]), SPRING, 1.2))
        self.solids = solids

    @property
    def points(self):
        """All points that must be in the picture (n, 3) [m]."""
        parts = [corners.reshape(-1, 3) for corners, *_ in self.solids] + [line for line, *_ in self.lines]
        parts += [np.array([point]) for point, _ in self.dots]
        return np.concatenate(parts) if parts else np.zeros((1, 3))


def _view(run, scenes, azimuth, elevation):
    gravity = np.array(run.model.scene.gravity, dtype=float)
    size = np.linalg.norm(gravity)
    up = -gravity / size if size > 0.0 else np.array([0.0, 0.0, 1.0])
    u = np.array([1.0, 0.0, 0.0]) if abs(up[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    u = u - (u @ up) * up
    u /= np.linalg.norm(u)
    across, raised = np.radians(finite("azimuth", azimuth, "deg")), np.radians(finite("elevation", elevation, "deg"))
    level = np.cos(across) * u + np.sin(across) * np.cross(up, u)
    z = np.cos(raised) * level + np.sin(raised) * up
    x = np.cross(np.cos(raised) * up - np.sin(raised) * level, z)
    points = np.concatenate([scene.points for scene in scenes])
    return View(x=x, y=np.cross(z, x), z=z, up=up, low=points.min(axis=0), high=points.max(axis=0))


def _window(scenes, view):
    flat = np.concatenate([view.flat(scene.points) for scene in scenes])
    margin = 0.12 * view.radius
    return flat.min(axis=0) - margin, flat.max(axis=0) + margin


# --- pieces of a picture ------------------------------------------------------------------------------------------------
def _floors(axes, scene, view):
    """Checkered squares under the middle of the scene, paler towards the rim, with shadows on those that carry."""
    from matplotlib.collections import PolyCollection
    from matplotlib.colors import to_rgb

    for at, normal in scene.planes:
        if normal @ view.z <= 0.0:  # seen from behind: nothing would be left to see
            continue
        middle = view.middle - ((view.middle - at) @ normal) * normal
        u = np.cross(normal, view.x if abs(normal @ view.x) < 0.9 else view.y)
        u /= np.linalg.norm(u)
        v, side = np.cross(normal, u), 4.0 * view.radius / FIELDS
        corner = np.arange(FIELDS) - 0.5 * FIELDS
        i, j = (grid.ravel() for grid in np.meshgrid(corner, corner, indexing="ij"))
        square = [(0, 0), (1, 0), (1, 1), (0, 1)]
        fields = np.stack([middle + side * ((i + a)[:, None] * u + (j + b)[:, None] * v) for a, b in square], axis=1)
        fade = np.clip(1.6 - np.hypot(i + 0.5, j + 0.5) / (0.32 * FIELDS), 0.0, 1.0)[:, None]
        tone = np.where(((i + j) % 2 == 0)[:, None], FIELD, FLOOR)
        colours = fade * tone + (1.0 - fade) * np.array(to_rgb("white"))
        axes.add_collection(PolyCollection(view.flat(fields), facecolors=colours, edgecolors=colours, linewidths=0.3))
        if normal @ view.up > 0.4:
            for corners, normals, *_ in scene.solids:
                above = corners[normals @ normal > 0.0]
                fallen = view.flat(above - ((above - at) @ normal)[..., None] * normal)
                axes.add_collection(PolyCollection(fallen, facecolors=[SHADOW], edgecolors=[SHADOW], linewidths=0.3))


def _solids(axes, scene, view):
    """Facets from back to front."""
    from matplotlib.collections import PolyCollection
    from matplotlib.colors import to_rgb

    light = 0.9 * view.up + 0.35 * view.z - 0.3 * view.x
    light /= np.linalg.norm(light)
    shown, colours = [np.zeros((0, 4, 3))], [np.zeros((0, 3))]
    for corners, normals, tones, colour in scene.solids:
        middle = corners.mean(axis=1)
        seen = normals @ view.z > 0.0
        for at, normal in scene.planes:
            seen &= ((middle - at) @ normal > 0.0) | (normal @ view.z <= 0.0)
        lit = 0.5 + 0.55 * (0.5 + 0.5 * normals[seen] @ light)
        shown.append(corners[seen])
        colours.append(np.outer(lit * np.where(tones[seen] > 0, 1.0, 0.7), to_rgb(colour)))
    corners, paint = np.concatenate(shown), np.clip(np.concatenate(colours), 0.0, 1.0)
    order = np.argsort(corners.mean(axis=1) @ view.z, kind="stable")
    flat = view.flat(corners[order])
    axes.add_collection(
        PolyCollection(flat, facecolors=paint[order], edgecolors=paint[order], linewidths=0.6, zorder=3)
    )
    for point, colour in scene.dots:
        axes.plot(*view.flat(point), "o", color=colour, markersize=5, zorder=4)


def _lines(axes, scene, view):
    for line, colour, width in scene.lines:
        axes.plot(*view.flat(line).T, color=colour, linewidth=width, solid_capstyle="round", zorder=2.5)


def _contacts(axes, run, time, view, forces, frames):
    """Arrows of what touches."""
    names = [name for name in run.contacts if name in run.peaks]
    closed = [history for history in run.histories(names, [time]) if history.mode[0] != "open"] if names else []
    closed = [history for history in closed if history.normal[0].any()]  # the stop of a joint has no place
    if not closed:
        return
    strongest = max(run.peaks[history.name][0] for history in closed)
    if frames:
        begun = min(_made(run, history.name, time) for history in closed)
        steps = run.t[(run.t >= begun) & (run.t < time)]
        times = np.append(steps[:: 1 + len(steps) // FOLLOWED], time)
        histories = list(run.histories([history.name for history in closed], times))
        for history, frame in zip(histories, contact_frames(run, histories)[-1], strict=True):
            for direction, colour in zip(frame.T, (TANGENT, TANGENT, NORMAL), strict=True):
                _arrow(axes, view, history.point[-1], AXIS * view.radius * direction, colour, 1.6)
    if forces:
        for history in closed:
            force = history.force[0] * history.normal[0] + history.friction[0]
            much = float(np.linalg.norm(force))
            share = 1.0 + np.log10(much / strongest) / DECADES if much > 0.0 else 0.0
            if share > 0.05:
                _arrow(axes, view, history.point[0], ARROW * view.radius * share / much * force, FORCE, 2.2)


def _made(run, name, time):
    """When a contact that touches at a time was made [s]."""
    return max(
        (e.time for e in run.events if e.contact == name and e.what == "made" and e.time <= time), default=run.t[0]
    )


def _arrow(axes, view, point, arrow, colour, width):
    style = {"arrowstyle": "-|>", "color": colour, "linewidth": width, "shrinkA": 0, "shrinkB": 0, "mutation_scale": 9}
    axes.annotate("", view.flat(point + arrow), view.flat(point), arrowprops=style, zorder=5)
