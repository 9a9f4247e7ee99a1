"""What snapshots stand on: half-spaces as checkered squares with shadows, and terrain with lines at its nodes."""

import numpy as np

from ..spatial.rotations import quaternion_to_matrix
from .depth import Solid
from .surfaces.facets import meshed, quads
from .surfaces.terrain import part_of

FLOOR, FIELD, SHADOW = (0.90, 0.91, 0.92), (0.80, 0.82, 0.84), (0.66, 0.68, 0.70)
FIELDS = 14  # of a floor, along its side
AROUND = 1.6  # [radius of the scene] terrain beside the middle
NODES = 90  # along a side of a terrain
CUT = 8  # pieces along the side of a facet that terrain hides in part
LINES, LINE = 12, 0.88  # lines on the radius of the scene at most; darker than the ground
LOOKS = 150  # places on the way to the reader at which terrain may hide something


def draw_floors(axes, scene, view):
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
            for solid in scene.solids:
                above = solid.corners[solid.across @ normal > 0.0]
                fallen = view.flat(above - ((above - at) @ normal)[..., None] * normal)
                axes.add_collection(PolyCollection(fallen, facecolors=[SHADOW], edgecolors=[SHADOW], linewidths=0.3))


class Terrain:
    """A terrain where it is in a picture: the part around the middle of the scene."""

    def __init__(self, shape, at, turn, view):
        """`at`, `turn`: the frame of its body."""
        self._at, self._step = at + turn @ np.asarray(shape["at"]), 2.0 * AROUND * view.radius / LOOKS
        self._turn = turn @ quaternion_to_matrix(shape.get("orientation", (1.0, 0.0, 0.0, 0.0)))
        middle = (view.middle - self._at) @ self._turn
        reach = AROUND * view.radius
        self.grid = part_of(shape, NODES, middle[:2] - reach, middle[:2] + reach)

    def draw(self, axes, view, light):
        """Facets from back to front, with lines at its nodes; where these are many, at every second, third, ... one."""
        from matplotlib.collections import PolyCollection

        own = meshed(self.grid.points, self.grid.normals).placed(self._at, self._turn)
        n, m = (count - 1 for count in self.grid.z.shape)
        cell = self.grid.x[1] - self.grid.x[0]
        every = self.grid.between * max(1, int(np.ceil(view.radius / LINES / (self.grid.between * cell))))
        i, j = (index.ravel() for index in np.meshgrid(np.arange(n), np.arange(m), indexing="ij"))
        lines = [(own.corners[at][:, side], at) for at, side in ((i % every == 0, [3, 0]), (j % every == 0, [0, 1]))]
        seen = own.across @ view.z > 0.0
        depth = own.corners.mean(axis=1) @ view.z
        lit = np.clip(0.35 + 0.68 * (0.5 + 0.5 * own.across @ light), 0.0, 1.0)[:, None]
        colours = lit * np.array(FLOOR)
        pieces = [own.corners, *(ends[:, [0, 1, 1, 0]] for ends, _ in lines)]
        paint = [colours, *(LINE * colours[at] for _, at in lines)]
        nearer = [depth[at] + 1.5 * cell for _, at in lines]  # after the facets at both sides
        order = np.argsort(np.concatenate([depth, *nearer]), kind="stable")
        order = order[np.concatenate([seen, *(seen[at] for _, at in lines)])[order]]
        flat, paint = view.flat(np.concatenate(pieces)[order]), np.concatenate(paint)[order]
        axes.add_collection(PolyCollection(flat, facecolors=paint, edgecolors=paint, linewidths=0.5, zorder=2))

    def hides(self, points, view):
        """Which of points (n, 3) it hides from the reader: those below it, and those behind a hill."""
        from scipy.interpolate import RegularGridInterpolator

        grid = self.grid
        height = RegularGridInterpolator((grid.x, grid.y), grid.z, bounds_error=False, fill_value=-np.inf)
        way = self._step * np.arange(LOOKS)[:, None, None] * view.z
        x, y, z = np.moveaxis((points + way - self._at) @ self._turn, -1, 0)
        return np.any(z < height(np.stack([x, y], axis=-1)), axis=0)

    def cut(self, solid, view):
        """The solid without what is hidden; facets that are hidden in part are cut into small ones."""
        hidden = self.hides(solid.corners.reshape(-1, 3), view).reshape(-1, 4)
        whole, partly = ~hidden.any(axis=1), hidden.any(axis=1) & ~hidden.all(axis=1)
        small = _pieces(Solid(*(part[partly] for part in solid[:4]), solid.colour, solid.convex))
        seen = ~self.hides(small.corners.mean(axis=1), view)
        parts = zip(solid[:4], small[:4], strict=True)
        return Solid(*(np.concatenate([a[whole], b[seen]]) for a, b in parts), solid.colour, solid.convex)


def _pieces(solid):
    """The same in small facets."""
    a, b, c, d = (corner[:, None, None] for corner in np.moveaxis(solid.corners, 1, 0))
    u = np.linspace(0.0, 1.0, CUT + 1)[:, None, None]
    v = u.reshape(1, -1, 1)
    corners = quads((1 - u) * (1 - v) * a + u * (1 - v) * b + u * v * c + (1 - u) * v * d)
    edges = np.zeros((*corners.shape[:3], 4), dtype=bool)
    for side, place in enumerate((np.s_[:, :, 0], np.s_[:, -1], np.s_[:, :, -1], np.s_[:, 0])):
        edges[(*place, Ellipsis, side)] = solid.edges[:, side, None]
    across, tones = (np.repeat(part, CUT * CUT, axis=0) for part in (solid.across, solid.tones))
    return Solid(corners.reshape(-1, 4, 3), across, tones, edges.reshape(-1, 4), solid.colour, solid.convex)
