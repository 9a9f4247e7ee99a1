"""The report in a browser: its script runs without errors, shows the time it is sent to, and does without WebGL2."""

import json
import math
import re
import shutil
import subprocess
from html import unescape

import numpy as np
import pytest
from bent_scenes import shelf
from matplotlib.figure import Figure

import supple as sp
from supple.show.bent import Places
from supple.show.report import write_report

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="no chromium, chromium-browser or google-chrome on the path"),
]


def arm():
    """Every shape, springs, a wall that is seen from behind, a body without surfaces, a name with a tag in it."""
    scene = sp.Scene(name="arm <b>")
    scene.ground(material="floor")
    scene.ground(normal=(0, 1, 1), at=(0, -0.5, 0), name="wall")
    scene.body("post", joint=sp.Fixed(), surfaces=[sp.Box((0.05, 0.05, 0.2))])
    scene.body("rod", mass=1.0, parent="post", joint=sp.Spherical(at=(0, 0, 0.2)), inertia=(0.1, 0.1, 0.1))
    scene.body("tip", mass=0.1, parent="rod", joint=sp.Revolute(at=(0, 0, 0.1)), surfaces=[sp.Point(), sp.Sphere(0.02)])
    joint = sp.Free(position=(0.3, 0, 0.0505))
    surfaces = [sp.Capsule((-0.1, 0, 0), (0.1, 0, 0), 0.05, material="wood")]
    scene.body("log <i>", mass=1.0, joint=joint, surfaces=surfaces)
    scene.body("egg", mass=1.0, joint=sp.Free(position=(0, 0.5, 0.2)), surfaces=[sp.Ellipsoid((0.1, 0.06, 0.03))])
    scene.body("soap", mass=1.0, joint=sp.Free(position=(0, 0.8, 0.2)), surfaces=[sp.Superellipsoid((0.1, 0.06, 0.03))])
    scene.add(sp.Spring(a="world", b="egg", at_a=(0, 0.5, 0.5), stiffness=10.0, length=0.2))
    scene.add(sp.Bushing(a="soap", b="egg", stiffness=(1.0, 1.0, 1.0)))
    scene.contact("wood", "floor", normal=sp.HuntCrossley(k=1e5, lam=1e4))
    return scene


@pytest.fixture(scope="module")
def run():
    return sp.simulate(arm(), 0.05)


@pytest.fixture(scope="module")
def path(run, tmp_path_factory):
    return write_report(run, tmp_path_factory.mktemp("report") / "report.html", frames=51)


def loaded(path, mark, *options):
    """The document after its script ran."""
    command = [
        BROWSER, "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", f"--user-data-dir={path.parent / 'profile'}",
        "--virtual-time-budget=3000", "--dump-dom", *options, f"{path.as_uri()}{mark}",
    ]  # fmt: skip
    result = subprocess.run(command, capture_output=True, timeout=120)
    return result.stdout.decode("utf-8")


def shown(dom, id):
    return unescape(re.search(rf'id="viewer-{id}"[^>]*>([^<]*)<', dom)[1])


def test_script_runs(path):
    dom = loaded(path, "", "--enable-unsafe-swiftshader")
    assert 'data-ready="true"' in dom and "data-errors" not in dom
    assert shown(dom, "time") == "t = 0.000000 s"
    assert shown(dom, "list") == "no contact yet"


def test_address_sets_the_time(run, path):
    dom = loaded(path, "#t=0.05", "--enable-unsafe-swiftshader")
    assert 'data-ready="true"' in dom and "data-errors" not in dom
    assert shown(dom, "time") == "t = 0.050000 s"
    text = shown(dom, "list")
    name = "log <i>.start/ground"
    assert f"{name}  {run.contact(name, [0.05]).force[0]:.3g} N" in text
    assert "last impact: log <i>." in text and f"at {run.impacts[0].start:.4f} s" in text


def test_without_webgl_a_sentence(path):
    dom = loaded(path, "#t=0.05", "--disable-gpu", "--disable-3d-apis")
    assert 'data-ready="true"' in dom and "data-errors" not in dom
    assert re.search(r'id="viewer-missing" class="missing">', dom)  # no longer hidden
    assert shown(dom, "time") == "t = 0.050000 s"


DRIVE = """
<script>
const seen = [];
const at = (id) => document.getElementById("viewer-" + id);
const canvas = at("canvas");
const press = (key, more) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
const touch = (kind, id, x, y) =>
  canvas.dispatchEvent(new PointerEvent(kind, { pointerId: id, clientX: x, clientY: y, bubbles: true }));
const wait = () => new Promise((go) => setTimeout(go, 100));
const note = async () => { await wait(); seen.push(at("slider").value); };
canvas.setPointerCapture = () => {};  // of pointers that are not there
(async () => {
  await wait();
  press("ArrowRight"); await note();
  press("ArrowRight", { shiftKey: true }); await note();
  press("ArrowLeft"); await note();
  touch("pointerdown", 1, 100, 100); touch("pointermove", 1, 140, 90);
  touch("pointerdown", 2, 200, 200); touch("pointermove", 2, 220, 240); touch("pointerup", 1); touch("pointerup", 2);
  canvas.focus(); canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: 100, cancelable: true }));
  for (const id of ["forces", "contacts", "trails", "frames", "follow", "follow"]) at(id).click();
  at("reset").click();
  press("r");
  await note();
  at("speed").value = "0.01"; at("speed").dispatchEvent(new Event("change"));
  at("play").click(); await note();
  at("play").click(); await note(); await note();
  document.body.dataset.seen = seen.join(" ");
})();
</script>
</body>"""


def driven(path, mark, script, then=""):
    """The document of a copy of the page after a second script, which its policy would not let run.

    A browser without a screen draws few frames: timers tick instead. `then` runs after each frame, while it can be read.
    """
    text = re.sub(r"<meta http-equiv[^>]*>", "", path.read_text(encoding="utf-8"))
    tick = f"(f) => setTimeout(() => {{ f(performance.now()); {then} }}, 16)"
    text = text.replace("</head>", f"<script>window.requestAnimationFrame = {tick}</script></head>")
    copy = path.with_name("driven.html")
    copy.write_text(text.replace("</body>", script), encoding="utf-8")
    return loaded(copy, mark, "--enable-unsafe-swiftshader")


def test_controls(path):
    """A script that uses every control."""
    dom = driven(path, "", DRIVE)
    assert "data-errors" not in dom
    *steps, turned, playing, paused, still = map(float, re.search(r'data-seen="([^"]*)"', dom)[1].split())
    assert steps == [1, 11, 10] and turned == 10
    assert playing > turned and still == paused >= playing


def test_policy_lets_no_other_script_run(path):
    foreign = path.with_name("foreign.html")
    script = "<script>document.body.dataset.foreign = 1</script></body>"
    foreign.write_text(path.read_text(encoding="utf-8").replace("</body>", script), encoding="utf-8")
    dom = loaded(foreign, "", "--enable-unsafe-swiftshader")
    assert 'data-ready="true"' in dom and "data-foreign" not in dom


# --- flexible bodies ------------------------------------------------------------------------------------------------------
OPEN = "const stage = window.stage = new Stage(data);"
ASK = """<script>
const seen = (factor) => {
  const box = document.getElementById("viewer-magnify");
  box.value = factor;
  box.dispatchEvent(new Event("change"));
  return POINTS.map(([body, point]) => stage.place(stage.bodies[body], 3, point));
};
const said = () => new Promise((go) => setTimeout(() => go(document.getElementById("viewer-magnified").textContent), 100));
(async () => {
  const found = { true: seen(1), before: await said(), large: seen(4), after: await said() };
  document.body.dataset.found = JSON.stringify(found);
})();
</script></body>"""


def test_flexible_bodies_are_where_the_run_has_them(tmp_path):
    """Points of a beam, of its child and of its grandchild, as they are and magnified."""
    run = sp.simulate(shelf(), 1e-4)
    path = write_report(run, tmp_path / "report.html", frames=11, magnify=4, overview=no_plots)
    text = path.read_text(encoding="utf-8")
    assert text.count("const stage = new Stage(data);") == 1
    path.write_text(text.replace("const stage = new Stage(data);", OPEN), encoding="utf-8")
    names = list(run.scene.bodies)
    points = [(names.index(b), p) for b in names for p in ((0.1, 0, -0.6), (0.13, 0, -0.1), (0.02, 0.03, -0.3))]
    dom = driven(path, "", ASK.replace("POINTS", json.dumps(points)))
    assert "data-errors" not in dom and 'data-ready="true"' in dom
    found = json.loads(unescape(re.search(r'data-found="([^"]*)"', dom)[1]))
    assert found["before"] == "" and found["after"] == "deflection × 4"
    for word, factor in (("true", 1.0), ("large", 4.0)):
        here = Places(run, 3e-5, factor)
        exact = [here.point(names[body], point) for body, point in points]
        assert np.allclose(found[word], exact, atol=1e-6)


# --- pixels ---------------------------------------------------------------------------------------------------------------
COUNT = """
  const gl = document.getElementById("viewer-canvas").getContext("webgl2");
  const pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
  gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const count = { blue: 0, bright: 0, yellow: 0, dark: 0 };
  for (let i = 0; i < pixels.length; i += 4) {
    const [r, g, b] = pixels.subarray(i, i + 3);
    if (b > 2 * r + 30 && b > g) count.blue++;
    if (b > 2 * r + 30 && b > 150) count.bright++;
    if (r > 120 && g > 0.6 * r && g < 0.95 * r && b < 0.5 * r) count.yellow++;
    if (r < 80 && g < 80 && b < 80 && Math.abs(r - b) < 16) count.dark++;
  }
  document.body.dataset.count = JSON.stringify(count);
"""
SWITCH = """<script>
for (const id of ["forces", "contacts", "trails", "frames"]) {
  const box = document.getElementById("viewer-" + id);
  if (box.checked !== ON.includes(id)) box.click();
}
</script></body>"""


def no_plots(run):
    """Instead of an overview, which takes longer than all else of a page."""
    return Figure()


def counted(scene, folder, *on, time=0.0, duration=0.01, follow=False):
    """Pixels by colour of the picture of a scene with these switches on."""
    folder.mkdir()
    run = sp.simulate(scene, duration)
    path = write_report(run, folder / "report.html", frames=11, follow=follow, overview=no_plots)
    dom = driven(path, f"#t={time}", SWITCH.replace("ON", str(list(on))), COUNT)
    assert "data-errors" not in dom
    return json.loads(unescape(re.search(r'data-count="([^"]*)"', dom)[1]))


def floating(surface, *, gravity=(0, 0, 0)):
    scene = sp.Scene(gravity=gravity, name="floating")
    scene.body("ball", mass=1.0, joint=sp.Free(), surfaces=[surface])
    return scene


@pytest.mark.filterwarnings("ignore::supple.SceneWarning")
def test_round_bodies_of_one_form_look_alike(tmp_path):
    """A ball as a sphere, as an ellipsoid and as a superellipsoid, in its two tones."""
    forms = (sp.Sphere(0.1), sp.Ellipsoid((0.1, 0.1, 0.1)), sp.Superellipsoid((0.1, 0.1, 0.1), exponent=2.0))
    sphere, *others = (counted(floating(form), tmp_path / form.name) for form in forms)
    assert sphere["blue"] > 10_000 and 0.1 < sphere["bright"] / sphere["blue"] < 0.9
    for other in others:
        assert other["blue"] == pytest.approx(sphere["blue"], rel=0.01)
        assert other["bright"] == pytest.approx(sphere["bright"], rel=0.03)


@pytest.mark.filterwarnings("ignore::supple.SceneWarning")
def test_an_orientation_turns_what_is_drawn(tmp_path):
    """The picture of a long body that lies in its frame across is that of one that is long across."""
    quarter = (math.sqrt(0.5), math.sqrt(0.5), 0, 0)  # z to -y
    turned = counted(floating(sp.Ellipsoid((0.02, 0.02, 0.1), orientation=quarter)), tmp_path / "turned")
    across = counted(floating(sp.Ellipsoid((0.02, 0.1, 0.02))), tmp_path / "across")
    upright = counted(floating(sp.Ellipsoid((0.02, 0.02, 0.1))), tmp_path / "upright")
    assert turned["blue"] == pytest.approx(across["blue"], rel=0.01)
    assert abs(upright["blue"] / across["blue"] - 1) > 0.2


def test_the_picture_goes_with_what_moves(tmp_path):
    """A ball that flies fifty radii is as large at the end as at the start, and far larger than in a still picture."""
    scene = sp.Scene(gravity=(0, 0, 0), name="flying")
    scene.body("ball", mass=1.0, joint=sp.Free(velocity=(100, 0, 0)), surfaces=[sp.Sphere(0.02)])
    still = counted(scene, tmp_path / "still", time=0.01)
    first, last = (counted(scene, tmp_path / f"{time}", time=time, follow=True) for time in (0.0, 0.01))
    assert first["blue"] > 10_000 and last["blue"] == pytest.approx(first["blue"], rel=0.01)
    assert still["blue"] < 0.1 * first["blue"]


def test_the_switch_follow_is_there_where_it_is_asked_for(run, path, tmp_path):
    pages = path, write_report(run, tmp_path / "follow.html", frames=11, follow=True, overview=no_plots)
    hidden = [re.search(r'<label([^>]*)><input id="viewer-follow"', loaded(page, ""))[1] for page in pages]
    assert "hidden" in hidden[0] and "hidden" not in hidden[1]


def test_contact_frames_and_springs_are_seen(tmp_path):
    """On a flat body, out of which the normal looks."""
    scene = floating(sp.Ellipsoid((0.1, 0.1, 0.01), material="shell"), gravity=(0, 0, -9.81))
    scene.ground(at=(0, 0, -0.0099), material="floor")
    scene.contact("shell", "floor", normal=sp.KelvinVoigt(k=1e5, b=500.0))
    off, on = (counted(scene, tmp_path / f"{len(ids)}", *ids, time=0.005) for ids in ((), ("contacts",)))
    assert off["yellow"] == off["dark"] == 0 and on["yellow"] > 20 and on["dark"] > 20
    scene.add(sp.Spring(a="world", b="ball", at_a=(0, 0, 0.3), at_b=(0, 0, 0.1), stiffness=1.0, length=0.2))
    assert counted(scene, tmp_path / "spring", time=0.005)["dark"] > 50


# --- shapes with meshes ---------------------------------------------------------------------------------------------------
CUBOID = [(x, y, z) for x in (-0.1, 0.1) for y in (-0.05, 0.05) for z in (-0.03, 0.03)]
FACES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
TURNED = (math.sqrt(0.5), 0.0, math.sqrt(0.5), 0.0)  # its long axis upwards


def drawing(monkeypatch, *drawn):
    """A box that draws this."""
    monkeypatch.setattr(sp.Box, "drawing", lambda self: drawn)
    return sp.Box((0.2, 0.1, 0.06), rounding=0.0)


@pytest.mark.filterwarnings("ignore::supple.SceneWarning")
def test_meshes_look_like_what_they_are(tmp_path, monkeypatch):
    """A turned box and the same as a hull; a cylinder in two tones, and terrain below it, which leaves it where it was."""
    box = counted(floating(sp.Box((0.2, 0.1, 0.06), rounding=0.0, orientation=TURNED)), tmp_path / "box")
    lying = counted(floating(sp.Box((0.2, 0.1, 0.06), rounding=0.0)), tmp_path / "lying")
    same = {"kind": "hull", "at": (0, 0, 0), "orientation": TURNED, "vertices": CUBOID, "faces": FACES}
    hull = counted(floating(drawing(monkeypatch, same)), tmp_path / "hull")
    assert box["blue"] > 10_000 and hull["blue"] == pytest.approx(box["blue"], rel=0.01)
    assert abs(lying["blue"] / box["blue"] - 1.0) > 0.05
    round_ = {"kind": "cylinder", "at": (0, 0, 0), "orientation": TURNED, "radius": 0.05, "height": 0.2}
    alone = counted(floating(drawing(monkeypatch, round_)), tmp_path / "cylinder")
    assert alone["blue"] > 10_000 and 0.1 < alone["bright"] / alone["blue"] < 0.9
    land = {"kind": "terrain", "at": (-5, -5, -0.2), "spacing": 0.1, "heights": [[0.0] * 100] * 100}
    above = counted(floating(drawing(monkeypatch, round_, land)), tmp_path / "land")
    assert above["blue"] == pytest.approx(alone["blue"], rel=0.01)


def test_many_contacts_are_read_out_by_pairs(tmp_path):
    """Two boxes on a table, each on four corners."""
    scene = sp.Scene(name="boards")
    scene.body("table", joint=sp.Fixed(), surfaces=[sp.Box((1.0, 0.8, 0.1), rounding=0.005, material="m")])
    for name, x in (("A", -0.2), ("B", 0.2)):
        board = sp.Box((0.2, 0.1, 0.1), rounding=0.005, material="m")
        scene.body(name, mass=1.0, joint=sp.Free(position=(x, 0, 0.1 - 1e-5)), surfaces=[board])
    scene.contact("m", "m", normal=sp.HuntCrossley(k=1e7, lam=1e6))
    run = sp.simulate(scene, 0.004)
    dom = loaded(write_report(run, tmp_path / "report.html", frames=5), "#t=0.004", "--enable-unsafe-swiftshader")
    assert "data-errors" not in dom
    first, second, *more = shown(dom, "list").splitlines()
    assert {line.split("  ")[0] for line in (first, second)} == {"table/A", "table/B"} and not more
    names = [name for name in run.peaks if "A" in name]
    total = sum(history.force[0] for history in run.histories(names, [0.004]))
    assert len(names) == 4 and all(line.endswith(" N at 4 points") for line in (first, second))
    assert float(first.split()[1]) == pytest.approx(total, rel=0.01)
