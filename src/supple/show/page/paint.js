// The painter: turns a list of solids, floors, trails and arrows into pixels. It knows WebGL2 and nothing of time.
//
//   solid   { mesh, model, colour, pattern, size }   pattern: 0 plain, 1 and 3 two tones, so that balls,
//                                                    ellipsoids and capsules are seen to turn, 2 edges of a box,
//                                                    4 tones and edges of the mesh, 5 lines at a spacing `size`
//                                                    mesh: a name, or rows of a surface that changes its form
//   floor   { at, normal, u, v, radius, spacing, offset }   a round patch of a plane, checkered, fading to its rim

const SOLID = [
  `#version 300 es
  in vec3 position; in vec3 normal; in vec2 mark;
  uniform mat4 model, flatten, view;
  out vec3 local, facing; out vec2 marked;
  void main() {
    local = position;
    marked = mark;
    facing = transpose(inverse(mat3(model))) * normal;
    gl_Position = view * flatten * model * vec4(position, 1.0);
  }`,
  `#version 300 es
  precision highp float;
  in vec3 local, facing; in vec2 marked;
  uniform vec4 colour; uniform vec3 light, size; uniform int pattern; uniform float shade;
  out vec4 pixel;
  void main() {
    vec3 c = colour.rgb;
    if (pattern == 1 || pattern == 3) {
      float s = local.x * local.y * (pattern == 1 ? local.z : 1.0);
      c *= 0.7 + 0.3 * smoothstep(-1.0, 1.0, s / (fwidth(s) + 1e-9));
    }
    if (pattern == 2) {
      // of the three distances to the faces the smallest is zero: the middle one is that to the next edge
      vec3 d = (0.5 - abs(local)) * size;
      float edge = max(min(d.x, d.y), min(max(d.x, d.y), d.z));
      c *= 0.6 + 0.4 * smoothstep(0.5, 1.8, edge / (fwidth(edge) + 1e-9));
    }
    if (pattern == 4) {
      c *= 0.7 + 0.3 * marked.x;
      c *= 0.6 + 0.4 * smoothstep(0.2, 1.2, marked.y / (fwidth(marked.y) + 1e-9));
    }
    if (pattern == 5) {
      // lines that would be closer than some pixels fade
      vec2 p = local.xy / size.xy, w = fwidth(p) + 1e-9;
      vec2 line = (1.0 - smoothstep(0.3, 1.2, abs(fract(p - 0.5) - 0.5) / w)) * (1.0 - smoothstep(0.1, 0.3, w));
      c *= 1.0 - 0.14 * max(line.x, line.y);
      c *= 0.7 + 0.3 * smoothstep(0.4, 1.0, dot(normalize(facing), light)); // gentle slopes are seen
    }
    float lit = 0.5 + 0.5 * dot(normalize(facing), light);
    pixel = vec4(mix(c, c * (0.5 + 0.55 * lit), shade), colour.a);
  }`,
];

const FLOOR = [
  `#version 300 es
  in vec2 corner;
  uniform mat4 view; uniform vec3 at, u, v; uniform float radius;
  out vec2 place;
  void main() {
    place = corner;
    gl_Position = view * vec4(at + radius * (corner.x * u + corner.y * v), 1.0);
  }`,
  `#version 300 es
  precision highp float;
  in vec2 place;
  uniform float radius, spacing, strength; uniform vec2 offset;
  out vec4 pixel;
  // a checkerboard averaged over the pixel, or far fields would flicker
  float checker(vec2 p) {
    vec2 w = fwidth(p) + 1e-4;
    vec2 i = 2.0 * (abs(fract((p - 0.5 * w) * 0.5) - 0.5) - abs(fract((p + 0.5 * w) * 0.5) - 0.5)) / w;
    return 0.5 - 0.5 * i.x * i.y;
  }
  void main() {
    float fade = 1.0 - smoothstep(0.55, 1.0, length(place));
    if (fade * strength < 0.02) discard;
    vec3 c = mix(vec3(0.90, 0.91, 0.92), vec3(0.80, 0.82, 0.84), checker((offset + radius * place) / spacing));
    pixel = vec4(c, fade * strength);
  }`,
];

// A line of constant width in pixels: each point twice, moved to both sides of the direction to the next one.
const TRAIL = [
  `#version 300 es
  in vec3 position, next; in float side;
  uniform mat4 view; uniform vec2 screen; uniform float width, count;
  out float age;
  void main() {
    vec4 a = view * vec4(position, 1.0), b = view * vec4(next, 1.0);
    vec2 along = (b.xy / b.w - a.xy / a.w) * screen;
    float l = length(along);
    vec2 across = l > 1e-4 ? vec2(-along.y, along.x) / l : vec2(0.0);
    age = 1.0 - float(gl_VertexID / 2) / max(count - 1.0, 1.0);
    gl_Position = a + vec4(across * side * width / screen * a.w, 0.0, 0.0);
  }`,
  `#version 300 es
  precision highp float;
  in float age;
  uniform vec4 colour;
  out vec4 pixel;
  void main() { pixel = vec4(colour.rgb, colour.a * (1.0 - 0.75 * age)); }`,
];

const PLAIN = [["position", 3], ["normal", 3]];
const MARKED = [...PLAIN, ["mark", 2]]; // tone, distance to the next edge

class Painter {
  // plain and marked meshes of the scene besides the usual ones, by name.
  constructor(gl, { plain, marked }) {
    this.gl = gl;
    this.solid = this.program(SOLID);
    this.floor = this.program(FLOOR);
    this.trail = this.program(TRAIL);
    this.meshes = {};
    const keep = (meshes, layout) => {
      for (const [name, rows] of Object.entries(meshes)) this.meshes[name] = this.buffer(this.solid, rows, layout);
    };
    keep({ ball: ballMesh(), tube: tubeMesh(), cone: coneMesh(), box: boxMesh(), ...plain }, PLAIN);
    keep(marked, MARKED);
    this.patch = this.buffer(this.floor, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), [["corner", 2]]);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.clearColor(0.965, 0.97, 0.975, 1);
  }

  program([vertex, fragment]) {
    const gl = this.gl;
    const program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text.trim());
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error("shader: " + gl.getProgramInfoLog(program));
    const at = {};
    for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); i++) {
      const name = gl.getActiveUniform(program, i).name;
      at[name] = gl.getUniformLocation(program, name);
    }
    return { program, at };
  }

  // Rows of numbers on the card; layout: names and sizes of what a row holds.
  buffer({ program }, rows, layout) {
    const gl = this.gl;
    const array = gl.createVertexArray();
    const width = layout.reduce((sum, [, n]) => sum + n, 0);
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, rows, gl.STATIC_DRAW);
    let begin = 0;
    for (const [name, n] of layout) {
      const place = gl.getAttribLocation(program, name);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, n, gl.FLOAT, false, 4 * width, 4 * begin);
      begin += n;
    }
    return { array, count: rows.length / width };
  }

  // The buffer of a surface that changes its form, with its rows of now.
  changing(rows) {
    const gl = this.gl;
    if (!this.changed) {
      const { array } = this.buffer(this.solid, rows, PLAIN);
      this.changed = { array, buffer: gl.getParameter(gl.ARRAY_BUFFER_BINDING) };
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, this.changed.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, rows, gl.STREAM_DRAW);
    return { array: this.changed.array, count: rows.length / 6 };
  }

  // The past of a point, for trails(); points: one position a frame.
  ribbon(points) {
    const rows = [];
    points.forEach((p, i) => {
      const next = i + 1 < points.length ? points[i + 1] : add(p, sub(p, points[i - 1] ?? p));
      rows.push(...p, ...next, -1, ...p, ...next, 1);
    });
    return this.buffer(this.trail, new Float32Array(rows), [["position", 3], ["next", 3], ["side", 1]]);
  }

  begin(view, light, width, height) {
    const gl = this.gl;
    Object.assign(this, { view, light, width, height });
    gl.viewport(0, 0, width, height);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
  }

  solids(list, { flatten = IDENTITY, colour = null, alpha = 1, shade = 1 } = {}) {
    const { gl, solid } = this;
    gl.useProgram(solid.program);
    gl.uniformMatrix4fv(solid.at.view, false, this.view);
    gl.uniformMatrix4fv(solid.at.flatten, false, flatten);
    gl.uniform3fv(solid.at.light, this.light);
    gl.uniform1f(solid.at.shade, shade);
    for (const s of list) {
      gl.uniformMatrix4fv(solid.at.model, false, s.model);
      gl.uniform4f(solid.at.colour, ...(colour ?? s.colour), alpha);
      gl.uniform1i(solid.at.pattern, colour ? 0 : (s.pattern ?? 0));
      gl.uniform3fv(solid.at.size, s.size ?? [1, 1, 1]);
      const { array, count } = this.meshes[s.mesh] ?? this.changing(s.mesh);
      gl.bindVertexArray(array);
      gl.drawArrays(gl.TRIANGLES, 0, count);
    }
  }

  // The stencil lets every pixel be darkened once, however many solids overlap.
  shadow(list, flatten) {
    const gl = this.gl;
    gl.enable(gl.STENCIL_TEST);
    gl.clear(gl.STENCIL_BUFFER_BIT);
    gl.stencilFunc(gl.EQUAL, 0, 255);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR);
    gl.depthMask(false);
    this.solids(list, { flatten, colour: [0.1, 0.12, 0.15], alpha: 0.22, shade: 0 });
    gl.depthMask(true);
    gl.disable(gl.STENCIL_TEST);
  }

  // Arrows, with their hidden parts fainter: most forces begin inside the body that they push.
  arrows(list, hidden = 0.35) {
    const gl = this.gl;
    gl.depthMask(false);
    gl.depthFunc(gl.GREATER);
    this.solids(list, { alpha: hidden, shade: 0 });
    gl.depthMask(true);
    gl.depthFunc(gl.LESS);
    this.solids(list);
  }

  // Solid from its outside, a hint of it from its inside.
  plane(f, outside) {
    const { gl, floor } = this;
    gl.useProgram(floor.program);
    gl.uniformMatrix4fv(floor.at.view, false, this.view);
    for (const name of ["at", "u", "v"]) gl.uniform3fv(floor.at[name], f[name]);
    for (const name of ["radius", "spacing"]) gl.uniform1f(floor.at[name], f[name]);
    gl.uniform2fv(floor.at.offset, f.offset);
    gl.uniform1f(floor.at.strength, outside ? 1 : 0.18);
    gl.depthMask(outside);
    gl.bindVertexArray(this.patch.array);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    gl.depthMask(true);
  }

  path(ribbon, points, colour, width) {
    const { gl, trail } = this;
    gl.useProgram(trail.program);
    gl.uniformMatrix4fv(trail.at.view, false, this.view);
    gl.uniform2f(trail.at.screen, this.width, this.height);
    gl.uniform1f(trail.at.width, width);
    gl.uniform1f(trail.at.count, points);
    gl.uniform4f(trail.at.colour, ...colour, 0.8);
    gl.bindVertexArray(ribbon.array);
    gl.depthMask(false);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 2 * points);
    gl.depthMask(true);
  }
}
