// Beams that bend. A row of the table holds, for every mode, displacement and turn of the section at one place, then the
// foreshortening of every pair of modes. Between two places rows are mixed.

// The pose b in the frame of the pose a, and the way back.
const after = (a, b) => ({ p: add(a.p, rotate(a.q, b.p)), q: turning(a.q, b.q) });
const inverse = ({ p, q }) => {
  const back = [q[0], -q[1], -q[2], -q[3]];
  return { p: times(-1, rotate(back, p)), q: back };
};

class Beam {
  constructor(data) {
    Object.assign(this, data);
    this.rows = numbers(data.table, Float32Array);
    this.width = this.modes * (6 + this.modes);
    this.home = { p: data.at, q: data.orientation }; // of the beam in its body
    this.away = inverse(this.home);
  }

  // Middle and rotation of the section at x for modal coordinates eta, in the axes of the beam.
  section(x, eta) {
    let k = 0;
    while (k + 2 < this.x.length && this.x[k + 1] < x) k++;
    const on = Math.min(Math.max(x, this.x[0]), this.x.at(-1));
    const part = (on - this.x[k]) / (this.x[k + 1] - this.x[k]);
    const [a, b] = [k * this.width, (k + 1) * this.width];
    const at = (i) => this.rows[a + i] + part * (this.rows[b + i] - this.rows[a + i]);
    const m = this.modes;
    const [p, c] = [[on, 0, 0], [0, 0, 0]];
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < 3; j++) {
        p[j] += at(6 * i + j) * eta[i];
        c[j] += 0.5 * at(6 * i + 3 + j) * eta[i];
      }
      for (let j = 0; j < m; j++) p[0] += 0.5 * at(6 * m + i * m + j) * eta[i] * eta[j];
    }
    return { p, q: times4(1 / Math.hypot(1, ...c), [1, ...c]), on };
  }

  // The frame of the body as the section of a point of it has it, in the undeformed body.
  frame(point, eta) {
    const { p, q, on } = this.section(this.inBeam(point)[0], eta);
    const section = after(this.home, { p, q });
    return after(section, inverse(after(this.home, { p: [on, 0, 0], q: [1, 0, 0, 0] })));
  }

  inBeam(point) {
    return after(this.away, { p: point, q: [1, 0, 0, 0] }).p;
  }

  // A point of the axis in the undeformed body: at x, or that to whose section a point belongs.
  axis(x) {
    const on = Math.min(Math.max(x, this.x[0]), this.x.at(-1));
    return after(this.home, { p: [on, 0, 0], q: [1, 0, 0, 0] }).p;
  }

  axisBeside(point) {
    return this.axis(this.inBeam(point)[0]);
  }

  // Triangles of the surface in the two tones: rows of position and normal in the undeformed body. `thin` is the least
  // half width, so that a wire does not vanish.
  surface(eta, thin) {
    const rings = this.x.map((x) => after(this.home, this.section(x, eta)));
    const wide = [0, 1].map((k) => Math.max(1, thin / (this.half[k] || 1e-9)));
    const tones = [[], []];
    const point = (ring, [y, z], s) => add(ring.p, rotate(ring.q, [0, s * wide[0] * y, s * wide[1] * z]));
    const normal = (ring, [, , y, z], outward) => rotate(ring.q, [0, outward * y, outward * z]);
    const corner = (ring, row, s, outward) => [...point(ring, row, s), ...normal(ring, row, outward)];
    const quad = (rows, a, b, c, d) => rows.push(...a, ...b, ...c, ...c, ...b, ...d);
    const walls = this.hole > 0 ? [[1, 1], [this.hole, -1]] : [[1, 1]];
    this.outline.forEach(([from, to], n) => {
      for (const [s, outward] of walls)
        for (let k = 0; k + 1 < rings.length; k++) {
          const [a, b, c, d] = [rings[k], rings[k + 1]].flatMap((r) => [from, to].map((row) => corner(r, row, s, outward)));
          quad(tones[this.tones[n]], a, b, c, d);
        }
      for (const [ring, side] of [[rings[0], -1], [rings.at(-1), 1]]) {
        const along = rotate(ring.q, [side, 0, 0]);
        quad(tones[1], ...[1, this.hole].flatMap((s) => [from, to].map((row) => [...point(ring, row, s), ...along])));
      }
    });
    return tones.map((rows) => new Float32Array(rows));
  }
}
