// The viewer: camera, clock and controls. The state is one object; `show` draws it and writes the readout.

const TANGENT = Math.tan((14 * Math.PI) / 180); // of half the vertical field of view
const SPEEDS = [10, 1, 0.1, 0.01, 0.001, 0.0001];
const LISTED = 6; // contacts in the readout

const element = (id) => document.getElementById(`viewer-${id}`);
const three = (x) => (Math.abs(x) >= 1e4 ? `${(x / 1e3).toPrecision(3)} k` : `${Number(x.toPrecision(3))} `);
const speedName = (s) => (s === 1 ? "real time" : s > 1 ? `${s}×` : `1/${Math.round(1 / s)}`);

// Lines on what touches: contacts or, where these are many, pairs of bodies.
function listed(touching) {
  const shown = touching.length > LISTED ? summed(touching) : touching;
  const lines = shown.slice(0, LISTED).map((c) => `${c.name}  ${three(c.normal)}${c.unit}${c.of ?? ""}`);
  return shown.length > LISTED ? [...lines, `and ${shown.length - LISTED} more`] : lines;
}

// Pairs of bodies with the sums of the normal forces of their contacts.
function summed(touching) {
  const pairs = new Map();
  for (const c of touching) pairs.set(c.pair, [...(pairs.get(c.pair) ?? []), c]);
  const one = ([name, list]) => ({
    ...list[0], name: list.length > 1 ? name : list[0].name, normal: list.reduce((sum, c) => sum + c.normal, 0),
    of: list.length > 1 ? ` at ${list.length} points` : "",
  });
  return [...pairs].map(one).sort((a, b) => b.normal - a.normal);
}

function view(data) {
  const canvas = element("canvas");
  const stage = new Stage(data);
  const duration = data.end - data.start;
  const last = data.frames - 1;
  const state = { frame: 0, playing: false, speed: 1, queued: false, clock: 0 };
  const camera = {};
  let painter = null;
  let trails = [];

  // --- painting ---------------------------------------------------------------------------------------------------------
  function start() {
    const gl = canvas.getContext("webgl2", { antialias: true, alpha: false, stencil: true });
    if (!gl) return void (element("missing").hidden = false);
    painter = new Painter(gl, stage.surfaces);
    followed();
    element("trails").checked = trails.length <= 8;
    element("contacts").checked = stage.most <= 4 && stage.bodies.some((b) => b.shapes.some((s) => s.semi_axes));
  }

  function followed() {
    trails = stage.bodies.filter((b) => b.moving >= 0).map((body) => {
      const points = Array.from({ length: data.frames }, (_, k) => stage.place(body, k, stage.centre(body)));
      return { ribbon: painter.ribbon(points), colour: body.colour };
    });
  }

  // A camera on a sphere around its target; `across` and `raised` are angles about and towards the upward direction.
  function reset() {
    // look across the longer of the two level extents, somewhat from above
    const [u, v] = stage.up[2] > 0.9 ? [[1, 0, 0], [0, 1, 0]] : perpendicular(stage.up);
    const along = (e) => Math.abs(dot(stage.extent, e.map(Math.abs)));
    Object.assign(camera, { u, v, target: stage.middle, across: along(u) >= along(v) ? -1.15 : -0.42, raised: 0.28 });
    const { x, y, z } = axes();
    const aspect = canvas.clientWidth / canvas.clientHeight || 1;
    camera.distance = 0;
    for (const [p, r] of stage.points) {
      const d = sub(p, camera.target);
      const wide = (Math.abs(dot(d, x)) + r) / (TANGENT * aspect);
      const high = (Math.abs(dot(d, y)) + r) / TANGENT;
      camera.distance = Math.max(camera.distance, dot(d, z) + 1.18 * Math.max(wide, high));
    }
    camera.distance = Math.max(camera.distance, stage.radius);
    show();
  }

  function axes() {
    const { u, v, across, raised } = camera;
    const level = add(times(Math.cos(across), u), times(Math.sin(across), v));
    const z = add(times(Math.cos(raised), level), times(Math.sin(raised), stage.up));
    return lookingAt(z, [0, 0, 0], stage.up);
  }

  function paint() {
    if (!painter) return;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((n) => Math.round(n * devicePixelRatio));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const target = add(camera.target, stage.way(state.frame));
    const eye = add(target, times(camera.distance, axes().z));
    const { view, x, y, z } = lookingAt(eye, target, stage.up);
    const deep = size(sub(camera.target, stage.middle)) + 4 * stage.radius;
    const [near, far] = [Math.max(0.02 * camera.distance, camera.distance - deep), camera.distance + deep];
    const pixel = (p) => (2 * TANGENT * Math.max(dot(sub(eye, p), z), near)) / canvas.clientHeight;
    const light = unit(add(add(times(0.9, stage.up), times(0.35, z)), times(-0.3, x)));
    painter.begin(product(perspective(TANGENT, width / height, near, far), view), light, width, height);
    const solids = stage.solidsAt(state.frame, pixel);
    const floors = stage.floorsAt(state.frame).map((f) => ({ ...f, outside: dot(sub(eye, f.at), f.normal) > 0 }));
    for (const f of floors.filter((f) => f.outside)) {
      painter.plane(f, true);
      // vertical walls throw no shadows worth the trouble
      if (dot(f.normal, stage.up) > 0.4) painter.shadow(solids, flattening(f.normal, f.at, 2e-3 * stage.radius));
    }
    painter.solids(stage.terrainsAt(state.frame));
    painter.solids(solids);
    if (element("trails").checked && state.frame > 0)
      for (const { ribbon, colour } of trails)
        painter.path(ribbon, Math.floor(state.frame) + 1, colour, 1.8 * devicePixelRatio);
    if (element("frames").checked) painter.arrows(stage.bodyFramesAt(state.frame, pixel), 0.55);
    if (element("contacts").checked) painter.arrows(stage.contactFramesAt(Math.round(state.frame), pixel), 0.55);
    if (element("forces").checked) painter.arrows(stage.arrowsAt(Math.round(state.frame), pixel));
    for (const f of floors.filter((f) => !f.outside)) painter.plane(f, false);
  }

  // --- time -------------------------------------------------------------------------------------------------------------
  const timeOf = (frame) => data.start + (last ? (duration * frame) / last : 0);

  function readout() {
    const t = timeOf(state.frame);
    const touching = stage.contactsAt(Math.round(state.frame));
    const lines = listed(touching);
    const past = data.impacts.filter(([when]) => when <= t).pop();
    if (past) lines.push(`last impact: ${past[1]} at ${past[0].toFixed(4)} s, peak ${three(past[2])}${unitOf(past[1])}`);
    element("time").textContent = `t = ${t.toFixed(duration < 0.1 ? 6 : 4)} s`;
    element("magnified").textContent = stage.magnify === 1 ? "" : `deflection × ${stage.magnify}`;
    element("list").textContent = lines.join("\n") || "no contact yet";
    element("slider").value = state.frame;
    element("slider").setAttribute("aria-valuetext", `${t.toPrecision(4)} seconds`);
  }

  const unitOf = (name) => data.contacts.find((c) => c.name === name)?.unit ?? "N";

  function show() {
    if (state.queued) return;
    state.queued = true;
    requestAnimationFrame((now) => {
      state.queued = false;
      advance(now);
      paint();
      readout();
      document.body.dataset.ready = "true";
    });
  }

  function advance(now) {
    if (!state.playing) return;
    const passed = Math.min((now - state.clock) / 1e3, 0.2); // a tab that slept does not leap
    state.clock = now;
    state.frame = Math.min(state.frame + (passed * state.speed * last) / duration, last);
    if (state.frame >= last) play(false);
    else show();
  }

  function play(on) {
    if (on && state.frame >= last) state.frame = 0;
    Object.assign(state, { playing: on && last > 0, clock: performance.now() });
    element("play").textContent = state.playing ? "❚❚ Pause" : "▶ Play";
    show();
  }

  function go(frame) {
    state.frame = Math.min(Math.max(frame, 0), last);
    show();
  }

  // `#t=0.5` opens the page at a time.
  function fromHash() {
    const t = Number(new URLSearchParams(location.hash.slice(1)).get("t") ?? NaN);
    if (Number.isFinite(t) && duration > 0) go(Math.round(((t - data.start) / duration) * last));
  }

  // --- controls ---------------------------------------------------------------------------------------------------------
  function setUp() {
    element("slider").max = last;
    element("slider").addEventListener("input", (e) => go(Number(e.target.value)));
    element("play").addEventListener("click", () => play(!state.playing));
    element("reset").addEventListener("click", reset);
    for (const id of ["forces", "contacts", "trails", "frames"]) element(id).addEventListener("change", show);
    for (const f of data.factors) element("magnify").add(new Option(f === 1 ? "as it is" : `× ${f}`, f));
    element("magnify").value = stage.magnify;
    element("magnify").parentElement.hidden = data.factors.length < 2;
    element("magnify").addEventListener("change", (e) => {
      stage.magnify = Number(e.target.value);
      if (painter) followed();
      show();
    });
    element("follow").parentElement.hidden = !data.follow;
    element("follow").addEventListener("change", (e) => {
      stage.follow = e.target.checked;
      stage.bound();
      reset();
    });
    for (const s of SPEEDS) element("speed").add(new Option(speedName(s), s));
    // the fastest at which the whole takes more than a second and a half
    state.speed = SPEEDS.find((s) => duration / s > 1.5) ?? SPEEDS.at(-1);
    element("speed").value = state.speed;
    element("speed").addEventListener("change", (e) => (state.speed = Number(e.target.value)));
    for (const [when, name, peak] of data.impacts) {
      const mark = element("marks").appendChild(document.createElement("i"));
      mark.style.left = `${(100 * (when - data.start)) / (duration || 1)}%`;
      mark.title = `${name}, peak ${three(peak)}${unitOf(name)}`;
    }
    element("scale").textContent = stage.strongest
      ? `Longest arrow ${three(stage.strongest)}N; a tenth of the force is ${100 / DECADES} % shorter.`
      : "";
    let lines = 0;
    for (let k = 0; k <= last; k++) lines = Math.max(lines, listed(stage.contactsAt(k)).length);
    element("list").style.setProperty("--lines", lines + (data.impacts.length ? 2 : 1));
    document.addEventListener("keydown", onKey);
    window.addEventListener("hashchange", fromHash);
    new ResizeObserver(show).observe(canvas);
    canvas.addEventListener("webglcontextlost", () => (element("missing").hidden = false));
  }

  function onKey(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest("button, select, input, summary, a")) return;
    const step = e.shiftKey ? 10 : 1;
    const act = {
      " ": () => play(!state.playing),
      ArrowRight: () => go(Math.floor(state.frame) + step),
      ArrowLeft: () => go(Math.ceil(state.frame) - step),
      Home: () => go(0),
      End: () => go(last),
      r: reset,
    }[e.key];
    if (!act || (["Home", "End"].includes(e.key) && e.target !== canvas)) return; // those scroll the page
    e.preventDefault();
    act();
  }

  setUp();
  start();
  setUpPointer(canvas, camera, stage, axes, show, reset);
  reset();
  fromHash();
}

// One pointer turns the camera; two, shift or the right button move it; pinch and wheel go nearer and farther.
function setUpPointer(canvas, camera, stage, axes, show, reset) {
  const pointers = new Map();
  const zoom = (factor) => {
    camera.distance = Math.min(Math.max(camera.distance * factor, 1e-3 * stage.radius), 50 * stage.radius);
  };
  const pan = (dx, dy) => {
    const { x, y } = axes();
    const s = (2 * TANGENT * camera.distance) / canvas.clientHeight;
    camera.target = add(camera.target, add(times(-s * dx, x), times(s * dy, y)));
  };
  const turn = (dx, dy) => {
    camera.across -= 0.008 * dx;
    camera.raised = Math.min(Math.max(camera.raised + 0.008 * dy, -1.55), 1.55);
  };
  canvas.addEventListener("pointerdown", (e) => {
    canvas.setPointerCapture(e.pointerId);
    pointers.set(e.pointerId, [e.clientX, e.clientY]);
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (e) => pointers.delete(e.pointerId));
  canvas.addEventListener("pointermove", (e) => {
    const before = pointers.get(e.pointerId);
    if (!before) return;
    const [dx, dy] = [e.clientX - before[0], e.clientY - before[1]];
    const other = [...pointers].find(([id]) => id !== e.pointerId)?.[1];
    if (other) {
      const apart = ([x, y]) => Math.hypot(x - other[0], y - other[1]) || 1;
      zoom(apart(before) / apart([e.clientX, e.clientY]));
      pan(dx / 2, dy / 2);
    } else if (e.shiftKey || e.buttons & 2) pan(dx, dy);
    else turn(dx, dy);
    pointers.set(e.pointerId, [e.clientX, e.clientY]);
    show();
  });
  canvas.addEventListener("wheel", (e) => {
    // the page scrolls past the picture unless it was chosen
    if (document.activeElement !== canvas && !e.ctrlKey) return;
    e.preventDefault();
    zoom(Math.exp(0.0015 * e.deltaY));
    show();
  }, { passive: false });
  canvas.addEventListener("contextmenu", (e) => e.preventDefault());
  canvas.addEventListener("dblclick", reset);
}

window.addEventListener("error", (e) => {
  document.body.dataset.errors = `${document.body.dataset.errors ?? ""}${e.message}\n`;
});
const data = document.getElementById("viewer-data");
if (data) view(JSON.parse(data.textContent));
else document.body.dataset.ready = "true";
