"""Files that are wrong, broken or meant to harm: one sentence each, nothing read that the caller did not allow."""

import os
import time

import pytest

import supple as sp
from supple.cli import main
from supple.readers import safe_xml

LINK = '<link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>'
TWO = LINK + LINK.replace('"a"', '"b"')
JOINT = '<joint name="j" type="{}"><parent link="a"/><child link="b"/>{}</joint>'
LAUGHS = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))


def urdf(inside):
    return f'<robot name="r">{inside}</robot>'


def mjcf(inside, more=""):
    return f"<mujoco>{more}<worldbody>{inside}</worldbody></mujoco>"


def mesh(file):
    return urdf(
        LINK.replace("</link>", f'<collision><geometry><mesh filename="{file}"/></geometry></collision></link>')
    )


CASES = {  # name: text, words of the sentence
    "empty": ("", "must hold a robot, got an empty file"),
    "blank": (" \n", "must hold a robot, got an empty file"),
    "no xml": ("hello", "must be valid XML, got syntax error in line 1"),
    "unfinished": ("<robot><link", "must be valid XML"),
    "html": ("<html></html>", "must have <robot> (URDF) or <mujoco> (MJCF) as its first element, got <html>"),
    "doctype": ('<!DOCTYPE robot SYSTEM "http://x.org/a.dtd"><robot/>', "no document type and no entities"),
    "laughs": (f'<!DOCTYPE robot [<!ENTITY l0 "ha">{LAUGHS}]><robot>&l9;</robot>', "no document type and no entities"),
    "entity": ('<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><robot>&x;</robot>', "no document type"),
    "deep": ("<robot>" * 1000 + "</robot>" * 1000, "nested at most 200 deep"),
    "NUL": ("<robot>\0</robot>", "got a NUL byte"),
    "no links": (urdf(""), "must have one link or more, got none"),
    "two roots": (urdf(TWO), "must have one link that is no child, got 2: ['a', 'b']"),
    "no name": (urdf("<link/>"), "name of a link must be a text that is not empty, got ''"),
    "same name": (urdf(LINK + LINK), "name of a link must be new, got 'a' again"),
    "unknown parent": (urdf(LINK + '<joint name="j" type="fixed"><parent link="x"/><child link="a"/></joint>'),
                       "parent of joint 'j' must be one of a, got 'x'"),
    "no parent": (urdf(LINK + '<joint name="j" type="fixed"><child link="a"/></joint>'), "must name a link, got none"),
    "kind of joint": (urdf(TWO + JOINT.format("screw", "")), "type of joint 'j' must be one of revolute"),
    "circle": (urdf(TWO + LINK.replace('"a"', '"c"') + JOINT.format("fixed", "")
                    + '<joint name="k" type="fixed"><parent link="b"/><child link="a"/></joint>'), "go in a circle"),
    "two parents": (urdf(TWO + JOINT.format("fixed", "") + JOINT.format("fixed", "").replace('"j"', '"k"')),
                    "link 'b' must be the child of one joint, got 'k' as a second"),
    "axis": (urdf(TWO + JOINT.format("revolute", '<axis xyz="0 0 0"/>')), "axis of joint 'j' must have a length > 0"),
    "limits": (urdf(TWO + JOINT.format("revolute", '<limit lower="2" upper="1"/>')),
               "limits of joint 'j' must be low <= high rad, got 2 and 1"),
    "damping": (urdf(TWO + JOINT.format("revolute", '<dynamics damping="-1"/>')), "must be >= 0 Nms/rad or Ns/m, got -1"),
    "words": (urdf(LINK.replace('value="1"', 'value="heavy"')),
              "mass of link 'a' must be a finite number [kg], got 'heavy'"),
    "comma": (urdf(TWO + JOINT.format("fixed", '<origin xyz="0,1 0 0"/>')), "must be 3 finite numbers [m], got '0,1 0 0'"),
    "infinite": (urdf(LINK.replace('value="1"', 'value="inf"')), "must be a finite number [kg]"),
    "no mass": (urdf(LINK.replace('<mass value="1"/>', "")), "mass of link 'a' must be given [kg], got none"),
    "negative mass": (urdf(LINK.replace('value="1"', 'value="-1"')), "mass of link 'a' must be >= 0 kg, got -1"),
    "negative inertia": (urdf(LINK.replace('iyy="1"', 'iyy="-1"').replace('izz="1"', 'izz="-1"')),
                         "must have principal moments >= 0 kg m^2"),
    "mimic": (urdf(TWO + JOINT.format("revolute", '<mimic joint="k"/>')), "mimic of joint 'j' must be one of j, got 'k'"),
    "floating": (urdf(TWO + JOINT.format("floating", "")), "floating joint 'j' must be a first link named 'world'"),
    "size": (urdf(LINK.replace("</link>", '<collision><geometry><sphere radius="-1"/></geometry></collision></link>')),
             "radius of the shape 'a: collision 1' must be >= 0 m, got [-1.0]"),
    "mesh above": (mesh("../../../../etc/passwd"), "must be a file below"),
    "absolute mesh": (mesh("/etc/passwd"), "must be a file below"),
    "file url": (mesh("file:///etc/passwd"), "must be a file below"),
    "coded dots": (mesh("file:%2e%2e/%2e%2e/etc/passwd"), "must be a file below"),
    "web": (mesh("http://x.org/a.stl"), "must be a file, package:// or file://"),
    "package above": (mesh("package://robot/../../etc/passwd"), "must"),
    "include above": (mjcf("", '<include file="../../../../../etc/passwd"/>'), "must be a file below"),
    "asset above": (mjcf("", '<compiler meshdir="/etc"/><asset><mesh name="m" file="passwd"/></asset>'),
                    "must be a file below"),
    "no include": (mjcf("", '<include file="x.xml"/>'), "file of an include must exist, got 'x.xml'"),
    "unknown element": (mjcf("<wheel/>"), "MuJoCo cannot read it"),
    "nothing": (mjcf(""), "must have a body or a shape, got none"),
    "mesh of a mass": (mjcf('<body><freejoint/><geom type="mesh" mesh="m"/></body>',
                            '<asset><mesh name="m" file="m.stl"/></asset>'), "must exist, because the mass of"),
    "massless": (mjcf("<body><freejoint/></body>"), "MuJoCo cannot read it: "),
    "copies": (mjcf('<replicate count="100000"><replicate count="100000"><geom size="1"/></replicate></replicate>'),
               "<replicate> must stand for at most 1000000 parts, got 10000000000"),
    "field": (mjcf("", '<asset><hfield name="h" nrow="100000" ncol="100000" size="1 1 1 1"/></asset>'),
              "must stand for at most"),
    "unknown key": (mjcf('<geom size="1"/>'), "key must be one of"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_one_sentence(name, tmp_path, capsys):
    text, words = CASES[name]
    path = tmp_path / "robot" / "r.xml"
    path.parent.mkdir()
    path.write_text(text)
    out = tmp_path / "out.toml"
    with pytest.raises(SystemExit) as ended:
        main(["import", str(path), "--out", str(out), *(["--key", "home"] if name == "unknown key" else [])])
    said = capsys.readouterr()
    assert ended.value.code == 2 and not said.out and not out.exists()
    assert said.err.startswith("supple: ") and said.err.count("\n") == 1 and words in said.err, said.err
    assert str(path) in said.err or "include" in name or "mass" in name
    assert "root:" not in said.err and "Traceback" not in said.err


def test_mujoco_writes_nothing(tmp_path, monkeypatch, capfd):
    """Its warnings become notes or sentences; it would write them to standard error and to a file."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "r.xml"
    path.write_text(mjcf('<body><joint armature="nan"/><geom size="1"/></body>'))
    with pytest.raises(ValueError, match=r"joint 'joint 0': armature must be finite \[kg m\^2\], got nan"):
        sp.read(path)
    path.write_text(mjcf('<body><freejoint/><geom size="1"/></body>', '<compiler settotalmass="2"/>'))
    (body,) = sp.read(path).scene.bodies.values()
    assert body.mass == pytest.approx(2.0)
    assert capfd.readouterr() == ("", "") and [one.name for one in tmp_path.iterdir()] == ["r.xml"]


def test_what_only_a_run_of_mujoco_needs_takes_no_memory(tmp_path):
    path = tmp_path / "r.xml"
    path.write_text(mjcf('<geom size="1" material="m"/>', '<size memory="900G" nuserdata="900000000"/><asset>'
                         '<texture name="t" type="cube" builtin="checker" width="90000" height="540000"/>'
                         '<texture type="skybox" builtin="flat" width="90000" height="540000"/>'
                         '<material name="m" texture="t"/></asset>'))  # fmt: skip
    start = time.process_time()
    assert sp.read(path).scene.bodies and time.process_time() - start < 5.0


def test_files_that_are_none(tmp_path):
    (tmp_path / "binary.urdf").write_bytes(bytes(range(256)) * 10)
    (tmp_path / "utf16.urdf").write_text(urdf(LINK), encoding="utf-16")
    with pytest.raises(ValueError, match="must be text in UTF-8"):
        sp.read(tmp_path / "binary.urdf")
    with pytest.raises(ValueError, match="save it in UTF-8"):
        sp.read(tmp_path / "utf16.urdf")
    with pytest.raises(IsADirectoryError, match="got a directory"):
        sp.read(tmp_path)
    with pytest.raises(FileNotFoundError, match="no such file"):
        sp.read(tmp_path / "none.urdf")
    with pytest.raises(ValueError, match="read_scene reads those"):
        sp.read(tmp_path / "scene.toml")
    with pytest.raises(ValueError, match="expand them with xacro"):
        sp.read(tmp_path / "robot.xacro")
    with pytest.raises(TypeError, match="path must be the name of a robot file, got 3"):
        sp.read(3)
    with pytest.raises(NotADirectoryError, match="packages must be directories"):
        (tmp_path / "a.urdf").write_text(urdf(LINK))
        sp.read(tmp_path / "a.urdf", packages=[tmp_path / "nowhere"])


def test_large_files(tmp_path, monkeypatch):
    path = tmp_path / "large.urdf"
    with path.open("wb") as file:  # takes no disk
        file.truncate(100 * 2**20)
    start = time.process_time()
    with pytest.raises(ValueError, match="must be at most"):
        sp.read(path)
    assert time.process_time() - start < 5.0
    path.write_text(urdf("<a/>" * 100))
    monkeypatch.setattr(safe_xml, "MOST", 50)
    with pytest.raises(ValueError, match="must have at most 50 elements"):
        sp.read(path)
    monkeypatch.setattr(safe_xml, "LONGEST", 50)
    with pytest.raises(ValueError, match="at most 50 characters long"):
        sp.read(path)


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="links need a right of their own on Windows")
def test_links_of_the_file_system_do_not_lead_out(tmp_path):
    secret = tmp_path / "secret.xml"
    secret.write_text("<mujocoinclude><worldbody/></mujocoinclude>")
    home = tmp_path / "robot"
    home.mkdir()
    (home / "part.xml").symlink_to(secret)
    path = home / "r.xml"
    path.write_text(mjcf('<geom size="1"/>', '<include file="part.xml"/>'))
    with pytest.raises(ValueError, match="must be a file below"):
        sp.read(path)
    assert sp.read(path, packages=[tmp_path]).scene.bodies  # who allows it may


def test_packages(tmp_path):
    """package:// is below a directory of that name above the file, or below one that is given."""
    home = tmp_path / "my_robot"
    (home / "urdf").mkdir(parents=True)
    (home / "meshes").mkdir()
    cube = "".join(f"v {x} {y} {z}\n" for x in (0, 1) for y in (0, 1) for z in (0, 1)) + "f 1 2 3\nf 5 6 7\nf 1 4 8\n"
    (home / "meshes" / "foot.obj").write_text(cube)
    path = home / "urdf" / "r.urdf"
    path.write_text(mesh("package://my_robot/meshes/foot.obj"))
    assert not any("does not exist" in note.text for note in sp.read(path).notes)
    path.write_text(mesh("package://other/meshes/foot.obj"))
    assert any("does not exist" in note.text for note in sp.read(path).notes)
    other = tmp_path / "elsewhere" / "other" / "meshes"
    other.mkdir(parents=True)
    (other / "foot.obj").write_text(cube)
    assert not any("does not exist" in note.text for note in sp.read(path, packages=[other.parents[1]]).notes)


def test_a_package_of_ros_holds_its_meshes(tmp_path):
    home = tmp_path / "my_robot"
    (home / "urdf").mkdir(parents=True)
    (home / "meshes").mkdir()
    (home / "meshes" / "foot.obj").write_text("v 0 0 0\n")
    path = home / "urdf" / "r.urdf"
    path.write_text(mesh("../meshes/foot.obj"))
    with pytest.raises(ValueError, match=r"must be a file below .* or a package \(packages=, --package\)"):
        sp.read(path)
    (home / "package.xml").write_text("<package/>")
    assert not any("does not exist" in note.text for note in sp.read(path).notes)
    path.write_text(mesh("../../foot.obj"))
    with pytest.raises(ValueError, match="must be a file below"):
        sp.read(path)


def test_odd_but_sound(tmp_path):
    """Names in other scripts, with dots and spaces; links without inertia; attributes in any order; a mark at the start."""
    path = tmp_path / "odd.urdf"
    path.write_text(
        urdf('<link name="足 1.a"/><link name="Ω"><inertial><mass value="1"/></inertial></link>'
             '<joint type="continuous" name="q.β"><child link="Ω"/><parent link="足 1.a"/><origin xyz="0.1 0 0"/></joint>'),
        encoding="utf-8-sig",
    )  # fmt: skip
    imported = sp.read(path)
    assert list(imported.scene.bodies) == ["足 1.a", "Ω"]
    written = imported.write(tmp_path / "odd.toml")
    assert sp.read_scene(written, {'start."q.β"': 0.5}).scene.bodies["Ω"].joint.angle == 0.5


def test_a_joint_that_moves_nothing_gets_an_armature(tmp_path):
    path = tmp_path / "light.urdf"
    path.write_text(urdf('<link name="a"/><link name="b"/>' + JOINT.format("continuous", "")))
    imported = sp.read(path)
    assert imported.scene.bodies["b"].joint.armature == 1e-6
    assert any(note.what == "armature of the joint" and note.names == ("j",) for note in imported.notes)
    sp.build(imported.scene)


def test_without_mujoco(tmp_path, monkeypatch):
    """URDF needs it not; MJCF says what to install."""
    import sys

    monkeypatch.setitem(sys.modules, "mujoco", None)
    (tmp_path / "a.urdf").write_text(urdf(LINK))
    assert sp.read(tmp_path / "a.urdf").scene.bodies
    (tmp_path / "a.xml").write_text(mjcf('<geom size="1"/>'))
    with pytest.raises(ImportError, match=r"MJCF needs the package mujoco: pip install 'supple\[import\]'"):
        sp.read(tmp_path / "a.xml")
