// Surfaces of shapes: meshes that came with the data, how far they reach, and what the painter gets of each kind.

const TERRAIN = [0.86, 0.87, 0.88];
const onGround = (s) => s.kind === "plane" || s.kind === "terrain"; // the picture is not made for all of it

class Surfaces {
  constructor(data) {
    this.plain = {}; // rows of position and normal
    this.marked = {}; // the same with tone and distance to the next edge
    this.balls = {}; // around the meshes: middle, radius, and how far a ball around the origin of the mesh is inside it
    data.octants.forEach((text, i) => this.keep("plain", `octant ${i}`, mirroredMesh(numbers(text, Float32Array))));
    data.facets.forEach((text, i) => this.keep("marked", `facets ${i}`, facetMesh(numbers(text, Float32Array))));
    data.terrains.forEach((t, i) =>
      this.keep("plain", `terrain ${i}`, gridMesh(t.x, t.y, numbers(t.heights, Float32Array))));
  }

  keep(kind, name, rows) {
    this[kind][name] = rows;
    const width = kind === "plain" ? 6 : 8;
    const [low, high, inside] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity], [Infinity]];
    for (let k = 0; k < rows.length; k += width) {
      for (let i = 0; i < 3; i++) {
        low[i] = Math.min(low[i], rows[k + i]);
        high[i] = Math.max(high[i], rows[k + i]);
      }
      inside[0] = Math.min(inside[0], Math.abs(dot(rows.subarray(k, k + 3), rows.subarray(k + 3, k + 6))));
    }
    const middle = times(0.5, add(low, high));
    let radius = 0;
    for (let k = 0; k < rows.length; k += width) radius = Math.max(radius, size(sub(rows.subarray(k, k + 3), middle)));
    this.balls[name] = { low, high, middle, radius, inside: inside[0] };
  }

  // Corners of the box around a solid with edges, in its body; null of a round one.
  corners(s) {
    if (s.kind !== "box" && (s.mesh === undefined || s.kind === "superellipsoid")) return null;
    const { low, high } = s.size ? { low: times(-0.5, s.size), high: times(0.5, s.size) } : this.balls[this.name(s)];
    const signs = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [0, 1, 2].map((i) => (k & (1 << i) ? low : high)[i]));
    return signs.map((corner) => add(s.at, rotate(s.orientation ?? [1, 0, 0, 0], corner)));
  }

  name(s) {
    return `${s.kind === "superellipsoid" ? "octant" : s.kind === "terrain" ? "terrain" : "facets"} ${s.mesh}`;
  }

  // The ball around a solid: its middle in the body, and its radius; of a rod that of its first end.
  ball(s) {
    if (s.mesh !== undefined) {
      const { middle, radius } = this.balls[this.name(s)];
      return [add(s.at, rotate(s.orientation ?? [1, 0, 0, 0], middle)), radius];
    }
    return [s.at, s.kind === "box" ? 0.5 * size(s.size) : s.semi_axes ? Math.max(...s.semi_axes) : s.radius];
  }

  // How far the inside of a solid reaches around its place at least.
  inside(s) {
    if (s.mesh !== undefined) return this.balls[this.name(s)].inside;
    return s.size ? 0.5 * Math.min(...s.size) : s.semi_axes ? Math.min(...s.semi_axes) : s.radius;
  }

  // Solids of a shape at c, its body turned by q; `end` of a rod, `pixel` the size of a pixel there.
  solids(s, c, q, end, colour, pixel) {
    const turned = s.orientation ? turning(q, s.orientation) : q;
    const one = (mesh, scale, pattern) => [{ mesh, model: placed(c, turned, scale), colour, pattern }];
    if (s.kind === "box") return [{ ...one("box", s.size, 2)[0], size: s.size }];
    if (s.kind === "ellipsoid") return one("ball", s.semi_axes, 1); // a ball with three radii
    if (s.kind === "superellipsoid") return one(this.name(s), [1, 1, 1], 1);
    if (s.kind === "ball") return one("ball", Array(3).fill(Math.max(s.radius, 3 * pixel)), 1);
    if (s.kind === "rod") return this.rod(s, q, c, end, Math.max(s.radius, 1.5 * pixel), colour);
    return one(this.name(s), [1, 1, 1], 4);
  }

  // The two tones go around the axis and turn with the body.
  rod(s, q, a, b, r, colour) {
    const axis = unit(sub(s.end, s.at));
    const [u, v, w] = [...perpendicular(axis), axis].map((e) => times(r, rotate(q, e)));
    const tube = { mesh: "tube", model: matrix(u, v, sub(b, a), a), colour, pattern: 3 };
    return [tube, ...[a, b].map((end) => ({ mesh: "ball", model: matrix(u, v, w, end), colour, pattern: 3 }))];
  }

  // Terrain has the colour of floors, and lines at its own spacing or, where that is fine, at a round multiple of it.
  terrain(s, c, q, radius) {
    const round = [1, 2, 5].flatMap((n) => [1, 10, 100, 1000].map((power) => n * power)).sort((a, b) => a - b);
    const spacing = s.spacing * (round.find((n) => n * s.spacing > radius / 14) ?? 1);
    const turned = s.orientation ? turning(q, s.orientation) : q;
    return { mesh: this.name(s), model: placed(c, turned, [1, 1, 1]), colour: TERRAIN, pattern: 5, size: [spacing, spacing, 1] };
  }
}

// Triangles around the middle of each facet, as rows of position, normal, tone and distance to the edge that is its side.
function facetMesh(facets) {
  const rows = [];
  for (let k = 0; k < facets.length; k += 26) {
    const corners = [0, 1, 2, 3].map((i) => Array.from(facets.subarray(k + 6 * i, k + 6 * i + 6)));
    const [tone, edges] = facets.subarray(k + 24, k + 26);
    const middle = corners[0].map((_, i) => corners.reduce((sum, c) => sum + c[i] / 4, 0));
    corners.forEach((a, i) => {
      const b = corners[(i + 1) % 4];
      const along = sub(b, a);
      if (size(along) === 0) return;
      const height = size(cross(unit(along), sub(middle, a)));
      const edge = edges & (1 << i) ? [0, 0, height] : [1, 1, 1];
      [a, b, middle].forEach((corner, j) => rows.push(...corner, tone, edge[j]));
    });
  }
  return new Float32Array(rows);
}

// Heights over a grid as triangles, with normals from the slopes between neighbours.
function gridMesh(x, y, heights) {
  const [n, m] = [x.length, y.length];
  const rows = new Float32Array(36 * (n - 1) * (m - 1));
  const node = (i, j) => {
    const [a, b] = [Math.max(i - 1, 0), Math.min(i + 1, n - 1)];
    const [c, d] = [Math.max(j - 1, 0), Math.min(j + 1, m - 1)];
    const along = (heights[b * m + j] - heights[a * m + j]) / (x[b] - x[a]);
    const across = (heights[i * m + d] - heights[i * m + c]) / (y[d] - y[c]);
    return [x[i], y[j], heights[i * m + j], ...unit([-along, -across, 1])];
  };
  let k = 0;
  for (let i = 0; i + 1 < n; i++)
    for (let j = 0; j + 1 < m; j++) {
      const [a, b, c, d] = [node(i, j), node(i + 1, j), node(i, j + 1), node(i + 1, j + 1)];
      for (const row of [a, b, c, c, b, d]) rows.set(row, 6 * k++);
    }
  return rows;
}
