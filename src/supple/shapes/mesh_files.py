"""Meshes from STL and OBJ files, which others wrote, as hulls: what is wrong is a sentence, what is lost a warning.

STL       binary: 80 bytes, number n of triangles (uint32), 50 bytes each; text: "solid ... vertex x y z ... endsolid"
OBJ       "v x y z" and "f a b c ..." (numbers of vertices from 1, negative ones from the end; a/t/n: a); no more is read
Units     files have none: `scale` says how many metres one is
Closed    every side of a triangle is one of exactly one other, the other way round; and the volume is not larger than that
          of the hull. Then volume, centroid and inertia are those of the mesh; inside out is turned round.
Filled    the share of the hull that is not mesh: above FILLED a MeshWarning says it
Thinned   a hull with more than `most` corners keeps the farthest ones in that many directions, spread evenly; a
          MeshWarning says by how much the others stuck out, at most (exact distances)

Why no library: two simple formats in a page, without a dependency, and with sentences for files that are truncated, hostile
or of another kind. trimesh reads many more, and `Hull(trimesh.load(...).vertices)` works.
"""

import math
import struct
import warnings
from pathlib import Path

import numpy as np

from .._check import integer, positive, shown, within
from .._reading import read_bytes, read_text
from .polytope import MOST, corners_of, moments, polytope

FILLED = 1e-4  # [-] share of the volume from which on a mesh is called concave
HEAD, EACH = 84, 50  # [bytes] of a binary STL file, and of a triangle


class MeshWarning(UserWarning):
    """A mesh is not represented exactly."""


def hull_of_file(file, scale, most):
    """Corners (tuples) and the field `mesh` of a Hull."""
    positive("scale", scale, "m per unit")
    within("most", integer("most", most), 8, MOST)
    label = Path(file).name
    points, triangles = read_mesh(file)
    points = points * scale
    if not np.all(np.abs(points) < 1e100):
        raise ValueError(f"vertices of {label} must be within 1e100 m, got some farther away")
    try:
        corners = points[corners_of(points)]
    except ValueError as error:
        raise ValueError(f"{label}: {error}") from None
    kept, lost = thinned(corners, most)
    if lost > 0.0:
        _warn(f"{label}: its hull has {len(corners)} corners, {len(kept)} are kept: up to {lost:.3g} m are cut off")
    body = polytope(kept)
    hull, _, _ = moments(body.points, body.triangles)
    whole = polytope(corners) if lost > 0.0 else body
    solid = _solid(points, triangles, moments(whole.points, whole.triangles)[0], label)
    if solid is None:
        return _tuples(kept), None
    volume, centre, inertia = solid
    filled = 1.0 - volume / hull
    if filled > FILLED:
        _warn(
            f"{label}: {100 * filled:.3g} % of its convex hull are not in the mesh, which is concave: contacts see the "
            "hull; several hulls on one body represent it better"
        )
    I = [inertia[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]
    return _tuples(kept), tuple(map(float, (min(volume, hull), *centre, *I)))


def _warn(text):
    warnings.warn(text, MeshWarning, stacklevel=4)


def _tuples(points):
    return tuple(tuple(point) for point in points.tolist())


# --- what a mesh is -------------------------------------------------------------------------------------------------------
def _solid(points, triangles, hull, label):
    """Volume, centroid and inertia over mass of a closed mesh; None, and a warning: of the hull."""
    if not _is_closed(triangles):
        _warn(f"{label}: the mesh is not closed: volume and inertia are those of its hull")
        return None
    volume, centre, inertia = moments(points, triangles)
    if not 0.0 < abs(volume) <= (1.0 + 1e-6) * hull:
        _warn(
            f"{label}: the mesh encloses {volume:.6g} m^3, no part of its hull: volume and inertia are those of the hull"
        )
        return None
    return abs(volume), centre, inertia  # inside out: both integrals have the other sign, what they give has not


def _is_closed(triangles):
    sides = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    if len(sides) == 0:
        return False
    count = int(sides.max()) + 1
    there, back = sides[:, 0] * count + sides[:, 1], sides[:, 1] * count + sides[:, 0]
    return len(np.unique(there)) == len(there) and np.array_equal(np.sort(there), np.sort(back))


# --- fewer corners --------------------------------------------------------------------------------------------------------
def thinned(corners, most):
    """At most so many of the corners (n, 3) of a hull, and by how much the others stick out [m]."""
    if len(corners) <= most:
        return corners, 0.0
    k = np.arange(most) + 0.5
    z, turn = 1.0 - 2.0 * k / most, math.pi * (1.0 + 5.0**0.5) * k
    r = np.sqrt(1.0 - z * z)
    directions = np.stack([r * np.cos(turn), r * np.sin(turn), z], axis=1)
    middle = 0.5 * (corners.min(axis=0) + corners.max(axis=0))
    farthest = np.unique(np.argmax((corners - middle) @ directions.T, axis=0))
    kept = corners[farthest]
    kept = kept[corners_of(kept)]
    body = polytope(kept)
    return kept, max(float(np.max(_beyond(body, corners))), 0.0)


def _beyond(body, points):
    """Distances of points from a polytope, 0 inside [m]."""
    outside = np.max(points @ body.normals.T - body.offsets, axis=1) > 0.0
    least = np.where(outside, np.inf, 0.0)
    for n, b, corners in zip(body.normals, body.offsets, body.points[body.triangles], strict=True):
        h = points @ n - b
        way = h[:, None] * n
        sides = [(a, b_ - a) for a, b_ in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
        beyond = np.array([np.cross(s, points - a) @ n < 0.0 for a, s in sides])
        far = np.where(np.any(beyond, axis=0), np.inf, np.linalg.norm(way, axis=1))
        for a, s in sides:
            t = np.clip((points - a) @ s / (s @ s), 0.0, 1.0)
            far = np.minimum(far, np.linalg.norm(points - a - t[:, None] * s, axis=1))
        least = np.minimum(least, far)
    return least


# --- files ----------------------------------------------------------------------------------------------------------------
def read_mesh(file):
    """Vertices (n, 3) and triangles (m, 3) of an STL or OBJ file; equal vertices are one."""
    path = Path(file)
    readers = {".stl": _read_stl, ".obj": _read_obj}
    if path.suffix.lower() not in readers:
        raise ValueError(f"{path.name} must be an STL or OBJ file (.stl, .obj), got the ending {shown(path.suffix)}")
    points, triangles = readers[path.suffix.lower()](path)
    if len(triangles) < 4:
        raise ValueError(f"{path.name} must have 4 triangles or more, got {len(triangles)}")
    if not np.all(np.isfinite(points)):
        raise ValueError(
            f"vertices of {path.name} must be finite, got {np.count_nonzero(~np.isfinite(points))} that are not"
        )
    points, same = np.unique(points, axis=0, return_inverse=True)
    triangles = same.reshape(-1)[triangles]
    distinct = (triangles != np.roll(triangles, 1, axis=1)).all(axis=1)
    return points, triangles[distinct]


def _read_stl(path):
    data = read_bytes(path, "STL file")
    if len(data) >= HEAD:
        (count,) = struct.unpack_from("<I", data, HEAD - 4)
        if len(data) == HEAD + EACH * count:
            floats = np.frombuffer(data, dtype=np.uint8, offset=HEAD).reshape(count, EACH)[:, 12:48]
            points = np.ascontiguousarray(floats).view("<f4").astype(float).reshape(-1, 3)
            return points, np.arange(3 * count).reshape(-1, 3)
    if data[:5].lower() == b"solid" and b"vertex" in data:
        return _read_stl_text(read_text(path, "STL file"), path.name)
    if len(data) < HEAD:
        raise ValueError(f"{path.name} must be an STL file of {HEAD} bytes or more, got {len(data)}")
    raise ValueError(
        f"{path.name} must have {HEAD} + {EACH} bytes per triangle for the {count} that it announces, got {len(data)}: "
        "it is truncated, or no STL file"
    )


def _read_stl_text(text, label):
    points = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if words and words[0].lower() == "vertex":
            points.append(_numbers(words[1:], f"line {number} of {label}"))
    if len(points) % 3 or "endsolid" not in text.lower():
        raise ValueError(
            f"{label} must end with endsolid behind whole triangles, got {len(points)} vertices: it is truncated"
        )
    return np.array(points).reshape(-1, 3), np.arange(len(points)).reshape(-1, 3)


def _read_obj(path):
    points, triangles = [], []
    for number, line in enumerate(read_text(path, "OBJ file").splitlines(), 1):
        words, where = line.split(), f"line {number} of {path.name}"
        if words and words[0] == "v":
            points.append(_numbers(words[1:4], where))
        elif words and words[0] == "f":
            face = [_vertex(word, len(points), where) for word in words[1:]]
            if len(face) < 3:
                raise ValueError(f"{where} must be a face of 3 vertices or more, got {shown(line)}")
            triangles += [(face[0], face[k], face[k + 1]) for k in range(1, len(face) - 1)]
    return np.array(points).reshape(-1, 3), np.array(triangles, dtype=np.int64).reshape(-1, 3)


def _numbers(words, where):
    try:
        found = [float(word) for word in words]
    except ValueError:
        found = []
    if len(found) != 3:
        raise ValueError(f"{where} must have three numbers, got {shown(' '.join(words))}")
    return found


def _vertex(word, count, where):
    text = word.split("/")[0]
    number = int(text) if text.lstrip("-").isdigit() and len(text) < 10 else 0
    if not 0 < abs(number) <= count:
        raise ValueError(f"{where} must name vertices from 1 to {count} (or -{count} to -1), got {shown(word)}")
    return number - 1 if number > 0 else count + number
