"""Hulls from STL and OBJ files, good and hostile, and hulls in scene files."""

import struct
from itertools import product

import numpy as np
import pytest

import supple as sp
from supple.shapes.mesh_files import MeshWarning, read_mesh, thinned
from supple.shapes.polytope import corners_of, moments, polytope

SIZE = (0.2, 0.14, 0.1)
BOX = polytope(0.5 * np.array(SIZE) * np.array([*product((-1.0, 1.0), repeat=3)]))


def ell(a=1.0):
    """Points and triangles of an L of three cubes: volume 3 a^3 of a hull of 3.5 a^3."""
    outline = a * np.array([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)])
    low, high = (np.c_[outline, np.full(6, z)] for z in (0.0, a))
    cap = [(0, 1, 2), (0, 2, 3), (0, 3, 5), (3, 4, 5)]
    sides = [t for i in range(6) for j in [(i + 1) % 6] for t in ((i, j, 6 + j), (i, 6 + j, 6 + i))]
    return np.vstack([low, high]), np.array(
        [(i, k, j) for i, j, k in cap] + [(6 + i, 6 + j, 6 + k) for i, j, k in cap] + sides
    )


def binary(points, triangles, head=b"made by a test"):
    text = head.ljust(80) + struct.pack("<I", len(triangles))
    return text + b"".join(struct.pack("<12fH", 0, 0, 0, *points[t].ravel(), 0) for t in triangles)


def ascii_stl(points, triangles):
    facets = (
        "facet normal 0 0 0\nouter loop\n" + "".join("vertex {!r} {!r} {!r}\n".format(*p) for p in points[t].tolist())
        + "endloop\nendfacet\n" for t in triangles
    )  # fmt: skip
    return f"solid part\n{''.join(facets)}endsolid part\n".encode()


def obj(points, triangles):
    lines = [*("v {!r} {!r} {!r}".format(*p) for p in points.tolist()), "vt 0 0", "vn 0 0 1"]
    return "\n".join([*lines, *("f {}/1/1 {}/1/1 {}//1".format(*(t + 1)) for t in triangles)]).encode()


WRITERS = {"binary.stl": binary, "text.STL": ascii_stl, "mesh.obj": obj}


@pytest.mark.parametrize("name", WRITERS)
def test_a_box_in_a_file(name, tmp_path):
    path = tmp_path / name
    path.write_bytes(WRITERS[name](1000.0 * BOX.points, BOX.triangles))
    hull = sp.Hull.from_file(path, scale=0.001, material="steel", rounding=0.005)
    assert np.array(sorted(hull.vertices)) == pytest.approx(np.array(sorted(BOX.points.tolist())), abs=1e-8)
    assert hull.volume == pytest.approx(0.0028, rel=1e-7)
    assert hull.inertia(1.0) == pytest.approx(np.diag(sp.Box(SIZE).inertia(1.0)), abs=1e-9)
    assert (len(hull.features()), hull.material) == (8 + 12 + 1, "steel")


def test_a_file_in_pieces_and_inside_out(tmp_path):
    path = tmp_path / "box.obj"
    faces = [(1, 2, 4, 3), (5, 7, 8, 6), (-8, -4, -3, -7), (3, 4, 8, 7), (1, 3, 7, 5), (2, 6, 8, 4)]
    points = [*product((-1, 1), repeat=3)]
    lines = ["# a comment", "mtllib none", *(f"v {x} {y} {z}" for x, y, z in points)]
    path.write_text(
        "\n".join([*lines, "g a", "s off", *("f " + " ".join(map(str, f)) for f in faces)]), encoding="utf-8"
    )
    assert sp.Hull.from_file(path).volume == pytest.approx(8.0)
    turned = ["f " + " ".join(map(str, f[::-1])) for f in faces]
    path.write_text("\n".join([*lines, *turned]), encoding="utf-8")
    hull = sp.Hull.from_file(path)
    assert hull.volume == pytest.approx(8.0)
    assert hull.inertia(3.0) == pytest.approx(2.0 * np.eye(3), abs=1e-14)


def test_a_concave_mesh_says_how_much_is_filled(tmp_path):
    path = tmp_path / "ell.stl"
    points, triangles = ell(0.1)
    path.write_bytes(binary(points, triangles))
    with pytest.warns(MeshWarning, match=r"ell.stl: 14.3 % of its convex hull are not in the mesh"):
        hull = sp.Hull.from_file(path)
    volume, centre, inertia = moments(points, triangles)
    assert volume == pytest.approx(0.003, rel=1e-7)
    assert hull.volume == pytest.approx(0.003, rel=1e-6)  # of the mesh
    assert hull.centroid == pytest.approx(centre, abs=1e-8)
    assert hull.inertia(2.0) == pytest.approx(2.0 * inertia, abs=1e-9)
    with pytest.warns(MeshWarning):
        assert sp.Hull.from_file(path, centred=True).centroid == pytest.approx((0.0, 0.0, 0.0), abs=1e-16)


def test_an_open_mesh_takes_the_hull(tmp_path):
    path = tmp_path / "open.stl"
    path.write_bytes(binary(BOX.points, BOX.triangles[1:]))
    with pytest.warns(MeshWarning, match="not closed: volume and inertia are those of its hull"):
        hull = sp.Hull.from_file(path)
    assert hull.mesh is None and hull.volume == pytest.approx(0.0028, rel=1e-7)


def test_many_corners_are_thinned_and_the_loss_is_said(tmp_path):
    x = np.random.default_rng(1).normal(size=(900, 3))
    points = x / np.linalg.norm(x, axis=1)[:, None]
    body = polytope(points[corners_of(points)])
    path = tmp_path / "ball.obj"
    path.write_bytes(obj(body.points, body.triangles))
    with pytest.warns(MeshWarning, match=r"has 900 corners, 1\d\d are kept: up to 0.0\d+ m are cut off") as seen:
        hull = sp.Hull.from_file(path, most=150)
    assert len(hull.vertices) <= 150 and len(seen) == 1
    assert hull.volume == pytest.approx(moments(body.points, body.triangles)[0], rel=0.07)
    kept, lost = thinned(body.points, 150)
    inside = polytope(kept)
    heights = body.points @ inside.normals.T - inside.offsets
    assert 0.9 * heights.max() <= lost <= 2.0 * heights.max()  # a distance is not below the height over a plane
    assert thinned(body.points, 900) == (pytest.approx(body.points), 0.0)


# --- hostile files --------------------------------------------------------------------------------------------------------
GOOD = binary(BOX.points, BOX.triangles)
HOSTILE = {
    "empty.stl": (b"", "must be an STL file of 84 bytes or more, got 0"),
    "cut.stl": (GOOD[:-7], "must have 84 .* it is truncated"),
    "longer.stl": (GOOD + b"x", "must have 84 .* truncated, or no STL file"),
    "many.stl": (GOOD[:80] + b"\xff\xff\xff\xff" + GOOD[84:], "for the 4294967295 that it announces"),
    "none.stl": (GOOD[:80] + bytes(4), "must have 4 triangles or more, got 0"),
    "nan.stl": (binary(np.where(BOX.points == BOX.points[0], np.nan, BOX.points), BOX.triangles), "must be finite"),
    "cut_text.stl": (ascii_stl(BOX.points, BOX.triangles)[:-20], "must end with endsolid"),
    "word.stl": (b"solid x\nvertex 1 2 three\nendsolid", "line 2 of word.stl must have three numbers"),
    "flat.stl": (binary(BOX.points * [1, 1, 0], BOX.triangles), "flat.stl: points must span a body"),
    "bytes.stl": (bytes(range(256)), "must have 84"),
    "empty.obj": (b"", "must have 4 triangles or more, got 0"),
    "huge.obj": (b"v 0 0 0\nf 1 2 999999999999999999999", "must name vertices from 1 to 1"),
    "zero.obj": (b"v 0 0 0\nf 0 0 0", "must name vertices"),
    "behind.obj": (b"v 0 0 0\nf -2 -1 -1", "must name vertices"),
    "two.obj": (b"v 0 0 0\nf 1 1", "a face of 3 vertices or more"),
    "inf.obj": (obj(BOX.points, BOX.triangles) + b"\nv 0 0 inf", "must be finite"),
    "far.obj": (obj(1e200 * BOX.points, BOX.triangles), "within 1e100 m"),
    "binary.obj": (GOOD + b"\xff", "must be text in UTF-8"),
    "mesh.ply": (b"ply", "must be an STL or OBJ file"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files(name, tmp_path):
    data, why = HOSTILE[name]
    (tmp_path / name).write_bytes(data)
    with pytest.raises(ValueError, match=why):
        sp.Hull.from_file(tmp_path / name)


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(FileNotFoundError, match="must be an existing STL file"):
        sp.Hull.from_file(tmp_path / "no.stl")
    with pytest.raises(ValueError, match="scale must be > 0"):
        sp.Hull.from_file(tmp_path / "no.stl", scale=0.0)
    with pytest.raises(ValueError, match="most must be between 8 and 500"):
        sp.Hull.from_file(tmp_path / "no.stl", most=3)


def test_a_file_cut_anywhere_is_a_sentence_or_a_mesh(tmp_path):
    path = tmp_path / "cut.obj"
    whole = obj(BOX.points, BOX.triangles)
    for end in range(0, len(whole), 37):
        path.write_bytes(whole[:end])
        try:
            points, triangles = read_mesh(path)
            assert triangles.max() < len(points)
        except ValueError as error:
            assert "cut.obj" in str(error)


# --- scene files ----------------------------------------------------------------------------------------------------------
SCENE = """
[bodies.part]
mass = 2.0
surfaces = [{{ type = "Hull", from = "file", file = {file}, scale = 0.001, material = "steel" }}]
"""


def test_a_mesh_beside_its_scene_file(tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "box.stl").write_bytes(binary(1000.0 * BOX.points, BOX.triangles))
    (tmp_path / "scene.toml").write_text(SCENE.format(file='"parts/box.stl"'), encoding="utf-8")
    scene = sp.read_scene(tmp_path / "scene.toml").scene
    (hull,) = scene.bodies["part"].surfaces
    assert len(hull.vertices) == 8
    text = sp.scene_to_toml(scene)
    assert "box.stl" not in text  # complete without the file
    again = sp.scene_from_toml(text).scene
    assert repr(again.bodies) == repr(scene.bodies)
    assert sp.scene_to_toml(again) == text


@pytest.mark.parametrize("file", ['"../box.stl"', '"/etc/box.stl"', '"parts/../../box.stl"', '"a\\u0000.stl"'])
def test_a_scene_file_reads_no_meshes_elsewhere(file, tmp_path):
    (tmp_path / "box.stl").write_bytes(GOOD)
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "scene.toml").write_text(SCENE.format(file=file), encoding="utf-8")
    with pytest.raises(ValueError, match="file must be in the folder of its scene file or below"):
        sp.read_scene(tmp_path / "below" / "scene.toml")


def test_a_link_that_leads_out_is_no_way_either(tmp_path):
    (tmp_path / "box.stl").write_bytes(GOOD)
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "link.stl").symlink_to(tmp_path / "box.stl")
    (tmp_path / "below" / "scene.toml").write_text(SCENE.format(file='"link.stl"'), encoding="utf-8")
    with pytest.raises(ValueError, match="file must be in the folder"):
        sp.read_scene(tmp_path / "below" / "scene.toml")


def test_a_text_has_no_folder():
    with pytest.raises(ValueError, match="file must be left out of a text"):
        sp.scene_from_toml(SCENE.format(file='"box.stl"'))


def test_vertices_in_a_scene_file():
    text = """
    [bodies.die]
    mass = 0.1
    surfaces = [{ type = "Hull", vertices = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], material = "wood" }]
    """
    scene = sp.scene_from_toml(text).scene
    assert len(scene.bodies["die"].surfaces[0].features()) == 4 + 6 + 1
    assert repr(sp.scene_from_toml(sp.scene_to_toml(scene)).scene.bodies) == repr(scene.bodies)
    with pytest.raises(ValueError, match=r"bodies.die.surfaces\[0\]: vertices: points must span a body"):
        sp.scene_from_toml(text.replace("[-1, -1, 1]", "[1, 1, 1]"))
