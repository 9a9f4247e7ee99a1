"""Tables of Denavit and Hartenberg in scene files and CSV files."""

import math

import pytest

import supple as sp

TABLE = """
[robots.arm]
convention = "modified"
angles = "deg"
parent = "post"
at = [0, 0, "$height"]
limit_law = { type = "HuntCrossley", k = 1000, lam = 10 }
table = [
    { mass = 2, inertia = [0.1, 0.1, 0.1], limits = [-90, 90] },
    { name = "boom", alpha = -90, joint = "prismatic", d = 0.3, mass = 1, inertia = [0.1, 0.1, 0.1] },
]

[parameters]
height = 0.5

[bodies.hand]
parent = "arm.boom"
mass = 0.1
surfaces = [{ type = "Sphere", radius = 0.05, material = "rubber" }]

[bodies.post]
joint = { type = "Fixed" }
"""

CSV = """# an arm of two links and a flange
a, alpha_deg, d, theta, type, name, mass, com_x, com_y, com_z, ixx, iyy, izz, low_deg, high_deg, damping
0.4, 90, 0.1, 0, R, upper, 2, -0.2, 0, 0, 0.01, 0.02, 0.03, -90, 45, 0.5
0.0, 0, 0.2, 1.5, prismatic, slide, 1, , , , 0.01, 0.01, 0.01, , ,
0.1, -90, 0, 0, fixed, flange, , , , , , , , , ,
"""


def test_a_scene_file_says_what_python_says():
    found = sp.scene_from_toml(TABLE, set={"height": 0.75}).scene
    scene, law = sp.Scene(), sp.HuntCrossley(k=1000, lam=10)
    scene.body("post", joint=sp.Fixed())
    scene.robot("arm", [
        sp.Link(mass=2, inertia=(0.1, 0.1, 0.1), limits=(-math.pi / 2, math.pi / 2)),
        sp.Link(name="boom", alpha=-math.pi / 2, joint="prismatic", d=0.3, mass=1, inertia=(0.1, 0.1, 0.1)),
    ], convention="modified", parent="post", at=(0, 0, 0.75), limit_law=law)  # fmt: skip
    scene.body("hand", parent="arm.boom", mass=0.1, surfaces=[sp.Sphere(0.05, material="rubber")])
    assert found == scene and list(found.bodies) == list(scene.bodies)
    assert sp.scene_from_toml(TABLE, set={"robots.arm.table.0.mass": 3}).scene.bodies["arm.link1"].mass == 3


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def test_a_csv_file_gives_links(tmp_path):
    upper, slide, flange = sp.read_dh(write(tmp_path / "arm.csv", CSV))
    quarter = math.radians(90)
    assert upper == sp.Link(name="upper", a=0.4, alpha=quarter, d=0.1, mass=2, com=(-0.2, 0, 0), damping=0.5,
                            inertia=(0.01, 0.02, 0.03, 0, 0, 0), limits=(-quarter, math.radians(45)))  # fmt: skip
    assert (slide.joint, slide.theta, slide.com, slide.limits) == ("prismatic", 1.5, (0, 0, 0), None)
    assert flange == sp.Link(name="flange", a=0.1, alpha=-quarter, joint="fixed")
    plain = write(tmp_path / "plain.csv", "a,alpha,d,theta,type,low,high\n1,90,0,45,revolute,-10,10\n1,0,0,90,P,-1,1\n")
    first, second = sp.read_dh(plain, angles="deg")
    assert first.limits == (math.radians(-10), math.radians(10)) and first.theta == math.radians(45)
    assert second.limits == (-1, 1) and second.theta == quarter


def test_a_scene_file_names_a_csv_file_beside_it(tmp_path):
    (tmp_path / "parts").mkdir()
    write(tmp_path / "parts" / "arm.csv", CSV)
    write(tmp_path / "parts" / "arm.toml", '[robots.arm]\nfile = "arm.csv"\nlimit_law = { type = "Hertz", k = 1e3 }\n')
    found = sp.read_scene(write(tmp_path / "scene.toml", 'include = ["parts/arm.toml"]')).scene
    scene = sp.Scene()
    scene.robot("arm", sp.read_dh(tmp_path / "parts" / "arm.csv"), limit_law=sp.Hertz(k=1e3))
    assert found == scene
    sp.build(found)


HEAD = "a,alpha,d,theta,type,name,mass,com_x,com_y,com_z,low,high\n"
CELLS = {
    "text": (HEAD + "0.4,x,0,0,R,,,,,,,\n", r"row 1 of .*bad.csv: column alpha must be a number, got 'x'"),
    "empty": (HEAD + "1,0,0,0,R,,,,,,,\n,0,0,0,R,,,,,,,\n", r"row 2 of .*: column a must be a number, got an empty cell"),
    "comma": (HEAD + '"0,4",0,0,0,R,,,,,,,\n', "column a must be a number, got '0,4'; decimals need a point"),
    "nan": (HEAD + "1,0,nan,0,R,,,,,,,\n", "column d must be a finite number, got 'nan'"),
    "kind": (HEAD + "1,0,0,0,helical,,,,,,,\n", "row 1 of .*: column type must be one of revolute, prismatic, fixed, got"),
    "mass": (HEAD + "1,0,0,0,R,,-2,,,,,\n", r"row 1 of .*bad.csv: mass must be >= 0 kg, got -2.0"),
    "com": (HEAD + "1,0,0,0,R,,1,0.1,,,,\n", "column com_y must be given beside com_x"),
    "limit": (HEAD + "1,0,0,0,R,,1,,,,1,\n", "column high must be given beside low"),
    "order": (HEAD + "1,0,0,0,R,,1,,,,1,0\n", r"limits must be \(low, high\) with low < high"),
    "column": ("a,alpha,d,tetha\n1,0,0,0\n", "a column of .*bad.csv must be one of .*, got 'tetha'; did you mean 'theta'"),
    "missing": ("a,alpha,d\n1,0,0\n", "bad.csv must have the columns a, alpha, d, theta, got no theta"),
    "twice": ("a,alpha,alpha_deg,d,theta\n1,0,0,0,0\n", "columns of .* must differ, got two for alpha"),
    "short": (HEAD + "1,0,0\n", "row 1 of .* must have 12 fields like the header, got 3"),
    "rows": (HEAD, "must have one row or more below its header, got none"),
    "nothing": ("", "must have a header and rows of numbers, got an empty file"),
    "degrees": ("type,low_deg,high_deg,a,alpha,d,theta\nP,0,1,0,0,0,0\n", "column low_deg must be empty for a prismatic"),
}  # fmt: skip


@pytest.mark.parametrize("case", CELLS)
def test_a_wrong_cell_is_a_sentence_with_row_and_column(case, tmp_path):
    text, sentence = CELLS[case]
    path = write(tmp_path / "bad.csv", text)
    with pytest.raises(ValueError, match=sentence):
        sp.read_dh(path)
    write(tmp_path / "scene.toml", '[robots.arm]\nfile = "bad.csv"\n')
    with pytest.raises(ValueError, match=r"scene.toml: robots.arm: .*" + sentence):
        sp.read_scene(tmp_path / "scene.toml")


LINES = {
    "both": ('table = []\nfile = "x.csv"', "robots.arm must have either a table or a file, got table and file"),
    "neither": ('convention = "standard"', "robots.arm must have either a table or a file, got none"),
    "text": ('file = "x.csv"', r"robots.arm.file must be left out of a text, which has no directory, got 'x.csv'"),
    "number": ("file = 1", "robots.arm.file must be a file name, got 1"),
    "key": ("table = [{ a = 1, lenght = 2 }]", r"robots.arm.table\[0\]: key must be one of a, .*, got 'lenght'"),
    "row": ("table = [1]", r"robots.arm.table\[0\] must be a table, got 1"),
    "list": ("table = 1", "robots.arm.table must be a list of tables, one for each link, got 1"),
    "value": ("table = [{ mass = -1 }]", r"robots.arm.table\[0\]: mass must be >= 0 kg, got -1"),
    "law": ("table = [{ limits = [0, 1], limit_law = { type = 'Herz' } }]", "limit_law: type must be one of .*'Hertz'"),
    "parent": ("parent = 'hand'\ntable = [{}]", "robots.arm: parent must be one of world, .*, got 'hand'"),
    "circle": ("parent = 'arm.link1'\ntable = [{}]", "robots.arm: parents must not go in a circle, got arm -> arm"),
    "convention": ("convention = 'dh'\ntable = [{}]", "robots.arm: convention must be one of standard, modified"),
}  # fmt: skip


@pytest.mark.parametrize("case", LINES)
def test_what_is_wrong_in_a_scene_file_is_a_sentence_with_its_place(case):
    text, sentence = LINES[case]
    with pytest.raises((TypeError, ValueError), match=sentence):
        sp.scene_from_toml(f"[robots.arm]\n{text}\n")


def test_a_missing_file_is_a_sentence(tmp_path):
    path = write(tmp_path / "scene.toml", '[robots.arm]\nfile = "no.csv"\n')
    with pytest.raises(FileNotFoundError, match=r"no\.csv must be an existing CSV file, got no such file"):
        sp.read_scene(path)
    with pytest.raises(TypeError, match="path must be the name of a CSV file, got 3"):
        sp.read_dh(3)
