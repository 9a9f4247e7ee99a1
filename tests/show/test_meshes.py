"""Meshes of the page: each form once, no numbers twice, terrain around what moves."""

import base64
import json

import numpy as np
import pytest

import supple as sp
from supple.show import plot_snapshot, plot_snapshots
from supple.show.animation import animation
from supple.show.meshes import NODES, thinning
from supple.show.report import page

CUBE = [(x, y, z) for x in (-0.05, 0.05) for y in (-0.05, 0.05) for z in (-0.05, 0.05)]
FACES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
PLACE = {"at": (0.1, 0.0, 0.0), "orientation": (0.8, 0.6, 0.0, 0.0)}
DRAWN = {
    "hull": {"kind": "hull", "vertices": CUBE, "faces": FACES, **PLACE},
    "other hull": {"kind": "hull", "vertices": CUBE, "faces": FACES, "at": (0, 0, 0), "orientation": (1, 0, 0, 0)},
    "cylinder": {"kind": "cylinder", "radius": 0.05, "height": 0.1, **PLACE},
    "land": {"kind": "terrain", "at": (-50.0, -50.0, -0.3), "spacing": 0.1, "heights": np.zeros((1001, 1001))},
}


@pytest.fixture
def run(monkeypatch):
    """Boxes that draw what their names say, above terrain; they move by some centimetres."""
    monkeypatch.setattr(sp.Box, "drawing", lambda self: (DRAWN[self.name],))
    scene = sp.Scene(name="shapes")
    for i, name in enumerate(name for name in DRAWN if name != "land"):
        box = sp.Box((0.1, 0.1, 0.1), name=name, rounding=0.0)
        scene.body(name, mass=1.0, joint=sp.Free(position=(0.3 * i, 0, 0), velocity=(1, 0, 0)), surfaces=[box])
    scene.body("land", joint=sp.Fixed(), surfaces=[sp.Box((0.1, 0.1, 0.1), name="land", rounding=0.0)])
    return sp.simulate(scene, 0.1)


def array(text, *shape):
    return np.frombuffer(base64.b64decode(text), dtype="<f4").reshape(shape)


def test_each_form_is_sent_once_in_its_own_axes(run):
    data = animation(run, 3)
    shapes = [body["shapes"][0] for body in data["bodies"]]
    assert [shape["mesh"] for shape in shapes] == [0, 0, 1, 0] and len(data["facets"]) == 2
    assert not {"vertices", "faces", "heights"} & {key for shape in shapes for key in shape}
    assert shapes[0]["orientation"] == PLACE["orientation"]
    cube = array(data["facets"][0], 6, 26)
    corners = cube[:, :24].reshape(6, 4, 6)
    assert np.allclose(np.abs(corners[..., :3]), 0.05) and np.allclose(
        np.sum(corners[..., :3] * corners[..., 3:], axis=-1), 0.05
    )
    assert np.all(cube[:, 24] == 1) and np.all(cube[:, 25] == 15)  # one tone, every side is an edge


def test_terrain_is_that_around_what_moves(run):
    data = animation(run, 3)
    (land,) = data["terrains"]
    x, y = np.array(land["x"]) - 50.0, np.array(land["y"]) - 50.0
    assert len(x) <= NODES + 1 and array(land["heights"], len(x), len(y)).shape == (len(x), len(y))
    assert x[0] < -0.5 and x[-1] > 1.2 and y[0] < -0.5 and y[-1] > 0.5 and np.ptp(x) < 5 and np.ptp(y) < 5
    assert thinning(data) == "Of the terrain you see the part around what moves."
    assert "Of the terrain you see the part" in page(run, 3)
    json.dumps(data, allow_nan=False)


def test_the_page_says_what_is_left_out():
    def of(*grids):
        return thinning({"terrains": [{"every": every, "whole": whole} for every, whole in grids]})

    assert of() == of((1, True)) == ""
    assert of((1, True), (3, True)).startswith("Of the terrain you see every 3rd node, so bodies may")
    assert of((22, False)).startswith("Of the terrain you see the part around what moves, and of it every 22nd node")


def test_snapshots_have_all_of_them(run, monkeypatch):
    figure = plot_snapshots(run, 0.0, 0.1)
    figure.draw_without_rendering()
    solids, land = ([c for c in figure.axes[0].collections if c.get_zorder() == order] for order in (3, 2))
    assert len(solids) == len(land) == 1 and len(land[0].get_paths()) > 300
    # what is below the terrain is not seen
    monkeypatch.setitem(DRAWN, "land", DRAWN["land"] | {"at": (-50.0, -50.0, 0.3)})
    (hidden,) = (c for c in plot_snapshot(run, 0.0).collections if c.get_zorder() == 3)
    assert not hidden.get_paths()


def test_land_alone_is_in_the_picture(monkeypatch):
    monkeypatch.setattr(sp.Box, "drawing", lambda self: (DRAWN["land"],))
    scene = sp.Scene(name="land")
    scene.body("land", joint=sp.Fixed(), surfaces=[sp.Box((0.1, 0.1, 0.1), rounding=0.0)])
    run = sp.simulate(scene, 0.1)
    (land,) = animation(run, 2)["terrains"]
    assert land["whole"] and land["every"] == 6
    axes = plot_snapshot(run, 0.0)
    assert np.diff(axes.get_xlim()) > 100
