"""What the viewer of a report draws: shapes once, poses and contact forces at uniform times.

    bodies    name, parent, shapes in the frame of the body, whether it moves; pose of those that do not
    octants, facets, terrains   surfaces that the page does not know by itself (meshes.py)
    cables    their names and points (body, -1: the world; place [m] in it); cable_modes: uint8 (frames, cables), 1: taut
    motors    body and axis of the joint that each drives
    springs   the bodies (-1: the world) and the points [m] in them that springs and bushings connect
    poses     float32 (frames, moving bodies, 7): position [m], quaternion w, x, y, z
    beam      of a flexible body: places, outline, and a table by which the viewer bends it (`_beam`)
    follow    whether the picture goes with what moves
    eta       float32 (frames, modes): modal coordinates of all flexible bodies
    touching  float32 (rows, 12): contact, point [m], force [N] on the body named first (on the other one, if only that
              moves), its normal part [N], quaternion of the contact frame (tangents x and y, normal z towards that body;
              zero: it has no direction)
    first     uint32 (frames + 1): the rows of frame i are first[i] to first[i + 1]

Times are uniform, so that the picture plays in real time. An impact of some microseconds falls between two frames; the
viewer marks each on its time line. Arrays are base64 text of little-endian numbers.
"""

import numpy as np

from ..model.flexible import attachments
from ..spatial.rotations import quaternion_to_matrix
from .bent import extremes, factor_of, flexible_bodies, outline, places
from .cables import courses_of, motors_of
from .contact_frames import contact_frames
from .meshes import encoded, with_meshes
from .pairs import pairs_of, shown_signs
from .plots import moving_bodies
from .rotations import quaternions
from .springs import springs_of
from .style import BODY_COLOURS

IMPACTS = 500  # marks on the time line
MOST_POSES = 1_000_000  # bodies and contacts times frames: with many of them the animation has fewer frames


def animation(run, frames, magnify=1.0, follow=False):
    """All that the viewer needs, as plain data for JSON; None if there is nothing to draw."""
    bodies = getattr(run.model.scene, "bodies", {})
    if not bodies:
        return None
    beams = flexible_bodies(run)
    modes = sum(len(beam.names) for beam in beams.values())
    drawn = len(bodies) + len(run.peaks) + modes // 7
    times = uniform_times(run, max(2, min(frames, MOST_POSES // drawn)))
    moving = [name for name in moving_bodies(run) if name in bodies]
    contacts = [name for name in run.contacts if name in run.peaks]
    rows, first = _touching(run, contacts, times, moving)
    poses = _poses(run, moving, times)
    rows_of_bodies, meshes = with_meshes(_bodies(run, bodies, moving), poses[:, :, :3])
    pairs = pairs_of(run, contacts)
    factor = factor_of(run, magnify)
    return {
        "start": float(times[0]),
        "end": float(times[-1]),
        "frames": len(times),
        "gravity": list(run.model.scene.gravity),
        "colours": list(BODY_COLOURS),
        "bodies": rows_of_bodies,
        **meshes,
        "springs": _springs(run.model.scene, bodies),
        **_drives(run, bodies, times),
        "moving": moving,
        "modes": modes,
        "eta": encoded(
            np.concatenate([np.zeros((len(times), 0)), *(run.modal(name, times) for name in beams)], axis=1), "<f4"
        ),
        "magnify": factor,
        "follow": bool(follow),
        "factors": _factors(run, factor),
        "poses": encoded(poses, "<f4"),
        "contacts": [{"name": name, "unit": run.contact_units[name].force, "pair": pairs[name]} for name in contacts],
        "touching": encoded(rows, "<f4"),
        "first": encoded(first, "<u4"),
        "impacts": [[i.start, i.contact, i.peak_force] for i in run.impacts[:IMPACTS]],
    }


def uniform_times(run, frames):
    """`frames` times from start to end [s]; one, if the run has no length."""
    start, end = float(run.t[0]), float(run.t[-1])
    return np.linspace(start, end, frames) if end > start else np.array([start])


def _factors(run, given):
    """Factors of the deflection to choose from: 1, 2, 5, 10 ... up to one at which it is well seen."""
    fitting = [extremes(run, name).factor(beam.length) for name, beam in flexible_bodies(run).items()]
    series = [n * 10.0**power for power in range(13) for n in (1.0, 2.0, 5.0)]
    return sorted({1.0, given, *(n for n in series if n <= max(fitting, default=1.0))})


def _beam(beam, first, more):
    """What bends a beam: places [m], rows of their stations, outline; `more` are points of the body that sit on it.

    A row has displacement and turn of each mode, (modes, 6), and the foreshortening of each pair, (modes, modes).
    """
    Q = quaternion_to_matrix(beam.orientation)
    attached = [float(np.clip((np.array(point) - beam.at) @ Q[:, 0], *beam.span)) for point in more]
    x = np.unique([*places(beam), *attached])
    at = [beam.station(one) for one in x]
    rows = [np.concatenate([np.hstack([s.Phi, s.Theta]).ravel(), s.Psi.ravel()]) for s in at]
    facets, tones = outline(beam.section)
    return {
        "at": list(beam.at),
        "orientation": list(beam.orientation),
        "x": x.tolist(),
        "modes": len(beam.names),
        "first": first,
        "table": encoded(rows, "<f4"),
        "half": list(beam.section.half_widths),
        "outline": facets.round(9).tolist(),
        "tones": tones.tolist(),
        "hole": beam.section.hole,
    }


def _attached(scene):
    """{body: points} of all that sits on flexible bodies."""
    found = {name: [] for name, body in scene.bodies.items() if body.flexible is not None}
    joints = ((body.parent, body.joint.at) for body in scene.bodies.values())
    for body, point in (*joints, *attachments(scene)):
        if body in found:
            found[body].append(point)
    return found


def _poses(run, names, times):
    poses = np.zeros((len(times), len(names), 7))
    poses[:, :, :3], R = run.poses(names, times)
    for i in range(len(names)):
        poses[:, i, 3:] = quaternions(R[:, i])
    return poses


def _touching(run, contacts, times, moving):
    """Rows of all contacts that are closed at each time, and where the rows of each time begin."""
    frame, rows = [np.zeros(0, dtype=int)], [np.zeros((0, 12))]
    histories = list(run.histories(contacts, times)) if contacts else []
    frames = contact_frames(run, histories) if histories else None
    signs = shown_signs(run, contacts, moving)
    for c, history in enumerate(histories):
        closed = np.flatnonzero([mode != "open" for mode in history.mode])
        sign = signs[history.name]
        force = sign * (history.force[closed, None] * history.normal[closed] + history.friction[closed])
        number = np.full((len(closed), 1), c)
        turned = np.zeros((len(closed), 4))
        if history.normal[closed].any():  # else the stop of a joint
            turned = quaternions(frames[closed, c] * (1.0, sign, sign))
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
    first, on = 0, _attached(run.model.scene)
    for row, body in zip(rows, bodies.values(), strict=True):
        if body.flexible is not None:
            row["beam"] = _beam(body.flexible, first, on[body.name])
            first += len(body.flexible.names)
        if body.parent in on:
            row["mounted"] = list(body.joint.at)
    still = [row for row in rows if row["moving"] < 0]
    if still:
        for row, pose in zip(still, _poses(run, [row["name"] for row in still], run.t[:1])[0], strict=True):
            row["pose"] = pose.tolist()
    return rows


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


def _drives(run, bodies, times):
    """Cables with their modes, and motors."""
    scene, place = run.model.scene, {name: i for i, name in enumerate(bodies)}
    courses = courses_of(scene)
    taut = [[mode == "taut" for mode in run.element(course.name, times).mode] for course in courses]
    points = [[[place.get(body, -1), *map(float, point)] for body, point in course.points] for course in courses]
    return {
        "cables": [{"name": one.name, "points": at} for one, at in zip(courses, points, strict=True)],
        "cable_modes": encoded(np.array(taut, dtype=int).T.reshape(len(times), -1), "<u1"),
        "motors": [{"body": place[one.body], "axis": list(one.axis)} for one in motors_of(scene)],
    }
