"""The report: one well-formed page that loads nothing, escapes every name and holds the numbers of the run."""

import base64
import json
import os
import re
from html.parser import HTMLParser

import numpy as np
import pytest

import supple as sp
from supple.show.animation import uniform_times
from supple.show.report import write_report
from supple.show.rotations import quaternions, rotation_vectors
from supple.show.surfaces.smooth import octant

NASTY = "<script>alert('ö')</script> & \"quoted\" `$T"
VOID = {"meta", "input", "img", "br", "link", "hr"}


def drop(*, name="drop", ball="ball", normal=None, friction=None):
    scene = sp.Scene(gravity=(0, 0, -10), name=name)
    scene.ground(material="floor")
    joint = sp.Free(position=(0.1, 0, 0.051), velocity=(0.3, 0, 0), angular_velocity=(1, 20, 3))
    scene.body(ball, mass=1.0, joint=joint, surfaces=[sp.Sphere(0.05, material="rubber")])
    scene.body(
        "tail", parent=ball, joint=sp.Fixed(at=(0.05, 0, 0)), surfaces=[sp.Capsule((0, 0, 0), (0.1, 0, 0), 0.01)]
    )
    scene.body("post", joint=sp.Fixed(at=(0, 0.3, 0)), surfaces=[sp.Box((0.1, 0.1, 0.4))])
    scene.contact("rubber", "floor", normal=normal or sp.HuntCrossley(k=1e5, lam=1e4), friction=friction)
    return scene


def pendulum():
    scene = sp.Scene(name="pendulum")
    stop = sp.HuntCrossley(k=1e3, lam=200.0, n=1.0)
    joint = sp.Revolute(axis=(0, 1, 0), angle=0.02, rate=-2.0, limits=(0.0, 1.0), limit_law=stop)
    scene.body("rod", mass=1.0, joint=joint, inertia=sp.rod_inertia(1.0, 0.5), com=(0, 0, -0.25))
    return scene


class Page(HTMLParser):
    """Checks that every tag is closed in its order; keeps texts, attributes and scripts."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.texts, self.scripts = [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, tag

    def handle_data(self, text):
        (self.scripts if self.open and self.open[-1] == "script" else self.texts).append(text)

    @property
    def text(self):
        return " ".join(self.texts)

    @property
    def data(self):
        """What the viewer gets, None if there is none."""
        assert len(self.scripts) <= 2  # data and script: no name made another one
        return json.loads(self.scripts[0]) if len(self.scripts) == 2 else None


def report(run, tmp_path, frames=20):
    path = tmp_path / "report.html"
    assert write_report(run, path, frames=frames) == path
    assert os.listdir(tmp_path) == ["report.html"]  # nothing else is left behind
    text = path.read_text(encoding="utf-8")
    return text, Page(text)


def array(text, kind, *shape):
    return np.frombuffer(base64.b64decode(text), dtype=kind).reshape(shape)


@pytest.fixture(scope="module")
def run():
    return sp.simulate(drop(), 0.03)


@pytest.mark.slow
def test_page_holds_the_numbers(run, tmp_path):
    _, page = report(run, tmp_path)
    s, (impact,) = run.statistics, run.impacts
    for number in (s["steps"], s["right-hand sides"], f"{run.ledger.turnover:.4g} J", f"{impact.peak_force:.5g}"):
        assert str(number) in page.text
    for text in ("The end time was reached", "1 contact made", "HuntCrossley: Hunt & Crossley", impact.contact):
        assert text in page.text
    assert f"{impact.start:.6g}" in page.text and "numba" in page.text
    assert any(tag == "svg" for tag, _ in page.tags)


@pytest.mark.slow
def test_page_loads_nothing(run, tmp_path):
    text, page = report(run, tmp_path)
    for tag, attributes in page.tags:
        for key in ("src", "href", "xlink:href", "data", "action"):
            assert attributes.get(key, "#").startswith(("#", "data:")), (tag, attributes)
    assert not re.search(r"url\((?!#)|@import|fetch\(|XMLHttpRequest|import\(", text)
    (policy,) = (a["content"] for _, a in page.tags if a.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none'") and "script-src 'sha256-" in policy


@pytest.mark.slow
def test_animation_is_the_motion(run, tmp_path):
    _, page = report(run, tmp_path)
    data, times = page.data, uniform_times(run, 20)
    assert data["moving"] == ["ball", "tail"]
    poses = array(data["poses"], "<f4", 20, 2, 7)
    for i, name in enumerate(data["moving"]):
        assert np.allclose(poses[:, i, :3], run.position(name, times), rtol=0, atol=1e-7)
        for turned, R in zip(poses[:, i, 3:], run.rotation(name, times), strict=True):
            assert np.allclose(quaternions(R[None])[0], turned * np.sign(turned @ quaternions(R[None])[0]), atol=1e-6)
        assert np.all(np.sum(poses[1:, i, 3:] * poses[:-1, i, 3:], axis=1) > 0)  # no jump of sign
    post = next(body for body in data["bodies"] if body["name"] == "post")
    assert post["pose"] == [0, 0.3, 0, 1, 0, 0, 0] and post["shapes"][0]["size"] == [0.1, 0.1, 0.4]


@pytest.mark.slow
def test_forces_are_those_of_the_contact(run, tmp_path):
    _, page = report(run, tmp_path)
    first = array(page.data["first"], "<u4", 21)
    rows = array(page.data["touching"], "<f4", -1, 12)
    history = run.contact("ball/ground", uniform_times(run, 20))
    closed = np.array(history.mode) != "open"
    assert closed.any() and not closed.all()
    assert np.array_equal(np.diff(first), closed)
    assert np.allclose(rows[:, 7], history.force[closed], rtol=1e-6)
    assert np.allclose(rows[:, 1:4], history.point[closed], atol=1e-7)
    assert np.allclose(rows[:, 6], history.force[closed], rtol=1e-6)  # up, without friction
    w, x, y, z = rows[:, 8:].T
    up = np.stack([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)], axis=1)
    assert np.allclose(up, history.normal[closed], atol=1e-6)  # z of the contact frame


def soap():
    """Two superellipsoids of one form and one of another, a spring and a bushing."""
    scene = sp.Scene(name="soap")
    for i, axes in enumerate([(0.1, 0.06, 0.03), (0.1, 0.06, 0.03), (0.1, 0.1, 0.1)]):
        scene.body(f"soap{i}", mass=1.0, joint=sp.Free(position=(0.3 * i, 0, 0)), surfaces=[sp.Superellipsoid(axes)])
    scene.add(sp.Spring(a="soap0", b="world", at_a=(0, 0, 0.03), at_b=(0, 0, 0.3), stiffness=10.0, length=0.2))
    scene.add(sp.Bushing(a="soap1", b="soap2", stiffness=(1.0, 1.0, 1.0)))
    return scene


@pytest.mark.filterwarnings("ignore::supple.SceneWarning")
def test_meshes_and_springs(tmp_path):
    run = sp.simulate(soap(), 1e-3)
    _, page = report(run, tmp_path, frames=2)
    shapes = [body["shapes"][0] for body in page.data["bodies"]]
    assert [shape["mesh"] for shape in shapes] == [0, 0, 1] and len(page.data["octants"]) == 2
    for shape in shapes:
        rows = array(page.data["octants"][shape["mesh"]], "<f4", 3, 11, 11, 6)
        for given, exact in zip((rows[..., :3], rows[..., 3:]), octant(shape), strict=True):
            assert np.allclose(given, exact, atol=1e-7)
    assert page.data["springs"] == [
        {"kind": "spring", "a": 0, "at_a": [0, 0, 0.03], "b": -1, "at_b": [0, 0, 0.3]},
        {"kind": "bushing", "a": 1, "at_a": [0, 0, 0], "b": 2, "at_b": [0, 0, 0]},
    ]


@pytest.mark.slow
def test_names_are_only_texts(tmp_path, monkeypatch):
    run = sp.simulate(drop(name=NASTY, ball=NASTY), 0.01)
    monkeypatch.setattr(type(run), "scene_toml", f"# </pre>{NASTY}", raising=False)
    text, page = report(run, tmp_path)
    assert "alert('ö')</script>" not in text and "<script>alert" not in text
    assert page.data["moving"][0] == NASTY and page.text.count(NASTY) >= 2
    assert "</pre>" in page.text


@pytest.mark.slow
def test_users_laws_and_stops(tmp_path):
    def spring(delta, rate, p):
        return p[0] * delta

    law = sp.UserNormal(force=spring, parameters=(1e5,))
    _, page = report(sp.simulate(drop(normal=law, friction=sp.RegularisedCoulomb(mu=0.3, v_s=0.01)), 0.02), tmp_path)
    assert "UserNormal: user" in page.text
    (tmp_path / "stop").mkdir()
    _, page = report(sp.simulate(pendulum(), 0.1), tmp_path / "stop")
    assert page.data["contacts"][0]["unit"] == "Nm" and "Nm" in page.text
    rows = array(page.data["touching"], "<f4", -1, 12)
    assert len(rows) and not rows[:, 8:].any()  # a stop has no frame
    assert page.data["bodies"][0]["hinge"] and page.data["bodies"][0]["shapes"] == []


def falling(name="falling"):
    scene = sp.Scene(name=name)
    scene.body("a", mass=1.0, joint=sp.Prismatic())
    return scene


def test_without_contacts(tmp_path):
    run = sp.simulate(falling(), 1e-3)
    _, page = report(run, tmp_path, frames=2)
    assert "Nothing touched" in page.text and page.data["moving"] == ["a"] and page.data["first"]


@pytest.mark.slow
def test_a_file_without_the_users_law(tmp_path):
    """No scene, and forces that cannot be evaluated again: the rest of the page is there."""

    def spring(delta, rate, p):
        return p[0] * delta

    (tmp_path / "page").mkdir()
    run = sp.simulate(drop(normal=sp.UserNormal(force=spring, parameters=(1e5,))), 0.03)
    _, page = report(sp.load(run.save(tmp_path / "run.nc")), tmp_path / "page")
    assert page.data is None and "no bodies that could be drawn" in page.text
    assert "There are no plots: contact 'ball/ground' has a user's own law" in page.text
    assert f"{run.impacts[0].peak_force:.5g}" in page.text


@pytest.mark.slow
def test_a_file_gives_the_same_page(run, tmp_path):
    (tmp_path / "page").mkdir()
    (tmp_path / "again").mkdir()
    _, page = report(run, tmp_path / "page")
    _, again = report(sp.load(run.save(tmp_path / "run.nc")), tmp_path / "again")
    assert again.data == page.data and "mass" in again.text  # the scene as text


def test_whole_or_not_at_all(tmp_path, monkeypatch):
    run = sp.simulate(falling(), 1e-3)
    path = tmp_path / "report.html"
    path.write_text("before")

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write_report(run, path, frames=2)
    assert path.read_text() == "before" and os.listdir(tmp_path) == ["report.html"]


@pytest.mark.parametrize("frames", [1, 0, 2.5, True, "many"])
def test_frames_are_checked(frames, tmp_path):
    with pytest.raises(ValueError, match="frames must be a whole number >= 2, got"):
        write_report(None, tmp_path / "report.html", frames=frames)


def test_quaternions_give_the_matrices_back():
    from scipy.spatial.transform import Rotation

    R = Rotation.random(200, random_state=1).as_matrix()
    half_turns = Rotation.from_rotvec(np.pi * np.eye(3)).as_matrix()
    for matrices in (R, half_turns, np.eye(3)[None]):
        q = quaternions(matrices)
        assert np.allclose(Rotation.from_quat(q[:, [1, 2, 3, 0]]).as_matrix(), matrices, atol=1e-12)
        assert np.allclose(Rotation.from_rotvec(rotation_vectors(matrices)).as_matrix(), matrices, atol=1e-12)
