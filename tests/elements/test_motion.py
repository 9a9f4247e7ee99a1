"""A joint that moves by a generator: the coordinate is exact, the work is the change of energy, runs can be continued."""

import math
import tomllib
from functools import cache

import numpy as np
import pytest
from registries import examples

import supple as sp
from supple.elements.motion import Motion
from supple.motions import Fourier, Polynomial, Sequence, Sine, Spline, Sum, Table, Trapezoid
from supple.motions.registry import MOTIONS
from supple.scene.schema import schema

SMOOTH = [motion for motion in examples(MOTIONS) if motion.smoothness > 0]
ROUGH = [motion for motion in examples(MOTIONS) if motion.smoothness == 0]
CYCLE = Spline(times=(0.1, 0.4, 0.7, 1.0), values=(0.1, 0.5, -0.2, 0.1), ends="periodic")
kinds = pytest.mark.parametrize("motion", SMOOTH, ids=lambda motion: f"{type(motion).__name__}-{motion.smoothness}")


def pendulums(motion, **point):
    """Two point masses that hang one below the other; the upper joint is led."""
    scene = sp.Scene(gravity=(0, 0, -9.81))
    point = {"inertia": (1e-300,) * 3} | point
    scene.body("one", mass=1.0, com=(0, 0, -0.4), joint=sp.Revolute(axis=(0, -1, 0)), **point)
    joint = sp.Revolute(axis=(0, -1, 0), at=(0, 0, -0.4), angle=0.3)
    scene.body("two", mass=0.7, com=(0, 0, -0.3), parent="one", joint=joint, **point)
    scene.add(motion if isinstance(motion, Motion) else Motion(body="one", motion=motion))
    return scene


@pytest.mark.jit
@kinds
def test_the_coordinate_is_exact_and_the_work_is_the_change_of_energy(motion):
    run = sp.simulate(pendulums(motion), 1.0, rtol=1e-8)
    assert run.success, run.message
    np.testing.assert_allclose(run["one.angle"], motion.value(run.t), atol=2e-14)
    np.testing.assert_allclose(run["one.rate"], motion.value(run.t, 1), atol=2e-13)
    change = run.ledger.total[-1] - run.ledger.total[0]
    assert abs(change - run.ledger.work[-1]) < 1e-8 * max(1.0, abs(change)) and run.ledger.relative_residual < 1e-7


@pytest.mark.jit
@kinds
def test_the_force_is_that_of_inverse_dynamics(motion):
    """With the second derivative of the generator, and the acceleration of the joint that is free."""
    run = sp.simulate(pendulums(motion, inertia=(1e-3,) * 3), 0.8, rtol=1e-6)
    force, model = run.element("motion 1").force, run.model
    starts = motion.pieces().starts
    for i in range(0, len(run.t), max(1, len(run.t) // 9)):
        if np.abs((run.t[i] - starts) % (motion.pieces().period or 1e9)).min() < 1e-9:
            continue  # the acceleration jumps, and the force with it
        M, bias = sp.mass_matrix(model, run.y[i]), sp.inverse_dynamics(model, np.zeros(2), run.y[i])
        given = motion.value(run.t[i], 2)
        other = -(bias[1] + M[1, 0] * given) / M[1, 1]
        assert force[i] == pytest.approx(bias[0] + M[0] @ [given, other], rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("motion", [CYCLE, SMOOTH[0], SMOOTH[3], Sum(motions=(CYCLE, Sine(amplitude=0.1, omega=9.0)))])
def test_a_step_ends_where_a_piece_begins(motion):
    run = sp.simulate(pendulums(motion), 2.5, start=-1.3, rtol=1e-5)
    pieces = motion.pieces()
    shifts = np.arange(-4, 5) * pieces.period if pieces.period else [0.0]
    knots = np.array([t + shift for t in pieces.starts[: -1 if pieces.period else None] for shift in shifts])
    knots = knots[(knots > -1.3) & (knots < 2.5)]
    assert len(knots) and np.abs(run.t[:, None] - knots).min(axis=0).max() < 1e-15
    np.testing.assert_allclose(run["one.angle"], motion.value(run.t), atol=1e-13)
    t = np.linspace(-1.3, 2.5, 301)
    np.testing.assert_allclose(run.channel("one.angle", t), motion.value(t), atol=1e-3)


@pytest.mark.jit
@pytest.mark.validation
@pytest.mark.parametrize(
    "motion",
    [
        Sine(amplitude=0.8, omega=3.0),
        Fourier(period=2.0 * math.pi / 3.0, sines=(0.8,)),
        Fourier(period=2.0 * math.pi, cosines=(0.0, 0.0, -0.8), phase=math.pi / 6.0),
        Sum(motions=(Sine(amplitude=0.5, omega=3.0), Sine(amplitude=0.3, omega=3.0))),
    ],
    ids=["sine", "fourier", "third harmonic", "sum"],
)
def test_a_double_pendulum_driven_at_its_first_joint(motion):
    """Reference: an independent integration of the planar equations with q1 = 0.8 sin 3 t, to 12 digits."""
    run = sp.simulate(pendulums(motion), 3.0, rtol=1e-11)
    assert run["two.angle"][-1] == pytest.approx(-0.459400437949, rel=1e-8)
    assert run["two.rate"][-1] == pytest.approx(2.76641078084, rel=1e-8)
    assert run.element("motion 1").force[-1] == pytest.approx(2.16340518118, rel=1e-7)
    assert run.ledger.work[-1] == pytest.approx(-0.576997852716, rel=1e-7)


@pytest.mark.jit
@pytest.mark.parametrize("method", ["dormand_prince", "rodas5p"])
@pytest.mark.parametrize(
    "short", [dict(times=(0.2, 0.5, 0.9), values=(0.3, 0.5, 0.2), amplitude=0.3, omega=7.0, offset=-0.7)]
)
def test_what_is_said_in_short_is_the_generator(short, method):
    table = Spline(times=short["times"], values=short["values"])
    motion = Sum(motions=(table, Sine(amplitude=0.3, omega=7.0, mean=-0.7)))
    runs = [sp.simulate(pendulums(one), 0.7, method=method) for one in (Motion(body="one", **short), motion)]
    assert runs[0].y.tobytes() == runs[1].y.tobytes() and runs[0].t.tobytes() == runs[1].t.tobytes()


@pytest.mark.jit
@pytest.mark.parametrize("motion", [CYCLE, Polynomial(times=(0, 0.5, 0.9), values=(0, 0.4, 0.1), degree=9)])
def test_runs_are_continued_and_replayed_with_the_same_bits(motion, tmp_path):
    scene = pendulums(motion)
    whole = sp.simulate(scene, 2.0, rtol=1e-6)
    again = sp.simulate(scene, 2.0, rtol=1e-6)
    assert whole.y.tobytes() == again.y.tobytes()
    first = sp.simulate(scene, 1.3, rtol=1e-9)
    rests = [sp.simulate(scene, 2.0, start=1.3, initial=first, rtol=1e-9) for _ in range(2)]
    assert rests[0].y.tobytes() == rests[1].y.tobytes()
    np.testing.assert_allclose(rests[0]["one.angle"], motion.value(rests[0].t), atol=1e-14)
    assert rests[0]["two.angle"][-1] == pytest.approx(sp.simulate(scene, 2.0, rtol=1e-9)["two.angle"][-1], abs=1e-7)
    whole.save(tmp_path / "run.nc")
    stored = sp.load(tmp_path / "run.nc")
    t = np.linspace(0.0, 2.0, 97)
    for name in ("one.angle", "two.angle"):
        assert stored.channel(name, t).tobytes() == whole.channel(name, t).tobytes()
    assert stored.element("motion 1").force.tobytes() == whole.element("motion 1").force.tobytes()


@pytest.mark.parametrize("motion", ROUGH, ids=lambda motion: type(motion).__name__)
def test_a_jump_of_the_velocity_is_refused(motion):
    with pytest.raises(
        ValueError, match=r"motion must have a continuous velocity, got a jump of .* rad/s or m/s at .* s"
    ):
        Motion(body="one", motion=motion)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (dict(motion="sine"), "motion must be a generator of motions such as Polynomial"),
        (dict(motion=Sine), "motion must be a generator of motions"),
        (dict(motion=CYCLE, offset=1.0), "motion must be given alone, or added up by a Sum, got offset beside it"),
        (dict(motion=CYCLE, times=(0, 1), values=(0, 1)), "got times, values beside it"),
    ],
)
def test_nonsense_is_a_sentence(arguments, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        Motion(body="one", **arguments)


# --- scene files --------------------------------------------------------------------------------------------------------
@cache
def validator():
    """Of scene files; that the schema is one is asked in tests/scene/test_schema.py."""
    return pytest.importorskip("jsonschema").Draft202012Validator(schema())


@pytest.mark.jit
@kinds
def test_motions_are_written_and_read(motion):
    scene = pendulums(motion)
    text = sp.scene_to_toml(scene)
    again = sp.scene_from_toml(text).scene
    assert again.elements == scene.elements and again.elements["motion 1"].motion == motion
    assert sp.scene_to_toml(again) == text and sp.build(scene)
    validator().validate(tomllib.loads(text))


PLATE = """
[bodies.plate]
mass = 1.0
inertia = [1, 1, 1]
joint = { type = "Prismatic" }

[[elements]]
type = "Motion"
body = "plate"
"""
TABLE = 'motion = { type = "Table", from = "csv", file = "%s", column = "q" }\n'


def test_a_table_beside_the_scene_file(tmp_path):
    """Relative to the file that names it: the scene, or one that it includes."""
    (tmp_path / "parts").mkdir()
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "q.csv").write_text("t,q,other\n0,0,x\n0.5,0.2,y\n1,0.1,z\n")
    (tmp_path / "parts" / "plate.toml").write_text(PLATE + TABLE % "../data/q.csv")
    (tmp_path / "scene.toml").write_text('include = ["parts/plate.toml"]\n')
    expected = Table(times=(0, 0.5, 1), values=(0, 0.2, 0.1))
    scene = sp.read_scene(tmp_path / "scene.toml").scene
    assert scene.elements["motion 1"].motion == expected
    text = 'parameters.data = "data/q.csv"\n' + PLATE + TABLE % "$data"
    (tmp_path / "own.toml").write_text(text)
    assert sp.read_scene(tmp_path / "own.toml").scene.elements["motion 1"].motion == expected
    written = sp.scene_to_toml(scene)  # it needs the file no more
    assert "csv" not in written and sp.scene_from_toml(written).scene.elements == scene.elements
    with pytest.raises(ValueError, match=r"elements\[0\].motion.file must be absolute in a text"):
        sp.scene_from_toml(PLATE + TABLE % "data/q.csv")
    nested = 'motion = { type = "Sum", motions = [{ type = "Sine", amplitude = 1, omega = 1 }, %s] }\n'
    inner = TABLE.strip().removeprefix("motion = ") % (tmp_path / "data" / "q.csv").as_posix()
    assert sp.scene_from_toml(PLATE + nested % inner).scene.elements["motion 1"].motion.motions[1] == expected


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            'motion = { type = "Polynom", times = [0, 1], values = [0, 1] }',
            "motion: type must be one of .* did you mean 'Pol",
        ),
        ('motion = { type = "Sine", amplitude = 1 }', r"elements\[0\].motion: omega must be given"),
        ("motion = 3", r"elements\[0\].motion must be a table, got 3"),
        ('motion = { type = "Sum", motions = 3 }', r"motion.motions must be a list of tables"),
        ('motion = { type = "Table", times = [0, 1], values = [0, 1], between = "linear" }', "continuous velocity"),
        ('motion = { type = "Table", from = "csv", file = 3 }', "file must be the name of a CSV file, got 3"),
        (TABLE % "none.csv", "none.csv must be an existing CSV file"),
        (TABLE % "bad.csv", "q of .*bad.csv must be a number, got 'x' in row 2"),
    ],
)
def test_a_spoilt_motion_in_a_file_is_a_sentence_with_its_place(tmp_path, line, sentence):
    (tmp_path / "bad.csv").write_text("t,q\n0,0\n1,x\n")
    (tmp_path / "scene.toml").write_text(PLATE + line)
    with pytest.raises((ValueError, TypeError, OSError), match=sentence) as caught:
        sp.read_scene(tmp_path / "scene.toml")
    assert "scene.toml: elements[0]" in str(caught.value) or "none.csv" in str(caught.value)


@pytest.mark.jit
def test_motions_one_after_the_other_lead_a_joint():
    there = Polynomial(times=(0, 0.5), values=(0, 0.3))
    back = Trapezoid(initial=0.3, final=0.0, speed=1.0, acceleration=4.0)
    motion = Sequence(motions=(there, back))
    run = sp.simulate(pendulums(motion), 1.5, rtol=1e-8)
    assert abs(run["one.angle"][-1]) < 1e-15 and run.ledger.relative_residual < 1e-7
