"""URDF: what links, joints and shapes become, what is said of the rest, and the way back."""

import numpy as np
import pytest
import robot_oracles as oracles

import supple as sp
from supple.readers.write_urdf import urdf_of

ARM = """<?xml version="1.0"?>
<robot name="arm">
  <link name="base"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><box size="0.4 0.2 0.1"/></geometry></collision></link>
  <link name="upper"><inertial><origin xyz="0.1 0 0.2" rpy="0.3 0.2 0.1"/><mass value="2"/>
    <inertia ixx="0.03" iyy="0.04" izz="0.05" ixy="0.001" ixz="-0.002" iyz="0.003"/></inertial>
    <visual><geometry><mesh filename="nowhere.dae"/></geometry></visual>
    <collision name="rod"><origin xyz="0 0 0.2"/><geometry><cylinder radius="0.03" length="0.4"/></geometry></collision>
    <collision><origin xyz="0 0 0.4"/><geometry><sphere radius="0.05"/></geometry></collision></link>
  <link name="slider"><inertial><mass value="0.5"/><inertia ixx="0.01" iyy="0.01" izz="0.01"/></inertial>
    <collision><geometry><mesh filename="missing.stl"/></geometry></collision></link>
  <link name="finger"><inertial><mass value="0.2"/><inertia ixx="0.001" iyy="0.001" izz="0.001"/></inertial></link>
  <link name="tool"/>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 0.1" rpy="0 0.5 0"/>
    <axis xyz="0 2 0"/><limit lower="-1" upper="1.5" effort="10" velocity="3"/>
    <dynamics damping="0.4" friction="0.2"/></joint>
  <joint name="lift" type="prismatic"><parent link="upper"/><child link="slider"/><origin xyz="0 0 0.4"/>
    <axis xyz="0 0 1"/><limit lower="0" upper="0.3" effort="10" velocity="3"/></joint>
  <joint name="curl" type="continuous"><parent link="slider"/><child link="finger"/>
    <origin xyz="0.1 0 0" rpy="1.5707963 0 0"/>
    <mimic joint="shoulder" multiplier="-0.5" offset="0.1"/></joint>
  <joint name="flange" type="fixed"><parent link="finger"/><child link="tool"/><origin xyz="0 0.1 0"/></joint>
  <transmission name="motor 1"/><gazebo reference="upper"><mu1>0.3</mu1></gazebo>
</robot>"""


@pytest.fixture
def arm(tmp_path):
    path = tmp_path / "arm.urdf"
    path.write_text(ARM)
    return path


def notes(imported, kind):
    return {(one.what, name) for one in imported.notes if one.kind == kind for name in one.names}


def test_parts(arm):
    imported = sp.read(arm)
    scene = imported.scene
    assert list(scene.bodies) == ["base", "upper", "slider", "finger", "tool"]
    assert imported.joints == {"shoulder": "upper", "lift": "slider", "curl": "finger"} and imported.format == "URDF"
    shoulder = scene.bodies["upper"].joint
    assert shoulder.axis == (0.0, 1.0, 0.0) and shoulder.limits == (-1.0, 1.5) and shoulder.damping == 0.4
    assert shoulder.limit_law.k > 1e3
    assert [type(one).__name__ for one in scene.bodies["upper"].surfaces] == ["Cylinder", "Sphere"]
    assert scene.elements["friction of shoulder"].friction == 0.2
    model = sp.build(scene)
    assert not model.notes and sp.mass_matrix(model).shape == (3, 3)


def test_stops_know_what_their_joints_carry():
    """The diagonal of the mass matrix in the pose zero, by the rule for MuJoCo's defaults; to four digits."""
    imported = oracles.imported(oracles.example_robot("g1_29dof_rev_1_0.urdf"), "free")
    state = oracles.State(imported)
    state.y[:] = 0.0
    state.y[3] = 1.0
    M = sp.mass_matrix(state.model, state.y)
    for joint, (at,) in ((joint, at) for joint, at in state.v_of.items() if joint != "base"):
        law = imported.scene.bodies[imported.joints[joint]].joint.limit_law
        assert law.k == pytest.approx(M[at, at] / (0.95 * 0.02**2) * 0.95 / 0.05, rel=1e-3)
        assert law.b == pytest.approx(M[at, at] * 2.0 / (0.95 * 0.02) * 0.95 / 0.05, rel=1e-3)


def test_everything_lost_is_said(arm):
    imported = sp.read(arm, ground=True)
    ignored, assumed = notes(imported, "ignored"), notes(imported, "assumed")
    assert ("element", "<transmission> motor 1") in ignored and ("element", "<gazebo> upper") in ignored
    assert ("visual shapes of the link", "upper") in ignored and ("mesh", "slider: missing.stl") in ignored
    assert {("largest speed of the joint", "lift"), ("largest force of the joint", "shoulder")} <= ignored
    assert ("mass of the link", "tool") in assumed and ("stops of the joint", "lift") in assumed
    assert ("first link", "base") in assumed and ("contact of", "robot and robot") in assumed
    assert notes(imported, "approximated") == {("mimic of the joint", "curl")}
    assert all(str(one).startswith(one.kind) and one.as_dict()["names"] for one in imported.notes)


def test_a_mimic_joint_follows(arm):
    arm.write_text(ARM.replace('friction="0.2"', ""))
    run = sp.simulate(sp.read(arm).scene, 0.2)
    late = run.t > 0.1
    assert run.success and abs(run["upper.angle"]).max() > 0.1
    assert abs(run["finger.angle"] + 0.5 * run["upper.angle"] - 0.1)[late].max() < 0.01


def test_a_robot_starts_in_its_range(arm):
    arm.write_text(ARM.replace('lower="-1" upper="1.5"', 'lower="0.5" upper="1.5"'))
    imported = sp.read(arm)
    assert imported.scene.bodies["upper"].joint.angle == 0.5
    assert ("start of the joint", "shoulder") in notes(imported, "assumed")


def test_base_and_ground(arm):
    free = sp.read(arm, base="free", at=(0, 0, 2), ground=True)
    assert free.scene.bodies["base"].joint == sp.Free(position=(0, 0, 2)) and free.joints["base"] == "base"
    assert free.scene.bodies["ground"].surfaces and free.scene.rules[0].friction.mu == 0.8
    moved = free.setup({"start.base": [0.0, 0.0, 3.0], "start.lift": 0.1, "contact.mu": 0.2}).scene
    assert moved.bodies["base"].joint.position[2] == 3.0 and moved.bodies["slider"].joint.displacement == 0.1
    assert moved.rules[0].friction.mu == 0.2
    arm.write_text(ARM.replace('"lift"', '"base"'))
    assert sp.read(arm, base="free").joints == {
        "shoulder": "upper",
        "base": "slider",
        "curl": "finger",
        "base 5": "base",
    }
    with pytest.raises(ValueError, match="base must be one of fixed, free, got 'loose'"):
        sp.read(arm, base="loose")


def test_a_first_link_named_world(tmp_path):
    path = tmp_path / "w.urdf"
    path.write_text("""<robot name="r"><link name="world"/>
      <link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
      <link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
      <joint name="j" type="floating"><parent link="world"/><child link="a"/><origin xyz="0 0 1"/></joint>
      <joint name="k" type="planar"><parent link="world"/><child link="b"/><axis xyz="0 1 0"/></joint></robot>""")
    scene = sp.read(path).scene
    assert list(scene.bodies) == ["a", "b"] and scene.bodies["a"].joint.position == (0.0, 0.0, 1.0)
    planar = scene.bodies["b"].joint
    assert np.cross(planar.x, planar.y) == pytest.approx((0, 1, 0))
    with pytest.raises(ValueError, match="base must be 'fixed'"):
        sp.read(path, base="free")
    with pytest.raises(ValueError, match="at must be left out for a robot whose first link is named 'world'"):
        sp.read(path, at=(0, 0, 1))


# --- the scene file and the way back ------------------------------------------------------------------------------------
def test_the_scene_file_is_the_scene(arm, tmp_path):
    imported = sp.read(arm, base="free", ground=True)
    path = imported.write(tmp_path / "arm.toml")
    assert sp.read_scene(path).scene == imported.scene
    lines = path.read_text().splitlines()
    assert "start.shoulder = 0.0" in lines and "contact.mu = 0.8" in lines and "[bodies.upper]" in lines


@pytest.mark.parametrize("base", ["fixed", "free"])
def test_export_and_back(arm, tmp_path, base):
    imported = sp.read(arm, base=base)
    told = sp.write_urdf(imported.scene, tmp_path / "again.urdf", imported.joints)
    assert ("element", "mimic of curl.pull") in {(one.what, one.names[0]) for one in told}
    again = sp.read(tmp_path / "again.urdf", base=base)
    assert again.joints == imported.joints and again.scene.elements["friction of shoulder"].friction == 0.2
    state = oracles.State(imported)
    other = oracles.State(again)
    assert max(oracles.errors(oracles.by_supple(other), oracles.by_supple(state)).values()) < 1e-13
    for name, body in imported.scene.bodies.items():
        joint = again.scene.bodies[name].joint
        for key in ("limits", "damping"):
            assert getattr(joint, key, None) == getattr(body.joint, key, None)
    for name in ("base", "upper"):
        assert again.scene.bodies[name].surfaces == imported.scene.bodies[name].surfaces


def test_export_of_a_real_robot():
    imported = oracles.imported(oracles.example_robot("g1_29dof_rev_1_0.urdf"), "free")
    text, _ = urdf_of(imported.scene, imported.joints)
    state = oracles.State(imported)
    theirs = oracles.by_mujoco(oracles.mujoco_of_urdf(text, True), state)
    assert max(oracles.errors(oracles.by_supple(state), theirs).values()) < 1e-8


def test_what_urdf_cannot_say_is_refused(tmp_path):
    scene = sp.Scene()
    scene.body("a", mass=1.0, inertia=(1, 1, 1), joint=sp.Spherical())
    with pytest.raises(ValueError, match="joint of 'a' must be one that URDF has, got Spherical"):
        sp.write_urdf(scene, tmp_path / "a.urdf")
    with pytest.raises(ValueError, match="a body that is not the ground"):
        sp.write_urdf(sp.Scene(), tmp_path / "a.urdf")
    assert not list(tmp_path.iterdir())


def test_rotations_survive_where_two_angles_are_one(tmp_path):
    scene = sp.Scene()
    scene.body("a", mass=1.0, inertia=(1, 1, 1), joint=sp.Fixed())
    half = 0.5**0.5
    for i, turn in enumerate([(half, 0, half, 0), (half, 0, -half, 0), (0.5, 0.5, 0.5, 0.5), (0.1, 0.7, 0.2, -0.4)]):
        scene.body(f"b{i}", parent="a", mass=1.0, inertia=(1, 1, 1), joint=sp.Revolute(orientation=turn))
    sp.write_urdf(scene, tmp_path / "a.urdf")
    again = sp.build(sp.read(tmp_path / "a.urdf").scene)
    model = sp.build(scene)
    for name in scene.bodies:
        ours, theirs = (sp.forward_kinematics(one, name).rotation for one in (model, again))
        assert np.abs(ours - theirs).max() < 1e-14


# --- tables -------------------------------------------------------------------------------------------------------------
def test_a_table(tmp_path):
    path = tmp_path / "arm.csv"
    path.write_text("name,joint,a,alpha,d,theta,mass,ixx,iyy,izz,low,high\n"
                    "base,R,0,1.5707963,0.3,0,2,0.01,0.01,0.01,,\nupper,R,0.4,0,0,0,1,0.01,0.01,0.01,-2,2\n")  # fmt: skip
    imported = sp.read(path)
    assert imported.format == "DH" and list(imported.joints) == ["arm.base", "arm.upper"]
    assert ("stops of the joint", "arm.upper.joint") in notes(imported, "assumed")
    written = imported.write(tmp_path / "arm.toml")
    assert sp.read_scene(written).scene == imported.scene
    assert imported.scene != sp.read(path, convention="modified").scene
    with pytest.raises(ValueError, match="ground must be left out for a table, got True"):
        sp.read(path, ground=True)


def test_what_says_nothing_for_a_format_is_refused(arm, tmp_path):
    with pytest.raises(ValueError, match="key must be left out for URDF, got 'home'"):
        sp.read(arm, key="home")
    with pytest.raises(ValueError, match="angles must be left out for URDF, got 'deg'"):
        sp.read(arm, angles="deg")
    path = tmp_path / "m.xml"
    path.write_text('<mujoco><worldbody><geom size="1"/></worldbody></mujoco>')
    with pytest.raises(ValueError, match="base must be left out for MJCF, got 'free'"):
        sp.read(path, base="free")
    with pytest.raises(ValueError, match="at must be left out for MJCF"):
        sp.read(path, at=(0, 0, 1))
