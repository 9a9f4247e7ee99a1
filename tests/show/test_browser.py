"""The report in a browser: its script runs without errors, shows the time it is sent to, and does without WebGL2."""

import re
import shutil
import subprocess
from html import unescape

import pytest

import supple as sp
from supple.show.report import write_report

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="no chromium, chromium-browser or google-chrome on the path"),
]


def arm():
    """Every shape, a wall that is seen from behind, a body without surfaces, a name with a tag in it."""
    scene = sp.Scene(name="arm <b>")
    scene.ground(material="floor")
    scene.ground(normal=(0, 1, 1), at=(0, -0.5, 0), name="wall")
    scene.body("post", joint=sp.Fixed(), surfaces=[sp.Box((0.05, 0.05, 0.2))])
    scene.body("rod", mass=1.0, parent="post", joint=sp.Spherical(at=(0, 0, 0.2)), inertia=(0.1, 0.1, 0.1))
    scene.body("tip", mass=0.1, parent="rod", joint=sp.Revolute(at=(0, 0, 0.1)), surfaces=[sp.Point(), sp.Sphere(0.02)])
    joint = sp.Free(position=(0.3, 0, 0.0505))
    surfaces = [sp.Capsule((-0.1, 0, 0), (0.1, 0, 0), 0.05, material="wood")]
    scene.body("log <i>", mass=1.0, joint=joint, surfaces=surfaces)
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
  for (const id of ["forces", "trails", "frames"]) at(id).click();
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


def test_controls(path):
    """A copy of the page with a second script, which its policy would not let run, that uses every control."""
    text = re.sub(r"<meta http-equiv[^>]*>", "", path.read_text(encoding="utf-8"))
    driven = path.with_name("driven.html")
    # a browser without a screen draws few frames: timers tick instead
    ticking = "<script>window.requestAnimationFrame = (f) => setTimeout(() => f(performance.now()), 16)</script></head>"
    driven.write_text(text.replace("</head>", ticking).replace("</body>", DRIVE), encoding="utf-8")
    dom = loaded(driven, "", "--enable-unsafe-swiftshader")
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
