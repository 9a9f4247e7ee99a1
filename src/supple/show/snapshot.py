"""Pictures of a scene at a time, drawn by matplotlib: shaded bodies, floors, springs, cables, contact frames and forces.

The view is a parallel projection: x to the right, y upwards, z towards the reader. Facets are painted from back to front;
those that look away from the reader, are below a floor or behind a hill are left out. Colours are those of the animation.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .._check import finite
from ..trajectory import Trajectory
from .bent import Places, factor_of, magnified
from .cables import courses_of
from .contact_frames import contact_frames
from .depth import Solid, layers
from .floors import Terrain, draw_floors
from .pairs import shown_signs
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
EDGE, NEARER = 0.6, 0.02  # an edge: darker than its face, and painted after it [radius of the scene]
ARROW, AXIS = 0.4, 0.22  # [radius of the scene] the largest force; a direction of a contact frame
FEW = 6  # contacts whose frames are drawn without being asked for
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
    frames: bool | None = None,
    magnify: float | None = 1.0,
    axes: "Axes | None" = None,
) -> "Axes":
    """Draw the scene at a time [s] of a run, with what touches; return the axes.

    azimuth, elevation  [deg] of the reader, about and towards the upward direction.
    forces              arrows of contact forces, of logarithmic length (red): on the body that moves, of two on that named
                        first.
    frames              normal (dark) and two tangents (yellow) of every contact that touches; None: unless these are many.
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
    frames: bool | None = None,
    magnify: float | None = 1.0,
    columns: int = 3,
) -> "Figure":
    """Draw the scene at several times [s], all seen from the same place; return the Figure. See `plot_snapshot`.

    times   None are given: start, middle and end of the run.
    """
    from matplotlib.figure import Figure

    times = times or tuple(np.linspace(run.t[0], run.t[-1], 3).tolist())
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
        draw_floors(panel, scene, view)
        terrains = [Terrain(*one, view) for one in scene.terrains]
        for terrain in terrains:
            terrain.draw(panel, view, _light(view))
        _lines(panel, scene, view)
        _solids(panel, scene, view, terrains)
        if forces or frames is not False:
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
        self.planes, self.terrains, self.lines, self.dots, self.solids = [], [], [], [], []
        for body in bodies.values():
            colour = BODY_COLOURS[moving[body.name] % len(BODY_COLOURS)] if body.name in moving else STILL
            shapes = [shape for surface in body.surfaces for shape in surface.drawing()]
            for shape in shapes:
                at, turn = places.frame(body.name, shape["at"])
                if shape["kind"] == "plane":
                    self.planes.append((at + turn @ shape["at"], turn @ shape["normal"]))
                elif shape["kind"] == "terrain":
                    self.terrains.append((shape, at, turn))
                elif shape["kind"] == "ball" and shape["radius"] == 0.0:
                    self.dots.append((at + turn @ shape["at"], colour))
                else:
                    own = facets(places.straight(body.name, shape))
                    self.solids.append(Solid.of(own.placed(at, turn), colour))
            at, turn = places.frame(body.name)
            if body.flexible is not None:
                bent = places.facets(body.name)
                self.solids.append(Solid(*bent, np.zeros((len(bent[0]), 4), dtype=bool), colour, convex=False))
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

    @property
    def points(self):
        """All points that must be in the picture (n, 3) [m]."""
        parts = [solid.corners.reshape(-1, 3) for solid in self.solids] + [line for line, *_ in self.lines]
        parts += [np.array([point]) for point, _ in self.dots]
        if not parts:
            parts = [facets(shape).corners.reshape(-1, 3) @ turn.T + at for shape, at, turn in self.terrains]
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
def _solids(axes, scene, view, terrains):
    """Facets from back to front, with their edges."""
    from matplotlib.collections import PolyCollection
    from matplotlib.colors import to_rgb

    light, pieces, paint = _light(view), [], []
    for layer in layers(scene.solids, view.z):
        depth, corners, colours = [], [], []
        for whole in layer:
            solid = whole
            for terrain in terrains:
                solid = terrain.cut(solid, view)
            seen = _seen(solid, scene, view)
            lit = 0.5 + 0.55 * (0.5 + 0.5 * solid.across[seen] @ light)
            colour = np.outer(lit * np.where(solid.tones[seen] > 0, 1.0, 0.7), to_rgb(solid.colour))
            edges = solid.edges[seen]
            which, side = np.nonzero(edges)
            here = solid.corners[seen]
            ends = here[which, side], here[which, (side + 1) % 4]
            corners += [here, np.stack([*ends, *ends[::-1]], axis=1)]
            colours += [colour, EDGE * colour[which]]
            middle = here.mean(axis=1) @ view.z
            depth += [middle, middle[which] + (NEARER if len(layer) > 1 else 2.0) * view.radius]
        order = np.argsort(np.concatenate(depth), kind="stable")
        pieces.append(np.concatenate(corners)[order])
        paint.append(np.concatenate(colours)[order])
    if pieces:
        flat, paint = view.flat(np.concatenate(pieces)), np.clip(np.concatenate(paint), 0.0, 1.0)
        axes.add_collection(PolyCollection(flat, facecolors=paint, edgecolors=paint, linewidths=0.6, zorder=3))
    for point, colour in scene.dots:
        axes.plot(*view.flat(point), "o", color=colour, markersize=5, zorder=4)


def _seen(solid, scene, view):
    """Which facets look towards the reader and are not below a floor."""
    middle = solid.corners.mean(axis=1)
    seen = solid.across @ view.z > 0.0
    for at, normal in scene.planes:
        seen &= ((middle - at) @ normal > 0.0) | (normal @ view.z <= 0.0)
    return seen


def _light(view):
    light = 0.9 * view.up + 0.35 * view.z - 0.3 * view.x
    return light / np.linalg.norm(light)


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
    signs = shown_signs(run, [history.name for history in closed], moving_bodies(run))
    if frames or (frames is None and len(closed) <= FEW):
        begun = min(_made(run, history.name, time) for history in closed)
        steps = run.t[(run.t >= begun) & (run.t < time)]
        times = np.append(steps[:: 1 + len(steps) // FOLLOWED], time)
        histories = list(run.histories([history.name for history in closed], times))
        for history, frame in zip(histories, contact_frames(run, histories)[-1], strict=True):
            axes_of = (frame * (1.0, signs[history.name], signs[history.name])).T
            for direction, colour in zip(axes_of, (TANGENT, TANGENT, NORMAL), strict=True):
                _arrow(axes, view, history.point[-1], AXIS * view.radius * direction, colour, 1.6)
    if forces:
        for history in closed:
            force = signs[history.name] * (history.force[0] * history.normal[0] + history.friction[0])
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
