"""`supple import` and `supple export`."""

import json

import pytest

import supple as sp
from supple.cli import main

ROBOT = """<robot name="r"><link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
  <collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="b"><inertial><mass value="0.5"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
  <joint name="hinge" type="revolute"><parent link="a"/><child link="b"/>
    <limit lower="-1" upper="1" effort="3" velocity="2"/></joint></robot>"""


@pytest.fixture
def robot(tmp_path):
    path = tmp_path / "r.urdf"
    path.write_text(ROBOT)
    return path


def run(capsys, *words):
    with pytest.raises(SystemExit) as ended:
        main([str(word) for word in words])
    said = capsys.readouterr()
    return ended.value.code, said.out, said.err


def test_for_people(robot, capsys):
    code, said, noise = run(capsys, "import", robot, "--free", "--at", "0.5", "--ground")
    assert code == 0 and not noise
    lines = said.splitlines()
    assert lines[0].endswith("r.urdf: 3 bodies, 7 degrees of freedom, 1.5 kg") and lines[-1].endswith("r.toml")
    assert "  ignored: largest speed of the joint hinge: it is one of its drive, and the file has none" in lines
    scene = sp.read_scene(robot.with_suffix(".toml")).scene
    assert scene.bodies["a"].joint.position == (0.0, 0.0, 0.5) and "ground" in scene.bodies
    assert "(replaced)" in run(capsys, "import", robot)[1]


def test_for_programs(robot, tmp_path, capsys):
    out = tmp_path / "scene.toml"
    code, said, noise = run(capsys, "import", robot, "--out", out, "--json")
    found = json.loads(said)
    assert code == 0 and not noise and found["joints"] == {"hinge": "b"} and found["format"] == "URDF"
    assert found["files"] == {"scene": str(out)} and found["replaced"] == [] and found["degrees_of_freedom"] == 1
    assert {"kind": "ignored", "what": "largest speed of the joint", "names": ["hinge"],
            "text": "it is one of its drive, and the file has none"} in found["notes"]  # fmt: skip
    code, said, noise = run(capsys, "export", out, "--out", tmp_path / "again.urdf", "--json")
    assert code == 0 and not noise and json.loads(said)["files"] == {"robot": str(tmp_path / "again.urdf")}
    assert list(sp.read(tmp_path / "again.urdf").scene.bodies) == ["a", "b"]


def test_what_is_wrong_is_one_sentence(robot, tmp_path, capsys):
    cases = (
        (("import", tmp_path / "none.urdf"), "no such file"),
        (
            ("import", robot, "--at", "1", "--at", "2"),
            "--at must be given once (z) or three times (x, y, z) [m], got 2",
        ),
        (("import", robot, "--out", tmp_path / "no" / "a.toml"), "must exist"),
        (("import", robot, "--package", tmp_path / "no"), "packages must be directories"),
        (("export", robot), "is not valid TOML"),
    )
    for words, sentence in cases:
        code, said, noise = run(capsys, *words)
        assert code == 2 and not said and noise.startswith("supple: ") and sentence in noise and noise.count("\n") == 1
    assert sorted(one.name for one in tmp_path.iterdir()) == ["r.urdf"]
