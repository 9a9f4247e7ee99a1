// The stage: where everything is at a time. It turns the data of the page into solids, floors and arrows for the painter.

const GREY = [0.62, 0.64, 0.66];
const DARK = [0.25, 0.27, 0.3];
const FORCE = [0.8, 0.15, 0.1];
const TAUT = [0.78, 0.1, 0.12];
const MOTOR = [0.3, 0.32, 0.36];
const AXES = [[0.835, 0.369, 0], [0, 0.62, 0.451], [0, 0.447, 0.698]]; // x, y, z
const CONTACT_AXES = [[0.95, 0.75, 0.1], [0.95, 0.75, 0.1], [0.1, 0.1, 0.12]]; // two tangents, normal
const UNITS = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const ROW = 12; // numbers of a contact that touches
const FEW = 60; // bodies of which every corner is kept in the picture
const COILS = 7; // of a spring
const DECADES = 5; // a force so many powers of ten below the largest has an arrow of no length

const colourOf = (text) => [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16) / 255);

function numbers(text, Kind) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new Kind(bytes.buffer);
}

class Stage {
  constructor(data) {
    this.data = data;
    this.poses = numbers(data.poses, Float32Array);
    this.eta = numbers(data.eta, Float32Array);
    this.magnify = data.magnify; // deflection in the picture over the true one
    this.touching = numbers(data.touching, Float32Array);
    this.first = numbers(data.first, Uint32Array);
    this.cableModes = numbers(data.cable_modes, Uint8Array);
    this.surfaces = new Surfaces(data);
    const colours = data.colours.map(colourOf);
    const colour = (b) => (b.moving < 0 ? GREY : colours[b.moving % colours.length]);
    this.bodies = data.bodies.map((b) => ({ ...b, colour: colour(b), beam: b.beam && new Beam(b.beam) }));
    this.up = size(data.gravity) > 0 ? unit(times(-1, data.gravity)) : [0, 0, 1];
    this.strongest = 0; // force of a contact
    this.most = 0; // contacts at a time
    for (let k = 0; k < data.frames; k++) this.most = Math.max(this.most, this.first[k + 1] - this.first[k]);
    for (let i = 0; i < this.touching.length; i += ROW)
      this.strongest = Math.max(this.strongest, size(this.touching.subarray(i + 4, i + 7)));
    this.follow = data.follow;
    this.bound();
  }

  // The picture goes with what moves, or stays: sizes, floors and what must be seen follow from that.
  bound() {
    this.measure();
    this.floors = this.bodies.flatMap((b) => b.shapes.filter((s) => s.kind === "plane").map((s) => this.patch(b, s)));
  }

  // A row of numbers between two frames: impacts apart, they are smooth.
  mixed(rows, frame, width, begin, count) {
    const i = Math.min(Math.floor(frame), this.data.frames - 1);
    const j = Math.min(i + 1, this.data.frames - 1);
    const row = (k) => rows.subarray(k * width + begin, k * width + begin + count);
    return Array.from(row(i), (x, k) => x + (frame - i) * (row(j)[k] - x));
  }

  // Position and quaternion of a body at a frame, which need not be whole; of a flexible one without its deformation.
  pose(body, frame) {
    const true_ = this.truePose(body, frame);
    const moved = this.magnify === 1 ? null : this.moved(body, frame);
    return moved ? after(moved, true_) : true_;
  }

  // Where a picture with magnified deflection has moved a body that sits on a flexible one, or on what sits there.
  moved(body, frame) {
    const parent = this.bodies[body.parent];
    if (!parent?.beam) return parent ? this.moved(parent, frame) : null;
    const [pose, eta] = [this.truePose(parent, frame), this.modal(parent.beam, frame, 1)];
    const before = after(pose, parent.beam.frame(body.mounted, eta));
    return after(this.seen(parent, frame, body.mounted), inverse(before));
  }

  // Modal coordinates at a frame.
  modal(beam, frame, magnify) {
    return times4(magnify, this.mixed(this.eta, frame, this.data.modes, beam.first, beam.modes));
  }

  // The frame of a body; of a flexible one as the section of a point of it has it.
  seen(body, frame, point) {
    const pose = this.pose(body, frame);
    return body.beam ? after(pose, body.beam.frame(point, this.modal(body.beam, frame, this.magnify))) : pose;
  }

  truePose(body, frame) {
    if (body.moving < 0) return { p: body.pose.slice(0, 3), q: body.pose.slice(3) };
    const mixed = this.mixed(this.poses, frame, 7 * this.data.moving.length, 7 * body.moving, 7);
    const norm = Math.hypot(...mixed.slice(3)) || 1;
    return { p: mixed.slice(0, 3), q: mixed.slice(3).map((x) => x / norm) };
  }

  place(body, frame, point) {
    const { p, q } = this.seen(body, frame, point);
    return add(p, rotate(q, point));
  }

  // The point of a body that its trail follows; of a beam its end.
  centre(body) {
    if (body.beam) return body.beam.axis(body.beam.x.at(-1));
    return size(body.com) > 0 || !body.shapes.length ? body.com : (body.shapes[0].at ?? body.com);
  }

  // The level way of the bodies that move, in the mean, since the first frame: that of the picture if it goes with them.
  way(frame) {
    const moving = this.bodies.filter((body) => body.moving >= 0);
    if (!this.follow || !moving.length) return [0, 0, 0];
    const mean = (k) => times(1 / moving.length, moving.map((body) => this.truePose(body, k).p).reduce(add));
    const gone = sub(mean(frame), mean(0));
    return sub(gone, times(dot(gone, this.up), this.up));
  }

  // Points that must be in the picture, with radii, over the whole run; the ball around them.
  measure() {
    this.points = [];
    const step = Math.max(1, Math.floor(this.data.frames / 80));
    for (const body of this.bodies)
      for (let k = 0; k < (body.moving < 0 ? 1 : this.data.frames); k += step) {
        const solid = body.shapes.filter((s) => !onGround(s));
        const way = this.way(k);
        const see = (point, radius) => this.points.push([sub(this.place(body, k, point), way), radius]);
        for (const s of solid) {
          const corners = (body.moving < 0 || this.bodies.length <= FEW) && this.surfaces.corners(s);
          if (corners) for (const corner of corners) see(corner, 0);
          else see(...this.surfaces.ball(s));
          if (s.end) see(s.end, s.radius);
        }
        if (body.beam) for (const x of body.beam.x) see(body.beam.axis(x), Math.max(...body.beam.half));
        else if (!body.shapes.length) see(body.com, 0);
        if (body.hinge) see([0, 0, 0], 0);
      }
    for (const { a, at_a, b, at_b } of this.data.springs)
      for (const [i, at] of [[a, at_a], [b, at_b]])
        for (let k = 0; k < (i < 0 ? 1 : this.data.frames); k += step)
          this.points.push([i < 0 ? at : sub(this.place(this.bodies[i], k, at), this.way(k)), 0]);
    for (const [i, ...at] of this.data.cables.flatMap((cable) => cable.points))
      for (let k = 0; k < (i < 0 ? 1 : this.data.frames); k += step)
        this.points.push([i < 0 ? at : sub(this.place(this.bodies[i], k, at), this.way(k)), 0]);
    if (!this.points.length) for (const { body, s } of this.terrains()) {
      const [at, radius] = this.surfaces.ball(s);
      this.points.push([this.place(body, 0, at), radius]);
    }
    if (!this.points.length) this.points.push([[0, 0, 0], 1]);
    const range = (pick, sign) =>
      [0, 1, 2].map((i) => this.points.map(([p, r]) => p[i] + sign * r).reduce((a, b) => pick(a, b)));
    const [low, high] = [range(Math.min, -1), range(Math.max, 1)];
    this.extent = sub(high, low);
    this.middle = times(0.5, add(low, high));
    this.radius = 0.5 * size(this.extent) || 1;
    for (let k = 0; k < this.data.frames; k += step)
      for (const { point, force } of this.contactsAt(k)) {
        const arrow = this.arrow(force);
        if (size(arrow) > 0) this.points.push([sub(add(point, arrow), this.way(k)), 0]);
      }
  }

  terrains() {
    return this.bodies.flatMap((body) => body.shapes.filter((s) => s.kind === "terrain").map((s) => ({ body, s })));
  }

  terrainsAt(frame) {
    return this.terrains().map(({ body, s }) => {
      const { p, q } = this.pose(body, frame);
      return this.surfaces.terrain(s, add(p, rotate(q, s.at)), q, this.radius);
    });
  }

  // A round patch of a half-space under the middle of the scene, in the frame of its body.
  patch(body, shape) {
    const { p, q } = this.pose(body, 0);
    const [u, v] = perpendicular(shape.normal);
    const here = rotate([q[0], -q[1], -q[2], -q[3]], sub(this.middle, p)); // the middle, in the body
    const offset = [dot(sub(here, shape.at), u), dot(sub(here, shape.at), v)];
    const at = add(shape.at, add(times(offset[0], u), times(offset[1], v)));
    const radius = 1.6 * this.radius;
    const power = 10 ** Math.floor(Math.log10(radius / 4));
    const spacing = power * [5, 2, 1].find((s) => s * power <= radius / 4);
    return { body, at, normal: shape.normal, u, v, radius, spacing, offset };
  }

  // Patches where they are seen: they go with the picture, their fields stay where they are.
  floorsAt(frame) {
    const way = this.way(frame);
    return this.floors.map((f) => {
      const { p, q } = this.pose(f.body, frame);
      const [normal, u, v] = [f.normal, f.u, f.v].map((e) => rotate(q, e));
      const [a, b] = [dot(way, u), dot(way, v)];
      const at = add(add(p, rotate(q, f.at)), add(times(a, u), times(b, v)));
      return { ...f, at, normal, u, v, offset: [f.offset[0] + a, f.offset[1] + b] };
    });
  }

  // All solids of the bodies; `pixel(p)` is the size of a pixel there, so that nothing becomes too small to see.
  solidsAt(frame, pixel) {
    const list = [];
    const ball = (p, q, r, colour) => list.push({ mesh: "ball", model: placed(p, q, [r, r, r]), colour });
    const rod = (a, b, r, colour) => {
      if (size(sub(b, a)) > 1e-9 * this.radius) list.push({ mesh: "tube", model: between(a, b, r), colour });
    };
    const stick = (a, b, colour) => rod(a, b, Math.max(0.006 * this.radius, 1.2 * pixel(a)), colour);
    for (const body of this.bodies) {
      const { p, q } = this.pose(body, frame);
      const at = (point) => this.place(body, frame, point);
      const dot3 = (point, colour) => ball(point, q, Math.max(0.014 * this.radius, 3.5 * pixel(point)), colour);
      for (const s of body.shapes) {
        if (onGround(s)) continue;
        const c = at(s.at);
        // an arm from the origin of the body to a surface that is elsewhere
        if (body.moving >= 0 && !body.beam && size(s.at) > this.surfaces.inside(s)) stick(p, c, body.colour);
        if (s.kind === "ball" && s.radius === 0) dot3(c, body.colour);
        else {
          const turned = body.beam ? this.seen(body, frame, s.at).q : q;
          list.push(...this.surfaces.solids(s, c, turned, s.end && at(s.end), body.colour, pixel(c)));
        }
      }
      if (body.beam) {
        const surface = body.beam.surface(this.modal(body.beam, frame, this.magnify), 0.8 * pixel(p));
        surface.forEach((mesh, tone) => {
          const colour = tone ? body.colour : times(0.7, body.colour);
          if (mesh.length) list.push({ mesh, model: placed(p, q, [1, 1, 1]), colour });
        });
      } else if (!body.shapes.length) {
        stick(p, at(body.com), body.colour);
        dot3(at(body.com), body.colour);
      }
      const parent = this.bodies[body.parent];
      const from = parent?.beam ? parent.beam.axisBeside(body.mounted) : [0, 0, 0];
      if (parent) stick(this.place(parent, frame, from), p, parent.colour);
      if (body.hinge) ball(p, q, Math.max(0.01 * this.radius, 2.5 * pixel(p)), DARK);
    }
    for (const s of this.data.springs) {
      const [a, b] = [[s.a, s.at_a], [s.b, s.at_b]].map(([i, at]) => (i < 0 ? at : this.place(this.bodies[i], frame, at)));
      const points = s.kind === "spring" ? this.helix(a, b) : [a, b];
      const r = Math.max(0.004 * this.radius, 0.8 * pixel(a));
      points.slice(1).forEach((p, i) => rod(points[i], p, r, DARK));
      for (const end of [a, b]) ball(end, [1, 0, 0, 0], Math.max(0.009 * this.radius, 2.2 * pixel(end)), DARK);
    }
    this.data.cables.forEach((cable, i) => this.cable(cable, i, frame, pixel, rod, ball));
    for (const { body, axis } of this.data.motors) {
      const { p, q } = this.pose(this.bodies[body], frame);
      const [r, along] = [Math.max(0.035 * this.radius, 4 * pixel(p)), unit(rotate(q, axis))];
      const ends = [-1.6 * r, 1.6 * r].map((h) => add(p, times(h, along)));
      const lid = perpendicular(along).map((e) => times(r, e));
      rod(ends[0], ends[1], r, MOTOR);
      for (const end of ends) list.push({ mesh: "ball", model: matrix(...lid, times(0.15 * r, along), end), colour: MOTOR });
    }
    return list;
  }

  // A cable: red while taut, else thin and grey.
  cable({ points }, i, frame, pixel, rod, ball) {
    const row = Math.min(Math.floor(frame), this.data.frames - 1) * this.data.cables.length;
    const [colour, width, least] = this.cableModes[row + i] === 1 ? [TAUT, 0.006, 1.3] : [GREY, 0.0025, 0.7];
    const places = points.map(([b, ...at]) => (b < 0 ? at : this.place(this.bodies[b], frame, at)));
    const r = Math.max(width * this.radius, least * pixel(places[0]));
    places.slice(1).forEach((p, k) => rod(places[k], p, r, colour));
    for (const p of places.slice(1, -1)) ball(p, [1, 0, 0, 0], r, colour); // rounds the corners
    for (const end of [places[0], places.at(-1)]) ball(end, [1, 0, 0, 0], 1.6 * r, DARK);
  }

  // Frames of the bodies that move.
  bodyFramesAt(frame, pixel) {
    return this.bodies.filter((body) => body.moving >= 0).flatMap((body) => {
      const { p, q } = this.pose(body, frame);
      const r = Math.max(0.006 * this.radius, 1.2 * pixel(p));
      const end = (e) => add(p, rotate(q, times(0.14 * this.radius, e)));
      return UNITS.map((e, i) => ({ mesh: "tube", model: between(p, end(e), r), colour: AXES[i] }));
    });
  }

  // A spring from a to b: a helix with straight ends, as many coils at any length.
  helix(a, b) {
    const along = sub(b, a);
    const [u, v] = perpendicular(unit(along)).map((e) => times(Math.min(0.03 * this.radius, 0.3 * size(along)), e));
    const point = (part) => {
      const angle = 2 * Math.PI * COILS * part;
      return add(add(a, times(0.15 + 0.7 * part, along)), add(times(Math.cos(angle), u), times(Math.sin(angle), v)));
    };
    const coils = Array.from({ length: 12 * COILS + 1 }, (_, k) => point(k / (12 * COILS)));
    return [a, add(a, times(0.15, along)), ...coils, add(a, times(0.85, along)), b];
  }

  // Contacts that touch at a whole frame, by falling force.
  contactsAt(frame) {
    const rows = [];
    for (let i = this.first[frame]; i < this.first[frame + 1]; i++) {
      const row = this.touching.subarray(ROW * i, ROW * i + ROW);
      const [point, force] = [[...row.slice(1, 4)], [...row.slice(4, 7)]];
      rows.push({ ...this.data.contacts[row[0]], point, force, normal: row[7], turned: [...row.slice(8)] });
    }
    return rows.sort((a, b) => b.normal - a.normal);
  }

  // Arrows of contact forces. Lengths are logarithmic: an impact can be a thousand times the weight of the body.
  arrowsAt(frame, pixel) {
    const list = [];
    for (const { point, force } of this.contactsAt(frame)) {
      const arrow = this.arrow(force);
      const r = Math.max(0.007 * this.radius, 1.3 * pixel(point));
      if (size(arrow) > 0) list.push(...this.drawn(point, arrow, r, FORCE));
    }
    return list;
  }

  // Frames of contacts, all of one size: the normal towards the body named first, two tangents that turn with the bodies.
  contactFramesAt(frame, pixel) {
    const list = [];
    for (const { point, turned } of this.contactsAt(frame)) {
      if (!turned.some((x) => x !== 0)) continue; // the stop of a joint
      const r = Math.max(0.005 * this.radius, pixel(point));
      const long = Math.max(0.2 * this.radius, 16 * r);
      UNITS.forEach((e, i) => list.push(...this.drawn(point, rotate(turned, times(long, e)), r, CONTACT_AXES[i])));
    }
    return list;
  }

  // An arrow of radius r from a point.
  drawn(point, arrow, r, colour) {
    const neck = add(point, times(Math.max(1 - (5 * r) / size(arrow), 0.3), arrow));
    return [
      { mesh: "tube", model: between(point, neck, r), colour },
      { mesh: "cone", model: between(neck, add(point, arrow), 2.6 * r), colour },
    ];
  }

  // Stops of joints have no point and no direction: no arrow.
  arrow(force) {
    const much = size(force);
    const share = much > 0 ? 1 + Math.log10(much / this.strongest) / DECADES : 0;
    return share < 0.05 ? [0, 0, 0] : times((0.4 * this.radius * share) / much, force);
  }
}
