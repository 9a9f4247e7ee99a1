"""What the viewer of a report draws: shapes once, poses and contact forces at uniform times.

    bodies    name, parent, shapes in the frame of the body, whether it moves; pose of those that do not
    meshes    float32 (points, 6) of superellipsoids: points [m] and normals of an octant in three square patches
    springs   the bodies (-1: the world) and the points [m] in them that springs and bushings connect
    poses     float32 (frames, moving bodies, 7): position [m], quaternion w, x, y, z
    touching  float32 (rows, 12): contact, point [m], force [N] on the body named first, its normal part [N], quaternion of
              the contact frame (tangents x and y, normal z; zero: it has no direction)
    first     uint32 (frames + 1): the rows of frame i are first[i] to first[i + 1]

Times are uniform, so that the picture plays in real time. An impact of some microseconds falls between two frames; the
viewer marks each on its time line. Arrays are base64 text of little-endian numbers.
"""

import base64

import numpy as np

from .contact_frames import contact_frames
from .plots import moving_bodies
from .rotations import quaternions
from .springs import springs_of
from .style import BODY_COLOURS
from .surfaces import octant

IMPACTS = 500  # marks on the time line
MOST_POSES = 1_000_000  # bodies and contacts times frames: with many of them the animation has fewer frames


def animation(run, frames):
    """All that the viewer needs, as plain data for JSON; None if there is nothing to draw."""
    bodies = getattr(run.model.scene, "bodies", {})
    if not bodies:
        return None
    drawn = len(bodies) + len(run.peaks)
    times = uniform_times(run, max(2, min(frames, MOST_POSES // drawn)))
    moving = [name for name in moving_bodies(run) if name in bodies]
    contacts = [name for name in run.contacts if name in run.peaks]
    rows, first = _touching(run, contacts, times)
    rows_of_bodies, meshes = _with_meshes(_bodies(run, bodies, moving))
    return {
        "start": float(times[0]),
        "end": float(times[-1]),
        "frames": len(times),
        "gravity": list(run.model.scene.gravity),
        "colours": list(BODY_COLOURS),
        "bodies": rows_of_bodies,
        "meshes": meshes,
        "springs": _springs(run.model.scene, bodies),
        "moving": moving,
        "poses": _text(_poses(run, moving, times), "<f4"),
        "contacts": [{"name": name, "unit": run.contact_units[name].force} for name in contacts],
        "touching": _text(rows, "<f4"),
        "first": _text(first, "<u4"),
        "impacts": [[i.start, i.contact, i.peak_force] for i in run.impacts[:IMPACTS]],
    }


def uniform_times(run, frames):
    """`frames` times from start to end [s]; one, if the run has no length."""
    start, end = float(run.t[0]), float(run.t[-1])
    return np.linspace(start, end, frames) if end > start else np.array([start])


def _poses(run, names, times):
    poses = np.zeros((len(times), len(names), 7))
    poses[:, :, :3], R = run.poses(names, times)
    for i in range(len(names)):
        poses[:, i, 3:] = quaternions(R[:, i])
    return poses


def _touching(run, contacts, times):
    """Rows of all contacts that are closed at each time, and where the rows of each time begin."""
    frame, rows = [np.zeros(0, dtype=int)], [np.zeros((0, 12))]
    histories = list(run.histories(contacts, times)) if contacts else []
    frames = contact_frames(run, histories) if histories else None
    for c, history in enumerate(histories):
        closed = np.flatnonzero([mode != "open" for mode in history.mode])
        force = history.force[closed, None] * history.normal[closed] + history.friction[closed]
        number = np.full((len(closed), 1), c)
        turned = np.zeros((len(closed), 4))
        if history.normal[closed].any():  # else the stop of a joint
            turned = quaternions(frames[closed, c])
        frame.append(closed)
        rows.append(np.hstack([number, history.point[closed], force, history.force[closed, None], turned]))
    frame, rows = np.concatenate(frame), np.concatenate(rows)
    order = np.argsort(frame, kind="stable")
    return rows[order], np.searchsorted(frame[order], np.arange(len(times) + 1))


def _bodies(run, bodies, moving):
    """Shapes and joint of each body, and the pose of those that do not move."""
    place, motion = ({name: i for i, name in enumerate(names)} for names in (bodies, moving))
    rows = [
        {
            "name": body.name,
            "parent": place.get(body.parent, -1),
            "hinge": getattr(body.joint, "hinge", False),
            "com": list(body.com),
            "shapes": [shape for surface in body.surfaces for shape in surface.drawing()],
            "moving": motion.get(body.name, -1),
        }
        for body in bodies.values()
    ]
    still = [row for row in rows if row["moving"] < 0]
    if still:
        for row, pose in zip(still, _poses(run, [row["name"] for row in still], run.t[:1])[0], strict=True):
            row["pose"] = pose.tolist()
    return rows


def _with_meshes(rows):
    """The rows of bodies with the number of the mesh of each superellipsoid, and the meshes, each once."""
    numbers, meshes = {}, []
    for row in rows:
        for i, shape in enumerate(row["shapes"]):
            if shape["kind"] == "superellipsoid":
                key = (shape["semi_axes"], shape["exponent"], shape["rounding"])
                if key not in numbers:
                    numbers[key] = len(meshes)
                    meshes.append(_text(np.concatenate(octant(shape), axis=-1), "<f4"))
                row["shapes"][i] = shape | {"mesh": numbers[key]}
    return rows, meshes


def _springs(scene, bodies):
    """Springs and bushings: their two bodies and points."""
    place = {name: i for i, name in enumerate(bodies)}
    return [
        {
            "kind": word,
            "a": place.get(one.a, -1),
            "at_a": list(one.at_a),
            "b": place.get(one.b, -1),
            "at_b": list(one.at_b),
        }
        for word, one in springs_of(scene)
    ]


def _text(values, kind):
    return base64.b64encode(np.ascontiguousarray(values, dtype=kind).tobytes()).decode("ascii")
