"""Scene files say the same as the Python scene, and nothing is lost on the way there and back."""

import math
import os
import runpy
from pathlib import Path

import numpy as np
import pytest
from amounts import amount
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from physics.scenes import ZOO
from scene.zoo import TEXT, directions, scenes

import supple as sp
from supple._check import unit_vector
from supple.scene.files import UserLawError, parse_setting, read_scene, scene_from_toml, scene_to_toml, write_scene
from supple.scene.words import FRICTION_WORDS, JOINT_WORDS, NORMAL_WORDS, SURFACE_WORDS

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples" / "scenes").glob("*.toml"))


def assert_survives(scene):
    text = scene_to_toml(scene)
    again = scene_from_toml(text).scene
    assert again == scene
    assert list(again.bodies) == list(scene.bodies)
    assert list(again.materials) == list(scene.materials)
    assert scene_to_toml(again) == text
    return again


WITH_A_FUNCTION = ("balancing_pole",)  # of the script itself, which no file can name


# --- there and back -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ZOO)
def test_scenes_of_the_zoo_survive(name):
    assert_survives(ZOO[name][0]())


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_scenes_of_the_python_examples_survive(path, monkeypatch):
    caught = []

    def stop(scene, *_, **__):
        caught.append(scene)
        raise KeyboardInterrupt

    monkeypatch.setattr(sp, "simulate", stop)
    try:
        with pytest.raises(KeyboardInterrupt):
            runpy.run_path(str(path))
    except SystemExit as needs:  # a package of robots, which the tests bring and the lowest versions do not
        pytest.skip(str(needs))
    if path.stem in WITH_A_FUNCTION:
        with pytest.raises(UserLawError, match="'module:function'"):
            scene_to_toml(caught[0])
    else:
        assert_survives(caught[0])


@settings(max_examples=amount(40, 300), deadline=None, suppress_health_check=list(HealthCheck))
@given(scenes())
def test_random_scenes_survive_to_the_last_bit(scene):
    assert repr(assert_survives(scene)) == repr(scene)  # == does not tell -0.0 from 0.0


@given(directions(3) | directions(4))
def test_a_unit_vector_stays_as_it_is(value):
    once = unit_vector("axis", value, len(value))
    assert math.isclose(math.hypot(*once), 1.0, rel_tol=1e-15)
    assert unit_vector("axis", once, len(value)) == once


@pytest.mark.parametrize("size", (1e-320, 1e-200, 1e200, 1.7e308))
def test_a_unit_vector_has_length_one_whatever_the_size(size):
    assert math.isclose(math.hypot(*unit_vector("axis", (size, -size, 0.0))), 1.0, rel_tol=1e-15)


def test_an_empty_scene_survives():
    assert_survives(sp.Scene(name="nothing"))


def test_forces_on_joints_stand_behind_those_on_bodies():
    scene = sp.Scene()
    scene.body("arm", mass=1.0, inertia=(1, 1, 1), joint=sp.Revolute())
    scene.joint_force("arm", 1.0)
    scene.force("arm", (1, 0, 0))
    scene.joint_force("arm", 2.0, start=0.5)
    scene.force("arm", (2, 0, 0), stop=1.0)
    assert [force.values[0][0] for force in assert_survives(scene).forces] == [1.0, 2.0, 1.0, 2.0]


def test_texts_that_begin_with_a_dollar_survive():
    scene = sp.Scene(name="$cheap")
    scene.body("$a", surfaces=[sp.Sphere(1.0, material="$$b", name="$")])
    scene.body("$$c", parent="$a")
    assert_survives(scene)


def test_whole_numbers_are_written_as_floats():
    scene = ZOO["drop"][0](law=sp.HuntCrossley(k=1000, lam=np.float64(3)))
    assert "k = 1000.0, lam = 3.0" in scene_to_toml(scene)
    assert_survives(scene)


def test_run_and_output_survive():
    run = {"end": 2, "rtol": 1e-8, "method": "ode45", "max_step": math.inf, "max_steps": 1000, "atol": None}
    setup = scene_from_toml(scene_to_toml(ZOO["drop"][0](), run=run, output={"picture": False}))
    assert setup.run == {"end": 2.0, "rtol": 1e-8, "method": "ode45", "max_step": math.inf, "max_steps": 1000}
    assert type(setup.run["max_steps"]) is int
    assert setup.output == {"picture": False}


def test_defaults_are_left_out():
    text = scene_to_toml(ZOO["drop"][0]())
    assert "orientation" not in text and "friction" not in text and "inertia" not in text
    assert "[ground]" in text


@pytest.mark.parametrize("where", ("normal", "friction", "limit_law"))
def test_a_users_own_law_is_named(where):
    scene = sp.Scene()
    if where == "limit_law":
        stop = sp.UserNormal(force=lambda x, v, p: x)
        scene.body("arm", mass=1.0, joint=sp.Revolute(limits=(-1, 1), limit_law=stop))
        words = ("limit_law", "'arm'")
    else:
        own = {
            "normal": {"normal": sp.UserNormal(force=lambda x, v, p: x)},
            "friction": {"normal": sp.Hertz(k=1.0), "friction": sp.UserFriction(coefficient=lambda v, F, p: 0.1)},
        }
        scene.contact("steel", "iron", **own[where])
        words = (where, "'steel'", "'iron'")
    with pytest.raises(UserLawError) as caught:
        scene_to_toml(scene)
    assert [word for word in words if word not in str(caught.value)] == []


# --- reading ------------------------------------------------------------------------------------------------------------
def test_a_file_says_what_the_python_scene_says():
    scene = sp.Scene(gravity=(0, 0, -9.81), name="drop")
    scene.material("steel", E=2e11, nu=0.3)
    scene.ground(material="cast iron")
    scene.body("ball", mass=0.066, joint=sp.Free(position=(0, 0, 1)), surfaces=[sp.Sphere(0.0127, material="steel")])
    stop = sp.HuntCrossley(k=1e3)
    scene.body("arm", mass=1.0, inertia=(1, 1, 1), joint=sp.Revolute(limits=(-1, 1), limit_law=stop))
    normal = sp.HuntCrossley.from_restitution(e=0.7, speed=2.0, mass=0.066, k=1.1e10)
    scene.contact("steel", "cast iron", normal=normal, friction=sp.StickSlip(mu=0.3, kt=1e7, bt=100))
    scene.force("ball", (1, 0, 0))
    scene.joint_force_table("arm", (0, 1), (0, 2))
    setup = scene_from_toml(TEXT)
    assert setup.scene == scene
    assert (setup.run, setup.output) == ({"end": 5.0}, {"picture": True})
    assert scene_from_toml('name = "x"').run == {}


def test_parents_come_first_and_the_order_of_the_file_else():
    text = """
    [bodies.d]
    parent = "b"
    [bodies.a]
    [bodies.c]
    parent = "floor"
    [bodies.b]
    parent = "e"
    [bodies.e]
    [ground]
    name = "floor"
    """
    assert list(scene_from_toml(text).scene.bodies) == ["floor", "e", "b", "d", "a", "c"]


def test_a_long_chain_in_reverse_order_is_read():
    links = "\n".join(f'[bodies.b{i}]\nparent = "b{i + 1}"' for i in range(3000))
    assert list(scene_from_toml(links + "\n[bodies.b3000]").scene.bodies)[:2] == ["b3000", "b2999"]


def test_materials_of_the_file_reach_the_constructors():
    text = TEXT.replace(
        'from = "restitution", e = 0.7, speed = 2.0, mass = 0.066, k = 1.1e10',
        'from = "materials", a = "steel", b = "steel", R1 = 0.1, e = 0.7, speed = 2.0, mass = 0.066',
    )
    own = sp.HuntCrossley.from_hertz(E1=2e11, nu1=0.3, E2=2e11, nu2=0.3, R1=0.1)
    assert math.isclose(scene_from_toml(text).scene.rules[0].normal.k, own.k, rel_tol=1e-12)
    softer = scene_from_toml(text, set={"materials.steel.E": 1e11}).scene.rules[0].normal
    assert math.isclose(softer.k, 0.5 * own.k, rel_tol=1e-12)


# --- parameters and settings --------------------------------------------------------------------------------------------
def test_parameters_may_be_numbers_texts_and_lists():
    text = """
    [parameters]
    who = "ball"
    deep.er.size = 0.5
    place = [1, 2, 3]
    [bodies."$who"]
    com = "$place"
    surfaces = [{ type = "Sphere", radius = "$deep.er.size", material = "$who", name = "$$who" }]
    """
    (body,) = scene_from_toml(text).scene.bodies.values()
    assert body.name == "$who"  # keys are no values
    assert body.com == (1.0, 2.0, 3.0)
    assert body.surfaces == (sp.Sphere(0.5, material="ball", name="$who"),)


SETTINGS = {
    "parameter": ("height", 2.0, lambda s: s.scene.bodies["ball"].joint.position[2], 2.0),
    "nested parameter": ("ground.mu", 0.7, lambda s: s.scene.rules[0].friction.mu, 0.7),
    "parameter by its path": ("parameters.ground.mu", 0.7, lambda s: s.scene.rules[0].friction.mu, 0.7),
    "an integer for a number": ("height", 2, lambda s: s.scene.bodies["ball"].joint.position[2], 2.0),
    "a number of numpy": ("height", np.float64(2), lambda s: s.scene.bodies["ball"].joint.position[2], 2.0),
    "mass": ("bodies.ball.mass", 3.0, lambda s: s.scene.bodies["ball"].mass, 3.0),
    "item of a list": ("contacts.0.friction.kt", 5.0, lambda s: s.scene.rules[0].friction.kt, 5.0),
    "item of a vector": ("gravity.2", -1.0, lambda s: s.scene.gravity[2], -1.0),
    "a whole vector": ("gravity", (0, 0, -1), lambda s: s.scene.gravity[2], -1.0),
    "a new key": ("run.rtol", 1e-8, lambda s: s.run.get("rtol"), 1e-8),
    "quoted": ('bodies."ball".mass', 3.0, lambda s: s.scene.bodies["ball"].mass, 3.0),
    "the name": ("name", "other", lambda s: s.scene.name, "other"),
    "another parameter": ("bodies.ball.mass", "$height", lambda s: s.scene.bodies["ball"].mass, 1.0),
    "key where there is ground": ("ground.name", "floor", lambda s: "floor" in s.scene.bodies, True),
}


@pytest.mark.parametrize("case", SETTINGS)
def test_settings(case):
    name, value, read, expected = SETTINGS[case]
    assert read(scene_from_toml(TEXT)) != expected
    assert read(scene_from_toml(TEXT, set={name: value})) == expected


def test_run_and_output_may_be_begun_by_a_setting():
    setup = scene_from_toml('name = "x"', set={"run.end": 1.0, "output.picture": False})
    assert (setup.run, setup.output) == ({"end": 1.0}, {"picture": False})


@pytest.mark.parametrize(
    ("text", "expected"),
    (
        ("ground.mu=0.3", ("ground.mu", 0.3)),
        ("n = 3", ("n", 3)),
        ("name=steel ball", ("name", "steel ball")),
        ('name="steel = ball"', ("name", "steel = ball")),
        ("v=[1, 2]", ("v", [1, 2])),
        ("on=true", ("on", True)),
        ("a=b=c", ("a", "b=c")),
        ("method=ode45", ("method", "ode45")),
        ("max=inf", ("max", math.inf)),
        ('bodies."a=b".mass=1', ('bodies."a=b".mass', 1)),
        ("contacts.0.friction={type = 'Frictionless'}", ("contacts.0.friction", {"type": "Frictionless"})),
    ),
)
def test_settings_of_the_command_line(text, expected):
    name, value = parse_setting(text)
    assert (name, value, type(value)) == (*expected, type(expected[1]))


@pytest.mark.parametrize(
    "text", ("ground.mu", "=3", "", " = 3", "a b=3", "v=[1, 2", "v=", 'v="open', "a..b=1", "a\nb=1")
)
def test_what_is_no_setting_gives_a_sentence(text):
    with pytest.raises(ValueError) as caught:
        parse_setting(text)
    assert "must be" in str(caught.value) and "\n" not in str(caught.value)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=20))
def test_any_text_is_a_setting_or_a_sentence(text):
    try:
        parse_setting(text)
    except ValueError as error:
        assert "must be" in str(error)


# --- includes -----------------------------------------------------------------------------------------------------------
def write(directory, **files):
    for name, text in files.items():
        (directory / f"{name}.toml").write_text(text)
    return directory / "main.toml"


def test_includes_are_merged(tmp_path):
    (tmp_path / "parts").mkdir()
    write(
        tmp_path / "parts",
        inner="gravity = [0, 0, -1]\n[parameters]\na.x = 1\na.y = 1\n[bodies.inner]\n[run]\nend = 1.0\nrtol = 1e-3\n",
        outer='include = ["inner.toml"]\nname = "outer"\n[parameters]\na.y = 2\n[bodies.outer]\nparent = "inner"\n'
        '[[contacts]]\nmaterials = ["a", "b"]\nnormal = { type = "Hertz", k = "$a.x" }\n',
    )
    path = write(
        tmp_path,
        main='include = ["parts/outer.toml"]\ngravity = [0, 0, -2]\n[parameters]\na.z = 3\n[bodies.main]\n'
        'com = ["$a.x", "$a.y", "$a.z"]\n[run]\nend = 2.0\n'
        '[[contacts]]\nmaterials = ["c", "d"]\nnormal = { type = "Hertz", k = "$a.z" }\n',
    )
    setup = read_scene(path)
    assert setup.scene.name == "outer" and setup.scene.gravity == (0.0, 0.0, -2.0)
    assert list(setup.scene.bodies) == ["inner", "outer", "main"]
    assert setup.scene.bodies["main"].com == (1.0, 2.0, 3.0)
    assert [rule.normal.k for rule in setup.scene.rules] == [1.0, 3.0]
    assert setup.run == {"end": 2.0, "rtol": 1e-3}
    assert read_scene(path, set={"contacts.1.normal.k": 7.0, "a.x": 5}).scene.rules[1].normal.k == 7.0


def test_a_file_included_twice_is_read_once(tmp_path):
    path = write(
        tmp_path,
        main='include = ["a.toml", "b.toml"]\n',
        a='include = ["c.toml"]\n[bodies.a]\n',
        b='include = ["c.toml", "./c.toml"]\n[bodies.b]\n',
        c="[bodies.c]\n",
    )
    assert list(read_scene(path).scene.bodies) == ["c", "a", "b"]


INCLUDES = {
    "circle": (
        {"main": 'include = ["a.toml"]', "a": 'include = ["main.toml"]'},
        ("circle", "main.toml -> ", "a.toml -> "),
    ),
    "itself": ({"main": 'include = ["main.toml"]'}, ("circle", "main.toml -> ")),
    "missing": ({"main": 'include = ["a.toml"]'}, ("a.toml must be an existing scene file",)),
    "not a list": ({"main": 'include = "a.toml"'}, ("main.toml: include must be a list", "'a.toml'")),
    "not a name": ({"main": "include = [1]"}, ("main.toml: include[0] must be a file name", "1")),
    "a zero byte": ({"main": 'include = ["a\\u0000"]'}, ("include[0] must be a file name",)),
    "the directory": ({"main": 'include = ["."]'}, ("must be a scene file, got a directory",)),
    "body twice": (
        {"main": 'include = ["a.toml"]\n[bodies.ball]', "a": "[bodies.ball]"},
        ("main.toml: bodies.ball must be a new name", "a.toml: bodies.ball"),
    ),
    "material twice": (
        {"main": 'include = ["a.toml"]\n[materials."x y"]', "a": '[materials."x y"]'},
        ('main.toml: materials."x y" must be a new name', 'a.toml: materials."x y"'),
    ),
    "ground twice": (
        {"main": 'include = ["a.toml"]\n[ground]', "a": "[ground]"},
        ("main.toml: ground must be given once", "a.toml: ground"),
    ),
    "fault in a part": (
        {"main": 'include = ["a.toml"]\n[bodies.x]', "a": "[bodies.ball]\nmass = -1"},
        ("a.toml: bodies.ball: mass of 'ball' must be >= 0 kg, got -1",),
    ),
    "fault in a list of a part": (
        {
            "main": 'include = ["a.toml", "b.toml"]\n[bodies.x]',
            "a": '[[contacts]]\nmaterials = ["a", "b"]\nnormal = { type = "Hertz", k = 1 }',
            "b": '[[contacts]]\nmaterials = ["a", "c"]\nnormal = { type = "Hertz", k = -1 }',
        },
        ("b.toml: contacts[0].normal: k must be > 0",),
    ),
    "syntax in a part": ({"main": 'include = ["a.toml"]', "a": "x = [1 2]"}, ("a.toml is not valid TOML", "line 1")),
    "unknown key in a part": ({"main": 'include = ["a.toml"]', "a": "nam = 1"}, ("a.toml: key", "did you mean 'name'")),
}


@pytest.mark.parametrize("case", INCLUDES)
def test_bad_includes_give_a_sentence(case, tmp_path):
    files, words = INCLUDES[case]
    path = write(tmp_path, **files)
    with pytest.raises((ValueError, TypeError, OSError)) as caught:
        read_scene(path)
    message = str(caught.value)
    assert [word for word in words if word not in message] == []
    assert "\n" not in message and message.startswith(str(tmp_path))


# --- files --------------------------------------------------------------------------------------------------------------
def test_a_written_scene_is_read_again(tmp_path):
    scene = ZOO["legged"][0]()
    path = write_scene(scene, tmp_path / "legged.toml", run={"end": 0.5})
    assert path == tmp_path / "legged.toml"
    assert read_scene(path).scene == scene
    assert read_scene(str(path)).run == {"end": 0.5}
    assert os.listdir(tmp_path) == ["legged.toml"]


def test_writing_replaces_the_whole_file_or_nothing(tmp_path, monkeypatch):
    path = write_scene(ZOO["legged"][0](), tmp_path / "scene.toml")
    before = path.read_text()

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write_scene(ZOO["drop"][0](), path)
    assert path.read_text() == before
    assert os.listdir(tmp_path) == ["scene.toml"]


def test_places_that_cannot_be_written_give_a_sentence(tmp_path):
    scene = ZOO["drop"][0]()
    with pytest.raises(FileNotFoundError, match="directory of"):
        write_scene(scene, tmp_path / "no" / "scene.toml")
    with pytest.raises(IsADirectoryError, match="must be a file"):
        write_scene(scene, tmp_path)
    scene.name = "\ud800"
    with pytest.raises(ValueError, match="valid Unicode"):
        write_scene(scene, tmp_path / "scene.toml")
    assert os.listdir(tmp_path) == []


def test_a_mark_at_the_start_of_the_file_is_skipped(tmp_path):
    path = tmp_path / "windows.toml"
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    assert read_scene(path).scene == scene_from_toml(TEXT).scene


# --- examples -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_can_be_built(path):
    setup = read_scene(path)
    assert 0.0 < setup.run["end"] <= 5.0
    assert path.read_text().lstrip().startswith("#")  # says what one sees
    model = sp.build(setup.scene)
    assert (model.contact_names or model.contacts.listed is None) and not model.notes
    assert_survives(setup.scene)


def test_examples_show_every_joint_and_surface_and_many_laws():
    text = "".join(path.read_text() for path in EXAMPLES)
    shown = {word for word in JOINT_WORDS | SURFACE_WORDS | NORMAL_WORDS | FRICTION_WORDS if f'type = "{word}"' in text}
    assert len(EXAMPLES) >= 9
    assert not (JOINT_WORDS.keys() | SURFACE_WORDS.keys()) - shown
    assert len(shown & (NORMAL_WORDS.keys() | FRICTION_WORDS.keys())) >= 12


def test_the_drop_falls():
    setup = read_scene(ROOT / "examples" / "scenes" / "drop.toml", set={"run.end": 0.05})
    run = sp.simulate(setup.scene, **setup.run)
    assert math.isclose(run["ball.z"][-1], 1.0 - 0.5 * 9.81 * 0.05**2, rel_tol=1e-9)
