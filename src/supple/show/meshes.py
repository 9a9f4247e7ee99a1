"""Surfaces that the page does not know by itself, each sent once, however many bodies have it.

octants   float32 (points, 6) of superellipsoids: points [m] and normals of an octant in three square patches
facets    float32 (facets, 26) of other shapes: point and normal of the four corners, tone, and which sides are edges:
          the sum of 1, 2, 4, 8
terrains  nodes x, y [m] and float32 heights (x, y) of the part around what moves
"""

import base64
import json

import numpy as np

from ..spatial.rotations import quaternion_to_matrix
from .surfaces import SURFACES, facets, own_facets
from .surfaces.smooth import octant
from .surfaces.terrain import part_of

KNOWN = {"ball", "box", "ellipsoid", "rod"}  # kinds that the page draws from numbers
BULKY = {"vertices", "faces", "heights"}  # what a mesh holds
NODES = 200  # along a side of a terrain
AROUND = 2.0  # [size of what moves] terrain beside it


def encoded(values, kind):
    """Base64 text of little-endian numbers."""
    return base64.b64encode(np.ascontiguousarray(values, dtype=kind).tobytes()).decode("ascii")


def with_meshes(rows, paths):
    """Rows of bodies whose shapes have the numbers of their meshes, and the meshes: lists by name.

    paths   positions (frames, bodies, 3) [m] of the bodies that move.
    """
    meshes, numbers = {"octants": [], "facets": [], "terrains": []}, {}
    window = (
        _window(rows, paths) if any(shape["kind"] == "terrain" for row in rows for shape in row["shapes"]) else None
    )
    for row in rows:
        for i, shape in enumerate(row["shapes"]):
            if shape["kind"] in KNOWN or shape["kind"] not in SURFACES:
                continue
            kept = {name: value for name, value in shape.items() if name not in BULKY}
            if shape["kind"] == "terrain":
                meshes["terrains"].append(_terrain(shape, window if row["moving"] < 0 else None, row.get("pose")))
                row["shapes"][i] = kept | {"mesh": len(meshes["terrains"]) - 1}
                continue
            kind, function = ("octants", _octant) if shape["kind"] == "superellipsoid" else ("facets", _facets)
            own = {name: value for name, value in shape.items() if name not in ("at", "orientation")}
            key = json.dumps(own, sort_keys=True, default=np.ndarray.tolist)
            if key not in numbers:
                numbers[key] = len(meshes[kind])
                meshes[kind].append(encoded(function(shape), "<f4"))
            row["shapes"][i] = kept | {"mesh": numbers[key]}
    return rows, meshes


def thinning(data):
    """What the page shows of terrains, as a sentence; empty if it is all."""
    thinned = max((one["every"] for one in data["terrains"]), default=1)
    parts = []
    if not all(one["whole"] for one in data["terrains"]):
        parts.append("the part around what moves")
    if thinned > 1:
        parts.append(f"every {_ordinal(thinned)} node, so bodies may seem to float or to sink by what lies between")
    return f"Of the terrain you see {', and of it '.join(parts)}." if parts else ""


def _ordinal(n):
    ending = {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th") if n % 100 not in (11, 12, 13) else "th"
    return f"{n}{ending}"


def _octant(shape):
    return np.concatenate(octant(shape), axis=-1)


def _facets(shape):
    one = own_facets(shape)
    corners = np.concatenate([one.corners, one.normals], axis=-1).reshape(len(one.corners), 24)
    return np.hstack([corners, one.tones[:, None], one.edges @ np.array([[1], [2], [4], [8]])])


def _terrain(shape, window, pose):
    low, high = (-np.inf, -np.inf), (np.inf, np.inf)
    if window is not None and pose is not None:
        body = quaternion_to_matrix(pose[3:])
        turn = body @ quaternion_to_matrix(shape.get("orientation", (1.0, 0.0, 0.0, 0.0)))
        own = (window - pose[:3] - body @ np.asarray(shape["at"])) @ turn
        low, high = own.min(axis=0)[:2], own.max(axis=0)[:2]
    grid = part_of(shape, NODES, low, high)
    return {
        "x": grid.x.tolist(),
        "y": grid.y.tolist(),
        "heights": encoded(grid.z, "<f4"),
        "every": grid.every,
        "whole": grid.whole,
    }


def _window(rows, paths):
    """Corners (4, 3) of the level square around all bodies on their way [m], or None if there are none."""
    solid = [row for row in rows if any(shape["kind"] not in ("plane", "terrain") for shape in row["shapes"])]
    still = np.array([row["pose"][:3] for row in solid if row["moving"] < 0]).reshape(-1, 3)
    points = np.concatenate([paths.reshape(-1, 3), still])
    if not len(points):
        return None
    reach = max((_reach(shape) for row in solid for shape in row["shapes"]), default=0.0)
    low, high = points.min(axis=0) - reach, points.max(axis=0) + reach
    middle, half = 0.5 * (low + high), AROUND * 0.5 * float(np.linalg.norm(high - low))
    return middle + half * np.array([(x, y, 0.0) for x in (-1.0, 1.0) for y in (-1.0, 1.0)])


def _reach(shape):
    """From the origin of the body."""
    if shape["kind"] in ("plane", "terrain"):
        return 0.0
    corners = facets(shape).corners
    return float(np.linalg.norm(corners, axis=-1).max()) if len(corners) else float(np.linalg.norm(shape["at"]))
