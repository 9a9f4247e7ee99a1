// Vectors [x, y, z], quaternions [w, x, y, z], 4x4 matrices column by column as WebGL wants them, and meshes.

const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const times = (s, a) => [s * a[0], s * a[1], s * a[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const size = (a) => Math.hypot(a[0], a[1], a[2]);
const unit = (a) => times(1 / (size(a) || 1), a);

const times4 = (s, q) => q.map((x) => s * x);

function rotate(q, v) {
  const u = [q[1], q[2], q[3]];
  const t = times(2, cross(u, v));
  return add(add(v, times(q[0], t)), cross(u, t));
}

// The rotation q after the rotation r.
function turning(q, r) {
  const [u, v] = [q.slice(1), r.slice(1)];
  return [q[0] * r[0] - dot(u, v), ...add(add(times(q[0], v), times(r[0], u)), cross(u, v))];
}

// Two unit vectors that make a right-handed frame with the unit vector n.
function perpendicular(n) {
  const u = unit(cross(Math.abs(n[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], n));
  return [u, cross(n, u)];
}

const matrix = (x, y, z, p) => new Float32Array([...x, 0, ...y, 0, ...z, 0, ...p, 1]);
const IDENTITY = matrix([1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]);

// The pose of a body; s scales along its own axes.
function placed(p, q, s) {
  return matrix(times(s[0], rotate(q, [1, 0, 0])), times(s[1], rotate(q, [0, 1, 0])), times(s[2], rotate(q, [0, 0, 1])), p);
}

// The z axis of a mesh from a to b, its radius r.
function between(a, b, r) {
  const along = sub(b, a);
  const [u, v] = perpendicular(unit(along));
  return matrix(times(r, u), times(r, v), along, a);
}

// Everything falls along n onto the plane through `at`, a little above it: a shadow.
function flattening(n, at, above) {
  const column = (i) => [0, 1, 2].map((j) => (i === j) - n[j] * n[i]);
  return matrix(column(0), column(1), column(2), times(dot(n, at) + above, n));
}

function product(a, b) {
  const c = new Float32Array(16);
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < 4; j++) for (let k = 0; k < 4; k++) c[4 * i + j] += a[4 * k + j] * b[4 * i + k];
  return c;
}

function lookingAt(eye, target, up) {
  const z = unit(sub(eye, target));
  const x = unit(cross(up, z));
  const y = cross(z, x);
  const view = matrix([x[0], y[0], z[0]], [x[1], y[1], z[1]], [x[2], y[2], z[2]], [0, 0, 0]);
  view.set([-dot(x, eye), -dot(y, eye), -dot(z, eye)], 12);
  return { view, x, y, z };
}

function perspective(tangent, aspect, near, far) {
  const p = new Float32Array(16);
  p[0] = 1 / (tangent * aspect);
  p[5] = 1 / tangent;
  p[10] = (near + far) / (near - far);
  p[11] = -1;
  p[14] = (2 * near * far) / (near - far);
  return p;
}

// --- meshes: triangles as rows of position and normal -------------------------------------------------------------------
// A surface of revolution about z from its profile: rows of radius, height, radial and axial part of the normal.
function turned(profile, around = 32) {
  const rows = [];
  const row = ([r, z, nr, nz], i) => {
    const c = Math.cos((2 * Math.PI * i) / around);
    const s = Math.sin((2 * Math.PI * i) / around);
    return [r * c, r * s, z, nr * c, nr * s, nz];
  };
  for (let k = 0; k + 1 < profile.length; k++)
    for (let i = 0; i < around; i++) {
      const [a, b] = [profile[k], profile[k + 1]];
      rows.push(row(a, i), row(a, i + 1), row(b, i), row(b, i), row(a, i + 1), row(b, i + 1));
    }
  return new Float32Array(rows.flat());
}

function ballMesh() {
  const angles = Array.from({ length: 25 }, (_, k) => -Math.PI / 2 + (Math.PI * k) / 24);
  return turned(angles.map((a) => [Math.cos(a), Math.sin(a), Math.cos(a), Math.sin(a)]), 48);
}

const tubeMesh = () => turned([[1, 0, 1, 0], [1, 1, 1, 0]]);
const coneMesh = () => turned([[0, 0, 0, -1], [1, 0, 0, -1], [1, 0, 0.9, 0.4], [0, 1, 0.9, 0.4]]);

function boxMesh() {
  const rows = [];
  for (const [x, y, z] of [[0, 1, 2], [1, 2, 0], [2, 0, 1]])
    for (const side of [-1, 1]) {
      const corner = (a, b) => {
        const p = [0, 0, 0];
        const n = [0, 0, 0];
        [p[x], p[y], p[z], n[z]] = [a / 2, b / 2, side / 2, side];
        return [...p, ...n];
      };
      rows.push(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, -1), corner(1, 1), corner(-1, 1));
    }
  return new Float32Array(rows.flat());
}

// A body that is symmetric in its three axes, from its octant: rows of position and normal on three square patches.
function mirroredMesh(octant) {
  const side = Math.sqrt(octant.length / 18);
  const signs = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? -1 : 1, k & 2 ? -1 : 1, k & 4 ? -1 : 1]);
  const rows = [];
  for (const sign of signs)
    for (let patch = 0; patch < 3; patch++) {
      const row = (i, j) => {
        const begin = 6 * ((patch * side + i) * side + j);
        return Array.from(octant.subarray(begin, begin + 6), (x, k) => sign[k % 3] * x);
      };
      for (let i = 0; i + 1 < side; i++)
        for (let j = 0; j + 1 < side; j++) {
          const [a, b, c, d] = [row(i, j), row(i + 1, j), row(i, j + 1), row(i + 1, j + 1)];
          rows.push(a, b, c, c, b, d);
        }
    }
  return new Float32Array(rows.flat());
}
