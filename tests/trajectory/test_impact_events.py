"""Impact events: what belongs together, impulses and works against closed forms and the ledger, energy that never grows."""

import math

import numpy as np
import pytest

import supple as sp
from supple.cli.output import print_summary, summary
from supple.show.report import write_report
from supple.trajectory.contact_work import contact_work
from supple.trajectory.impact_events import GAP, groups
from supple.trajectory.impacts import Impact

pytestmark = pytest.mark.jit  # too slow for plain Python; kernels are tried there by shorter tests

TIGHT = 1e-11


def hit(law, *, gravity=0.0, mass=1.0, speed=1.0, end=0.03, rtol=TIGHT, **options):
    """A mass that hits the ground."""
    scene = sp.Scene(gravity=(0, 0, -gravity), name="hit")
    scene.ground(material="floor")
    joint = sp.Prismatic(displacement=1e-3, speed=-speed)
    scene.body("mass", mass=mass, joint=joint, surfaces=[sp.Point(material="tip")])
    scene.contact("tip", "floor", normal=law)
    return done(scene, end, rtol=rtol, **options)


def done(scene, end, **options):
    run = sp.simulate(scene, end, **options)
    assert run.success, run.message
    return run


def lost(run, *names):
    return sum(float(run.ledger.lost[name][-1]) for name in names)


def check_ledger(run, rel=1e-7):
    """What did not come back of all works, by the ledger of a run without friction in which nothing touched at first."""
    gone = sum(event.work_compression - event.work_restitution for event in run.impact_events())
    kept = lost(run, "contact damping", "released") + float(run.ledger.stored["contact springs"][-1])
    assert gone == pytest.approx(kept, abs=rel * run.ledger.turnover), run.scene.name


# --- closed forms -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("method", ["ode45", "dop853", "rodas5p"])
def test_hertz_gives_everything_back(method):
    (event,) = hit(sp.Hertz(k=1e6), mass=2.0, rtol=1e-10, method=method).impact_events()
    assert event.number == 1 and event.contact == "mass/ground"
    for e in (event.e_kinematic, event.e_kinetic, event.e_energetic):
        assert e == pytest.approx(1.0, abs=1e-8)
    assert event.impulse_compression == pytest.approx(2.0, rel=1e-9)
    assert event.work_compression == pytest.approx(1.0, rel=1e-9)


@pytest.mark.parametrize(
    "law",
    [
        sp.HuntCrossley(k=1e6, lam=4e5),
        sp.HuntCrossley(k=1e5, lam=4e4, n=1.0),
        sp.HuntCrossley(k=3e7, lam=1e7, n=2.2),
        sp.KelvinVoigt(k=1e5, b=100.0),
        sp.AzadFeatherstone(k=1e6, lam=1e3),
    ],
)
def test_the_three_agree_for_one_touch_without_other_forces(law):
    """m fixed: impulses are m v and m v e, works m v^2/2 and m v^2 e^2/2."""
    run = hit(law)
    (event,), (impact,) = run.impact_events(), run.impacts
    assert 0.1 < impact.restitution < 0.95 and event.e_kinematic == impact.restitution
    assert event.e_kinetic == pytest.approx(impact.restitution, abs=1e-8)
    assert event.e_energetic == pytest.approx(impact.restitution, abs=1e-8)
    assert event.impulse_compression == pytest.approx(1.0, rel=1e-8)
    assert event.work_compression == pytest.approx(0.5, rel=1e-8)
    damped = lost(run, "contact damping", "released")
    assert event.work_compression - event.work_restitution == pytest.approx(damped, abs=1e-9)
    assert event.time_in_contact == event.duration == impact.duration
    assert (event.start, event.end, event.speed, event.rebound) == (
        impact.start,
        impact.end,
        impact.speed,
        impact.rebound,
    )
    assert (event.peak_force, event.max_indentation) == (impact.peak_force, impact.max_indentation)


def test_with_gravity_they_differ_a_little():
    """Gravity adds its impulse to both phases and its work, m g depth, to that of compression."""
    run = hit(sp.HuntCrossley(k=1e4, lam=3e3), gravity=9.81, end=0.15)
    event, impact = run.impact_events(within=1e-6)[0], run.impacts[0]
    both = event.impulse_compression + event.impulse_restitution
    assert both == pytest.approx(impact.speed + impact.rebound + 9.81 * impact.duration, rel=1e-8)
    work = 0.5 * impact.speed**2 + 9.81 * impact.max_indentation
    assert event.work_compression == pytest.approx(work, rel=1e-6)  # the depth is that of a parabola
    assert event.e_kinetic - event.e_kinematic > 0.01
    share = event.work_restitution / event.work_compression
    assert share == pytest.approx((0.5 * impact.rebound**2 + 9.81 * impact.max_indentation) / work, rel=1e-6)


def test_the_stop_of_a_joint():
    """Angles and moments: the work is I omega^2/2."""
    stop = sp.HuntCrossley(k=1e3, lam=200.0, n=1.0)
    scene = sp.Scene(gravity=(0, 0, 0), name="stop")
    joint = sp.Revolute(axis=(0, 1, 0), angle=0.02, rate=-2.0, limits=(0.0, 1.0), limit_law=stop)
    scene.body("rod", mass=1.0, joint=joint, inertia=sp.rod_inertia(1.0, 0.5), com=(0, 0, -0.25))
    (event,) = done(scene, 0.2, rtol=TIGHT).impact_events()
    inertia = 1.0 * 0.5**2 / 3.0
    assert event.work_compression == pytest.approx(0.5 * inertia * 4.0, rel=1e-8)
    assert event.impulse_compression == pytest.approx(2.0 * inertia, rel=1e-8)
    assert event.e_kinetic == pytest.approx(event.e_kinematic, abs=1e-8)
    assert event.e_energetic == pytest.approx(event.e_kinematic, abs=1e-8)


def rod(angle, law, friction):
    """A rod falls on its end at an angle, without gravity."""
    scene = sp.Scene(gravity=(0, 0, 0), name="rod")
    scene.ground(material="floor")
    length, half = 0.4, 0.5 * angle
    height = 0.5 * length * math.sin(angle) + 1e-3
    attitude = (math.cos(half), 0.0, math.sin(half), 0.0)  # about y: the end at +x goes down
    joint = sp.Free(position=(0, 0, height), velocity=(0.3, 0, -1.0), attitude=attitude)
    tip = sp.Point((0.5 * length, 0, 0), material="tip")
    scene.body("rod", mass=0.5, joint=joint, inertia=(2e-4, 7e-3, 7e-3), surfaces=[tip])
    scene.contact("tip", "floor", normal=law, friction=friction)
    return scene


def test_an_eccentric_impact_with_friction_tells_them_apart():
    """The energetic one is that of the ledger: the work that does not come back is the loss in the normal law."""
    law, grip = sp.HuntCrossley(k=1e6, lam=3e5), sp.StickSlip(mu=0.6, kt=5e5, bt=20.0)
    run = done(rod(0.9, law, grip), 0.03, rtol=1e-10)
    (event,) = run.impact_events()
    assert lost(run, "friction") > 1e-3
    gone = event.work_compression - event.work_restitution
    assert gone == pytest.approx(lost(run, "contact damping"), rel=1e-7) and gone > 1e-3
    pairs = [(event.e_kinematic, event.e_kinetic), (event.e_kinetic, event.e_energetic)]
    assert all(abs(one - other) > 1e-3 for one, other in pairs) and event.e_energetic < 1.0
    change = 0.5 * (run["rod.vz"][-1] - run["rod.vz"][0])
    assert event.impulse_compression + event.impulse_restitution == pytest.approx(change, rel=1e-8)


# --- micro-collisions ---------------------------------------------------------------------------------------------------
def vibrating(law=None, **more):
    """Two masses on a spring: the light one in front touches several times while the heavy one turns round."""
    scene = sp.Scene(gravity=(0, 0, 0), name="vibrating")
    scene.ground(material="floor")
    joint = sp.Prismatic(displacement=1e-3, speed=-1.0)
    scene.body("front", mass=0.1, joint=joint, surfaces=[sp.Point(material="tip")])
    scene.body("back", mass=1.0, joint=sp.Prismatic(displacement=0.201, speed=-1.0))
    scene.add(sp.Spring(a="front", b="back", stiffness=2e4, length=0.2, **more))
    scene.contact("tip", "floor", normal=law or sp.Hertz(k=1e7))
    return scene


def test_micro_collisions_are_one_event():
    """Elastic touches give all work back, though the body keeps some as vibration; impulses add to its momentum."""
    run = done(vibrating(), 0.05, rtol=1e-10)
    (event,) = run.impact_events()
    assert event.number == len(run.impacts) > 2 and event.collisions == tuple(run.impacts)
    assert event.e_energetic == pytest.approx(1.0, abs=1e-8) and abs(event.e_kinematic - 1.0) > 0.01
    momentum = 0.1 * run["front.speed"] + run["back.speed"]
    both = event.impulse_compression + event.impulse_restitution
    assert both == pytest.approx(momentum[-1] - momentum[0], rel=1e-8)
    assert event.peak_force == max(impact.peak_force for impact in run.impacts)
    assert event.time_in_contact < event.duration == run.impacts[-1].end - run.impacts[0].start
    alone = run.impact_events(within=1e-9)
    assert [one.collisions for one in alone] == [(impact,) for impact in run.impacts]
    assert sum(one.work_compression for one in alone) == pytest.approx(event.work_compression, rel=1e-14)


def test_a_damped_one_loses_what_the_ledger_says():
    run = done(vibrating(sp.HuntCrossley(k=1e7, lam=2e6), damping=5.0), 0.05, rtol=1e-10)
    (event,) = run.impact_events(within=1.0)
    assert event.number > 1
    gone = event.work_compression - event.work_restitution
    assert gone == pytest.approx(lost(run, "contact damping", "released"), rel=1e-7)


def touch(start, duration, speed=1.0, depth=1e-3, contact="a/b"):
    end = None if duration is None else start + duration
    return Impact(contact, start, end, speed, None if end is None else 0.5, 10.0, depth)


def test_what_belongs_together():
    """By default a gap counts in times of impact, which a long stance does not lengthen; contacts do not mix."""
    short, long, apart = touch(0.0, 1e-3), touch(0.005, 3e-3), touch(0.005 + 3e-3 + GAP * 3e-3 + 1e-9, 1e-3)
    other = touch(0.002, 1e-3, contact="a/c")
    assert groups([short, other, long, apart]) == [(short, long), (other,), (apart,)]
    assert groups([short, long], within=3.9e-3) == [(short,), (long,)]
    assert groups([short, long], within=4.1e-3) == [(short, long)]
    stance, next_stance = touch(0.0, 1.0), touch(1.5, None)
    assert groups([stance, next_stance]) == [(stance,), (next_stance,)]
    assert groups([touch(0.0, 1e-3), touch(5.0, None, speed=0.0)])[1][0].start == 5.0
    dust = touch(0.005, 1e-12, depth=1e-9)
    late = touch(0.01, None, speed=-0.1)
    assert groups([short, dust, late]) == [(short, dust, late)], "the longest time of impact of the event counts"
    assert groups([]) == []


def test_bounces_are_events_of_their_own_and_what_holds_has_no_restitution():
    run = hit(sp.HuntCrossley(k=1e8, lam=1e8), gravity=9.81, end=0.6, rtol=1e-8)
    events = run.impact_events()
    assert [event.number for event in events[:2]] == [1, 1] and len(events) < len(run.impacts)
    last = events[-1]
    assert last.number > 1 and last.collisions[-1].end is None and last.work_compression > 0.0
    assert last.end is last.duration is last.time_in_contact is last.rebound is None
    assert last.e_kinematic is last.e_kinetic is last.e_energetic is None


def test_within_must_be_a_time():
    run = hit(sp.Hertz(k=1e6), rtol=1e-6)
    with pytest.raises(ValueError, match=r"within .* s, got -1"):
        run.impact_events(within=-1.0)


# --- where it is kept ---------------------------------------------------------------------------------------------------
def hopping():
    """A ball hops, a box beside it falls on its corners, a weight stands where it is."""
    scene = sp.Scene(gravity=(0, 0, -9.81), name="hopping")
    scene.ground(material="floor")
    joint = sp.Free(position=(0, 0, 0.021), velocity=(0.1, 0, 0))
    scene.body("ball", mass=0.1, joint=joint, surfaces=[sp.Sphere(0.02, material="steel")])
    joint = sp.Free(position=(0.3, 0, 0.0544), attitude=(0.995, 0.1, 0, 0))
    scene.body("box", mass=1.0, joint=joint, surfaces=[sp.Box((0.1, 0.1, 0.1), material="wood")])
    scene.contact("steel", "floor", normal=sp.Hertz(k=1e6))
    scene.contact("wood", "floor", normal=sp.HuntCrossley(k=1e5, lam=1e5), friction=sp.StickSlip(mu=0.4, kt=1e5, bt=50))
    scene.body("weight", mass=2.0, joint=sp.Prismatic(displacement=-1e-4), surfaces=[sp.Point(material="lead")])
    scene.contact("lead", "floor", normal=sp.HuntCrossley(k=2e7, lam=2e7))
    for one, other in (("steel", "wood"), ("steel", "lead"), ("wood", "lead")):
        scene.no_contact(one, other)
    return scene


def test_files_and_cuts_do_not_change_a_bit(tmp_path):
    run = sp.simulate(hopping(), 0.1)
    events = run.impact_events()
    made = {impact.contact for impact in run.impacts}
    assert len(events) > 2 and len(made) < len(run.peaks), (
        "some contact must hold from the start and never be made again"
    )
    assert sp.load(run.save(tmp_path / "run.nc")).impact_events() == events
    assert sp.simulate(hopping(), 0.1, out=tmp_path / "streamed.nc").impact_events() == events
    whole = contact_work(run.replay, run.records)
    assert set(whole) == made
    for at_once in (1, 50):
        parts = contact_work(run.replay, run.records, at_once)
        assert {name: table.tobytes() for name, table in parts.items()} == {n: t.tobytes() for n, t in whole.items()}


def spring(delta, rate, p):
    return p[0] * delta


def test_a_file_without_the_users_law_says_so(tmp_path):
    run = hit(sp.UserNormal(force=spring, parameters=(1e5,)), rtol=1e-8)
    (event,) = run.impact_events()
    assert event.e_energetic == pytest.approx(1.0, abs=1e-6)
    with pytest.raises(ValueError, match="a user's own law, a Python function that no file keeps"):
        sp.load(run.save(tmp_path / "run.nc")).impact_events()


def test_a_run_without_impacts_has_no_events():
    scene = hopping()
    assert sp.simulate(scene, 1e-4).impact_events() == []


def test_summary_and_report_mention_micro_collisions(capsys, tmp_path):
    run = done(vibrating(), 0.05, rtol=1e-6)
    data = summary(run, {}, ())
    assert data["impact_count"] == len(run.impacts) and data["impact_event_count"] == 1
    print_summary(data)
    assert f"of {len(run.impacts)} impacts in 1 event" in capsys.readouterr().out
    text = write_report(run, tmp_path / "page.html", frames=3).read_text(encoding="utf-8")
    assert f"<p>1 event of several micro-collisions: {len(run.impacts)}, at front/ground from 0.001 s.</p>" in text
    single = hit(sp.Hertz(k=1e6), rtol=1e-6)
    print_summary(summary(single, {}, ()))
    said = capsys.readouterr().out
    assert "first 1 of 1 impacts" in said and "impacts in" not in said
    text = write_report(single, tmp_path / "other.html", frames=3).read_text(encoding="utf-8")
    assert "micro-collisions" not in text


# --- energy -------------------------------------------------------------------------------------------------------------
def _log(rng, low, high):
    return float(10 ** rng.uniform(math.log10(low), math.log10(high)))


def random_law(rng):
    k = _log(rng, 1e5, 1e7)
    return [
        lambda: sp.Hertz(k=30 * k),
        lambda: sp.KelvinVoigt(k=k, b=_log(rng, 1e-5, 1e-3) * k),
        lambda: sp.LinearSD1(k=k, b=_log(rng, 1e-5, 1e-3) * k),
        lambda: sp.HuntCrossley(k=30 * k, lam=_log(rng, 0.1, 30) * k, n=float(rng.choice([1.0, 1.5, 2.0]))),
        lambda: sp.AzadFeatherstone(k=30 * k, lam=_log(rng, 1e-3, 1e-1) * k),
        lambda: sp.HertzPatch(modulus=100 * k, d=float(rng.uniform(0, 0.5))),
    ][rng.integers(6)]()


def random_shape(rng):
    size = rng.uniform(0.03, 0.1, 3)
    law = random_law(rng)
    kinds = [
        lambda: sp.Sphere(float(size[0]), material="body"),
        lambda: sp.Ellipsoid(tuple(size.tolist()), material="body"),
    ]
    if not isinstance(law, sp.HertzPatch):  # it wants curvature
        kinds += [
            lambda: sp.Box(tuple((2 * size).tolist()), material="body"),
            lambda: sp.Capsule((-0.1, 0, 0), (0.1, 0, 0), 0.03, material="body"),
        ]
    return law, kinds[rng.integers(len(kinds))]()


def random_impact(seed):
    """A body of some shape is thrown on the floor, turning and sliding."""
    rng = np.random.default_rng(seed)
    law, shape = random_shape(rng)
    q, v = rng.standard_normal(4), rng.uniform(-1, 1, 2)
    scene = sp.Scene(gravity=(0, 0, -9.81), name=f"impact {seed}")
    scene.ground(material="floor")
    joint = sp.Free(
        position=(0, 0, 0.22), velocity=(*v, -_log(rng, 0.5, 5)), attitude=tuple(q / np.linalg.norm(q)),
        angular_velocity=tuple(rng.uniform(-20, 20, 3)),
    )  # fmt: skip
    inertia = tuple(rng.uniform(2e-3, 3e-3, 3))
    scene.body("body", mass=float(rng.uniform(0.5, 2)), joint=joint, inertia=inertia, surfaces=[shape])
    friction = (
        sp.StickSlip(mu=float(rng.uniform(0, 1)), kt=_log(rng, 1e4, 1e6), bt=10.0) if rng.random() < 0.7 else None
    )
    scene.contact("body", "floor", normal=law, friction=friction)
    return scene


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
def test_no_event_gives_more_than_it_took(block):
    """Stronge's coefficient is at most 1, of whole events and of every touch, and what is missing is in the ledger.

    A body that leaves a surface that is still indented may touch it again before it has left it: alone such a touch has no
    approach, and gives back what the one before has stored.
    """
    ended = booked = 0
    for seed in range(20 * block, 20 * block + 20):
        run = done(random_impact(seed), 0.4, rtol=1e-8)
        whole = run.impact_events()
        alone = [event for event in run.impact_events(within=1e-9) if event.speed > 0.0]
        assert all(event.speed > 0.0 for event in whole)
        for event in [*whole, *alone]:
            if event.end is not None:
                assert event.e_energetic <= 1.0 + 1e-7, (seed, event)
                ended += 1
        (rule,) = run.scene.rules
        if isinstance(rule.friction, sp.Frictionless):  # others release some too
            check_ledger(run)
            booked += 1
    assert ended > 20 and booked > 2


@pytest.mark.slow
def test_many_balls():
    """Contacts that are found as they come near, more than can be listed: works of all of them against the ledger."""
    rng = np.random.default_rng(3)
    scene = sp.Scene(gravity=(0, 0, -9.81), name="many balls")
    scene.ground(material="floor")
    for i in range(105):
        place = 0.045 * (i % 5) + 0.002 * rng.random(), 0.045 * (i // 5 % 5), 0.03 + 0.05 * (i // 25)
        scene.body(f"ball{i}", mass=0.1, joint=sp.Free(position=place), surfaces=[sp.Sphere(0.02, material="ball")])
    law = sp.HuntCrossley(k=1e6, lam=2e5)
    scene.contact("ball", "floor", normal=law)
    scene.contact("ball", "ball", normal=law)
    run = done(scene, 0.15, rtol=1e-7)
    events = run.impact_events()
    assert run.model.contacts.listed is None and len({event.contact for event in events}) > 100
    assert sum(event.number for event in events) == len(run.impacts) > len(events)
    assert max(event.e_energetic for event in events if event.end is not None) <= 1.0
    check_ledger(run, rel=1e-6)
