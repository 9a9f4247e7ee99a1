"""Collision shapes of files -> surfaces, and the hulls of meshes."""

import numpy as np
import pytest
import robot_oracles as oracles

import supple as sp
from supple.readers.meshes import hull_of_file, hull_of_model
from supple.readers.notes import Notes
from supple.readers.shapes import KINDS, Geometry, surface_of
from supple.spatial.rotations import quaternion_to_matrix, rpy

CORNERS = [(x, y, z) for x in (0, 1) for y in (0, 2) for z in (0, 3)]
FACES = ((1, 2, 4, 3), (5, 7, 8, 6), (1, 5, 6, 2), (3, 4, 8, 7), (1, 3, 7, 5), (2, 6, 8, 4))
INSIDE = (0.5, 1.0, 1.5)
OBJ = "".join("v {} {} {}\n".format(*corner) for corner in (*CORNERS, INSIDE)) + "".join(
    "f " + " ".join(map(str, face)) + "\n" for face in FACES
)


def surface(kind, turn=(0.0, 0.0, 0.0), **size):
    notes = Notes()
    geometry = Geometry("shape", kind, np.array([0.1, 0.2, 0.3]), rpy(*turn), **size)
    return surface_of(geometry, "robot", "link", notes), [note.kind for note in notes.told()]


def test_shapes_that_are_themselves():
    assert surface("sphere", radius=0.2) == (sp.Sphere(0.2, (0.1, 0.2, 0.3), "robot", "shape"), [])
    assert surface("plane", (np.pi / 2, 0, 0))[0].normal == pytest.approx((0, -1, 0))
    capsule, said = surface("capsule", (0, np.pi / 2, 0), radius=0.1, length=0.4)
    assert (
        capsule.end == pytest.approx((0.3, 0.2, 0.3)) and capsule.start == pytest.approx((-0.1, 0.2, 0.3)) and not said
    )
    ellipsoid, said = surface("ellipsoid", (0.3, 0.2, 0.1), size=(0.1, 0.2, 0.3))
    assert quaternion_to_matrix(ellipsoid.orientation) == pytest.approx(rpy(0.3, 0.2, 0.1)) and not said
    assert surface("box", size=(1, 2, 3))[0].size == (1.0, 2.0, 3.0)
    box, said = surface("box", (0.3, 0.2, 0.1), size=(1, 2, 3))
    assert quaternion_to_matrix(box.orientation) == pytest.approx(rpy(0.3, 0.2, 0.1)) and not said
    cylinder, said = surface("cylinder", radius=0.1, length=0.4)
    assert (cylinder.radius, cylinder.height) == (0.1, 0.4) and not said


def test_a_mesh_becomes_its_hull():
    hull, said = surface("mesh", vertices=lambda: np.array(CORNERS, dtype=float))
    assert said == ["approximated"] and set(hull.vertices) == {tuple(map(float, corner)) for corner in CORNERS}
    ball = np.random.default_rng(1).normal(size=(300, 3))
    ball /= np.linalg.norm(ball, axis=1)[:, None]
    hull, said = surface("mesh", vertices=lambda: ball)
    assert said == ["approximated"] and 60 <= len(hull.vertices) <= 100
    flat, said = surface("mesh", vertices=lambda: ball * (1.0, 1.0, 0.0))
    assert flat is None and said == ["ignored"]


def test_meshes_of_a_real_robot():
    """Each of its parts is a hull, from files in a package above that of the robot."""
    imported = sp.read(oracles.example_robot("finger_edu.urdf"))
    surfaces = [one for body in imported.scene.bodies.values() for one in body.surfaces]
    assert len(surfaces) == 7 and all(isinstance(one, sp.Hull) for one in surfaces)
    assert all(0.01 < np.ptp(one.vertices, axis=0).max() < 1.0 for one in surfaces)


def test_a_height_field_becomes_terrain(tmp_path):
    path = tmp_path / "hills.xml"
    path.write_text("""<mujoco><asset><hfield name="h" nrow="3" ncol="4" size="1.5 1 0.2 0.1"
      elevation="0 0 0 0  0 1 0.5 0  0 0 0 0"/></asset><worldbody><geom name="hills" type="hfield" hfield="h"/>
      <body name="ball" pos="0 0 1"><freejoint/><geom size="0.1"/></body></worldbody></mujoco>""")
    terrain = sp.read(path).scene.bodies["ground"].surfaces[0]
    assert terrain.spacing == pytest.approx(1.0) and terrain.at == pytest.approx((-1.5, -1.0, 0.0))
    assert np.shape(terrain.heights) == (4, 3)
    assert terrain.heights[1][1] == pytest.approx(0.2) and terrain.heights[2][1] == pytest.approx(0.1)


def test_shapes_that_are_none():
    assert surface("mesh") == (None, ["ignored"])
    assert surface("sphere", radius=0.0) == (None, ["ignored"])
    assert surface("box", size=(1, 0, 1)) == (None, ["ignored"])
    assert set(KINDS) >= {"plane", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "terrain"}


def as_set(points):
    return {tuple(np.round(point, 6) + 0.0) for point in points}


def test_the_hull_of_a_mesh_file():
    """All corners and no point inside, in the axes of the file."""
    hull = hull_of_file(OBJ.encode(), ".OBJ", (1.0, 1.0, -2.0), "mesh")
    assert as_set(hull) == {(x, y, -2.0 * z + 0.0) for x, y, z in CORNERS}
    with pytest.raises(ValueError, match=r"mesh must be one of .stl, .obj, .msh, got .dae"):
        hull_of_file(OBJ.encode(), ".dae", (1, 1, 1), "mesh")
    with pytest.raises(ValueError, match="mesh must be a mesh with a volume"):
        hull_of_file(b"v 0 0 0\n", ".obj", (1, 1, 1), "mesh")


def test_the_hull_of_a_mesh_in_a_model(tmp_path):
    """In the axes of its geom, from where the model places it in the body."""
    import mujoco

    xml = """<mujoco><asset><mesh name="m" file="m.obj"/></asset><worldbody><body pos="9 9 9"><freejoint/>
      <geom type="mesh" mesh="m" pos="0.1 0 0" euler="0 0 90"/></body></worldbody></mujoco>"""
    m = mujoco.MjModel.from_xml_string(xml, {"m.obj": OBJ.encode()})
    hull = hull_of_model(mujoco, m, 0) @ quaternion_to_matrix(m.geom_quat[0]).T + m.geom_pos[0]
    assert as_set(hull) == {(round(0.1 - y, 6) + 0.0, float(x), float(z)) for x, y, z in CORNERS}
