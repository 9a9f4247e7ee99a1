"""The bodies at (a) to (f) with their contact frames (Stramigioli & Duindam, Fig. 6), seen ray by ray.

    x = o + s d,    |D^-1 R^T (x - p)| = 1        where a ray meets an ellipsoid (p, R, D = diag of the semi-axes)
    z = 0                                         and the floor

Parallel rays, one light, hard shadows, and lines of latitude and longitude on the bodies, so that one sees them turn. A
contact frame is drawn at the nearest points of both bodies, with its normal and two directions in the plane of contact.
"""

import numpy as np

from ...show.style import COLOURS
from .scenario import DISTANCES, SEMI_AXES

WIDTH = 1.0  # [m] of a picture
BELOW = 0.13  # [m] of it that is below the bodies
PIXELS = 460  # along its width
VIEW = np.array((0.87, -0.48, 0.27))  # from the scene to the eye
LIGHT = np.array((0.22, -0.63, 0.85))
SKY, FLOOR = np.array((1.0, 1.0, 1.0)), (np.array((0.93, 0.93, 0.91)), np.array((0.87, 0.87, 0.85)))
TILE = 0.1  # [m]
PAINT = {"grey": np.array((0.66, 0.68, 0.72)), "black": np.array((0.20, 0.21, 0.24))}
LINE = {"grey": 0.78, "black": 2.1}  # brightness of the lines on a body
MERIDIANS, THICK = 12, 0.012
NEAR = 0.155  # [m] at most between two bodies whose contact frames are drawn
AXIS = 0.075  # [m] length of an axis of a contact frame
FRAME = {"D1": COLOURS[0], "D2": COLOURS[1], "D3": COLOURS[2]}


def unit(v):
    """v/|v| along the last axis."""
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def camera():
    """Directions to the right, up in the picture, and to the eye."""
    eye = unit(VIEW)
    right = unit(np.cross((0.0, 0.0, 1.0), eye))
    return right, np.cross(eye, right), eye


def projected(points, look_at):
    """Places in the picture [m] of points of space."""
    right, up, _ = camera()
    rest = np.asarray(points) - look_at
    return rest @ right, rest @ up


def snapshot(bodies, look_at, height):
    """A picture (rows, columns, 3) of bodies {name: (position, rotation)}, of a height [m]."""
    right, up, eye = camera()
    rows = round(PIXELS * height / WIDTH)
    x = np.linspace(-0.5, 0.5, PIXELS) * WIDTH
    y = np.linspace(0.5, -0.5, rows) * height
    start = look_at + 5.0 * eye + x[None, :, None] * right + y[:, None, None] * up
    depth = np.where(start[..., 2] > 0.0, start[..., 2] / eye[2], np.inf)  # to the floor
    place = start - depth[..., None] * eye
    colour, normal = _tiles(place), np.zeros_like(place) + (0.0, 0.0, 1.0)
    for name, (p, R) in bodies.items():
        hit = _meets(start, -eye, p, R, SEMI_AXES[name])
        nearer = hit < depth
        depth = np.where(nearer, hit, depth)
        place[nearer] = start[nearer] - hit[nearer][:, None] * eye
        local = (place[nearer] - p) @ R / SEMI_AXES[name]
        colour[nearer] = _painted(name, local)
        normal[nearer] = unit(local / SEMI_AXES[name]) @ R.T
    return np.clip(colour * _light(place, normal, bodies)[..., None] + _shine(normal, eye), 0.0, 1.0)


def _meets(start, direction, p, R, axes):
    """Distance to an ellipsoid along rays, infinite where they pass it."""
    o, d = (start - p) @ R / axes, direction @ R / axes
    a, b, c = d @ d, o @ d, np.sum(o * o, axis=-1) - 1.0
    root = b * b - a * c
    near = (-b - np.sqrt(np.maximum(root, 0.0))) / a
    return np.where((root > 0.0) & (near > 1e-9), near, np.inf)


def _tiles(place):
    """The floor as a board."""
    odd = (np.floor(place[..., 0] / TILE) + np.floor(place[..., 1] / TILE)) % 2
    return np.where(odd[..., None] > 0.5, *FLOOR)


def _painted(name, local):
    """Colour of points on the unit sphere of a body: its paint, and lines of latitude and longitude."""
    along, height = np.arctan2(local[:, 1], local[:, 0]), np.arcsin(np.clip(local[:, 2], -1.0, 1.0))
    spacing = 2.0 * np.pi / MERIDIANS
    ring = np.sqrt(np.maximum(1.0 - local[:, 2] ** 2, 0.0))
    off = np.minimum(_off(along, spacing) * ring, np.where(np.abs(height) < 1.45, _off(height, spacing), 1.0))
    strength = np.clip(1.6 - off / THICK, 0.0, 1.0)[:, None]  # soft edges
    return PAINT[name] * (1.0 + (LINE[name] - 1.0) * strength)


def _off(angle, spacing):
    return np.abs((angle + 0.5 * spacing) % spacing - 0.5 * spacing)


def _light(place, normal, bodies):
    """Brightness: some from everywhere, the rest from the light if nothing is between."""
    toward = unit(LIGHT)
    facing = np.maximum(normal @ toward, 0.0)
    outside = place + 1e-4 * normal
    for name, (p, R) in bodies.items():
        facing = np.where(np.isfinite(_meets(outside, toward, p, R, SEMI_AXES[name])), 0.0, facing)
    flat = normal[..., 2] > 1.0 - 1e-12
    return np.where(flat, 0.72 + 0.33 * facing / toward[2], 0.5 + 0.62 * facing)


def _shine(normal, eye):
    """A highlight on the bodies."""
    half = unit(unit(LIGHT) + eye)
    bright = 0.35 * np.maximum(normal @ half, 0.0) ** 40
    return np.where(normal[..., 2] > 1.0 - 1e-12, 0.0, bright)[..., None]


def nearest_points(fall, name, time):
    """Nearest points of the upper and the lower body [m], and the normal from the lower to the upper one."""
    upper, lower = DISTANCES[name].split("/")
    n = fall.run.contact(DISTANCES[name], [time]).normal[0]
    top = _support(fall, upper, time, -n)
    gap = fall.distance(name, time)
    return top, top - gap * n, n


def _support(fall, body, time, direction):
    """The point of an ellipsoid whose outward normal is a direction [m]."""
    R, squares = fall.run.rotation(body, [time])[0], np.array(SEMI_AXES[body]) ** 2
    u = R.T @ direction
    return fall.run.position(body, [time])[0] + R @ (squares * u / np.sqrt(u @ (squares * u)))


def draw_snapshot(axes, fall, time, title, height):
    """The bodies at a time, and the frames of the contacts that are close; the floor is as low in all pictures."""
    bodies = {name: (fall.run.position(name, [time])[0], fall.run.rotation(name, [time])[0]) for name in SEMI_AXES}
    middle = np.mean([p for p, _ in bodies.values()], axis=0)
    look_at = np.array((middle[0], middle[1], 0.5 * height - BELOW))
    extent = (-0.5 * WIDTH, 0.5 * WIDTH, -0.5 * height, 0.5 * height)
    axes.imshow(snapshot(bodies, look_at, height), extent=extent, interpolation="bilinear")
    for name in DISTANCES:
        if fall.distance(name, time) < NEAR:
            _draw_frames(axes, fall, name, time, look_at)
    axes.set_title(title, fontsize=9, loc="left")
    axes.set_xlim(extent[:2])
    axes.set_ylim(extent[2:])
    axes.set_axis_off()


def _draw_frames(axes, fall, name, time, look_at):
    """A frame at either point: the normal outwards, and two directions in the plane."""
    top, bottom, n = nearest_points(fall, name, time)
    across = unit(np.cross(n, (0.0, 1.0, 0.0)))
    axes.plot(*projected([top, bottom], look_at), color=FRAME[name], linewidth=1.0, linestyle=":")
    for point, outward in ((top, -n), (bottom, n)):
        for axis, length, width in ((outward, 1.0, 2.0), (across, 0.6, 1.2), (np.cross(n, across), 0.6, 1.2)):
            (x0, x1), (y0, y1) = projected([point, point + length * AXIS * axis], look_at)
            axes.plot((x0, x1), (y0, y1), color="white", linewidth=width + 1.4, solid_capstyle="round")
            axes.plot((x0, x1), (y0, y1), color=FRAME[name], linewidth=width, solid_capstyle="round")
        x, y = projected(point, look_at)
        axes.plot(x, y, "o", color=FRAME[name], markeredgecolor="white", markersize=4.5)
