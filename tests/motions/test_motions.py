"""Generators of motions: closed forms, derivatives, smoothness, and what is refused."""

import math
from fractions import Fraction

import numpy as np
import pytest
from registries import examples, without_a_line
from scipy.interpolate import CubicSpline

from supple.motions.fourier import Fourier
from supple.motions.pieces import HIGHEST, Pieces
from supple.motions.polynomial import Polynomial, between_states
from supple.motions.registry import MOTIONS
from supple.motions.sequence import Sequence
from supple.motions.sine import Sine
from supple.motions.spline import Spline
from supple.motions.sum import Sum
from supple.motions.table import Table
from supple.motions.trapezoid import Trapezoid

EXAMPLES = examples(MOTIONS)
STEP = Polynomial(times=(0.0, 1.0), values=(0.0, 1.0))
CYCLE = dict(times=(0.1, 0.4, 0.7, 1.0), values=(0.1, 0.5, -0.2, 0.1), ends="periodic")
every = pytest.mark.parametrize("motion", EXAMPLES, ids=lambda motion: f"{type(motion).__name__}-{motion.smoothness}")


def test_every_generator_has_a_line_and_an_example():
    assert not [name for name in without_a_line(MOTIONS, "make") if name != "Generator"]
    assert {type(motion).__name__ for motion in EXAMPLES} == set(MOTIONS.names)


# --- what all of them promise -------------------------------------------------------------------------------------------
def inside(motion):
    """Times between the starts of pieces, with the distance to the nearest one."""
    starts = motion.pieces().starts
    low, high = (starts[0] - 0.5, starts[-1] + 0.5) if len(starts) > 1 else (-0.5, 2.0)
    t = np.linspace(low, high, 217)
    shift = motion.pieces().period or 100.0
    knots = np.concatenate([starts + k * shift for k in (-1, 0, 1)]) if motion.pieces().period else starts
    away = np.abs(t[:, None] - knots).min(axis=1)
    return t[away > 2e-3]


@every
@pytest.mark.parametrize("derivative", range(HIGHEST))
def test_derivatives_are_those_of_differences(motion, derivative):
    t, h = inside(motion), 1e-3
    points = np.array([-2, -1, 1, 2]) * 0.5 * h
    weights = np.array([1.0, -8.0, 8.0, -1.0]) / (6.0 * h)
    found = weights @ motion.value(t + points[:, None], derivative)
    expected = motion.value(t, derivative + 1)
    np.testing.assert_allclose(found, expected, atol=1e-7 * max(1.0, np.abs(expected).max()))


@every
def test_declared_smoothness_is_that_at_the_knots(motion):
    """From the left and from the right, by values alone: continuous derivatives agree, the next one does not."""
    knots = np.array(motion.knots(HIGHEST))
    h = 1e-9
    for d in range(motion.smoothness + 1):
        left, right = motion.value(knots - h, d), motion.value(knots, d)
        bound = 10 * h * max([1.0, *np.abs(motion.value(knots - h, d + 1)), *np.abs(motion.value(knots, d + 1))]) \
            if d < HIGHEST else 1e-4  # fmt: skip
        np.testing.assert_allclose(left, right, atol=bound)
    if motion.smoothness < HIGHEST:
        d = motion.smoothness + 1
        jumps = np.abs(motion.value(knots, d) - motion.value(knots - h, d))
        assert jumps.max() > 1e-3
        assert set(motion.knots(d)) == set(knots[jumps > 1e-5]) and motion.knots(motion.smoothness) == ()
    else:
        assert motion.knots(HIGHEST) == ()


@every
def test_one_time_is_a_number_and_many_are_an_array(motion):
    assert isinstance(motion.value(0.3), float) and isinstance(motion.value(0.3, 2), float)
    found = motion.value([[0.3, 0.4], [0.5, 0.6]])
    assert found.shape == (2, 2) and found[0, 0] == motion.value(0.3)
    assert motion.value(np.zeros(0)).shape == (0,)


@every
def test_before_and_after_it_is_held(motion):
    low, high = motion.span
    if math.isinf(low):
        return
    assert motion.value(low - 3.0) == motion.value(low) and motion.value(high + 3.0) == motion.value(high)
    for d in range(1, HIGHEST + 1):
        assert motion.value(low - 1e-9, d) == 0.0 == motion.value(high, d)


@every
def test_equal_ones_are_equal(motion):
    again = type(motion)(**{name: getattr(motion, name) for name in motion.__dataclass_fields__})
    motion.smoothness  # noqa: B018  kept, and no part of what is compared
    assert again == motion and hash(again) == hash(motion) and repr(again) == repr(motion)


# --- polynomials --------------------------------------------------------------------------------------------------------
REST = {  # an independent reference: peaks of speed and acceleration; value, speed, acceleration at 0.3
    5: (1.875, 5.7735026919, 0.16308, 1.323, 5.04),
    7: (2.1875, 7.5131884044, 0.126036, 1.29654, 7.4088),
    9: (2.4609375, 9.37197621849, 0.09880866, 1.2252303, 9.335088),
}


@pytest.mark.validation
@pytest.mark.parametrize("degree", REST)
def test_polynomials_from_rest_to_rest(degree):
    motion = Polynomial(times=(0, 1), values=(0, 1), degree=degree)
    t = np.linspace(0.0, 1.0, 200001)
    peak, strongest, *at = REST[degree]
    assert motion.value(0.5, 1) == pytest.approx(peak, rel=1e-14) == motion.value(t, 1).max()
    assert motion.value(t, 2).max() == pytest.approx(strongest, rel=1e-9)
    np.testing.assert_allclose([motion.value(0.3, d) for d in range(3)], at, rtol=1e-13)
    assert motion.smoothness == (degree - 1) // 2
    scaled = Polynomial(times=(-2.0, 1.0), values=(3.0, -4.0), degree=degree)
    assert scaled.value(-0.5, 1) == pytest.approx(peak * -7.0 / 3.0, rel=1e-14)
    assert scaled.value(-0.5) == pytest.approx(-0.5, abs=1e-14)


@pytest.mark.parametrize("m", [2, 3, 4, 5])
def test_a_polynomial_has_the_given_derivatives_at_both_ends(m):
    rng = np.random.default_rng(m)
    start, end = rng.normal(size=(2, m))
    motion = Polynomial(times=(0.3, 1.1), values=(start[0], end[0]), degree=2 * m - 1, start=start[1:], end=end[1:])
    for d in range(m):
        assert motion.value(0.3, d) == pytest.approx(start[d], abs=1e-12)
        assert motion.value(math.nextafter(1.1, 0.0), d) == pytest.approx(end[d], abs=1e-9)
    assert motion.smoothness == 0 and motion.knots(1) == (0.3, 1.1)


@pytest.mark.parametrize("m", [2, 3, 4, 5])
def test_coefficients_are_those_of_exact_arithmetic(m):
    first, last = [Fraction(k + 1, 3) for k in range(m)], [Fraction(2 - k, 7) for k in range(m)]
    found = between_states(0.5, tuple(map(float, first)), tuple(map(float, last)))
    rows = [
        [Fraction(math.perm(j, d)) * x ** max(j - d, 0) for j in range(2 * m)]
        for x in (0, Fraction(1, 2))
        for d in range(m)
    ]
    exact = np.linalg.solve(np.array(rows, float), np.array([*first, *last], float))
    np.testing.assert_allclose(found, exact, rtol=1e-8)


@pytest.mark.parametrize("degree", [3, 5, 7, 9])
def test_polynomials_through_points_are_smooth_there(degree):
    times, values = (0.0, 0.4, 0.9, 1.2, 2.0), (0.0, 0.3, 0.1, 0.6, 0.5)
    motion = Polynomial(times=times, values=values, degree=degree, start=(0.0,), end=(0.0,))
    np.testing.assert_allclose(motion.value(times), values, atol=1e-13)
    assert motion.smoothness == (degree - 1) // 2  # the ends decide
    assert set(motion.knots(4)) <= ({0.0, 2.0} if degree > 3 else set(times))
    if degree == 3:
        t = np.linspace(0, 2, 101)
        np.testing.assert_allclose(motion.value(t), CubicSpline(times, values, bc_type="clamped")(t), atol=1e-13)


def test_a_polynomial_of_degree_5_has_the_least_jerk():
    """Moving a point on the way makes no difference if that point is on the polynomial already."""
    one = Polynomial(times=(0, 1), values=(0, 1))
    two = Polynomial(times=(0, 0.3, 1), values=(0, one.value(0.3), 1))
    t = np.linspace(0, 1, 51)
    np.testing.assert_allclose(two.value(t, 2), one.value(t, 2), atol=1e-11)


# --- trapezoids ---------------------------------------------------------------------------------------------------------
@pytest.mark.validation
def test_trapezoid_and_triangle():
    long = Trapezoid(final=1.2, speed=1.0, acceleration=4.0)
    assert long.span == (0.0, pytest.approx(1.45, rel=1e-15)) and long.knots() == pytest.approx((0.0, 0.25, 1.2, 1.45))
    assert long.value(0.75 * 1.45) == pytest.approx(0.9625, rel=1e-14)
    short = Trapezoid(final=0.2, speed=1.0, acceleration=4.0)
    assert short.span[1] == pytest.approx(0.4472135955, rel=1e-10) and len(short.knots()) == 3
    assert short.value(short.span[1] / 2, 1) == pytest.approx(0.894427191, rel=1e-9)


@pytest.mark.parametrize("way", [1.2, -1.2, 0.2, -0.2, 0.25, 0.25 * (1 + 1e-15), 1e-9, 1e9])
@pytest.mark.parametrize("start", [0.0, -2.0, 31.0])
def test_trapezoids_keep_their_limits(way, start):
    motion = Trapezoid(initial=0.4, final=0.4 + way, speed=1.0, acceleration=4.0, start=start)
    t = np.linspace(*motion.span, 1001)
    assert np.abs(motion.value(t, 1)).max() <= 1.0 + 1e-12 and np.abs(motion.value(t, 2)).max() <= 4.0
    assert motion.smoothness == 1 and motion.value(motion.span[1]) == 0.4 + way
    assert (np.sign(way) * motion.value(t, 1) >= -1e-12).all()


def test_a_trapezoid_without_a_way_holds():
    motion = Trapezoid(initial=0.3, final=0.3, speed=1.0, acceleration=4.0)
    assert motion.value(7.0) == 0.3 and motion.value(7.0, 1) == 0.0 and motion.smoothness == HIGHEST


# --- splines, tables ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("ends", ["natural", "clamped", "periodic"])
def test_splines_are_those_of_scipy(ends):
    rng = np.random.default_rng(1)
    times, values = np.cumsum(rng.uniform(0.1, 1, 9)), rng.normal(size=9)
    values[-1] = values[0]
    motion, reference = Spline(times=times, values=values, ends=ends), CubicSpline(times, values, bc_type=ends)
    t = np.linspace(times[0], np.nextafter(times[-1], 0), 301)
    for d in range(4):
        np.testing.assert_allclose(motion.value(t, d), reference(t, d), rtol=1e-12, atol=1e-12)


def test_a_spline_with_speeds_at_its_ends():
    motion = Spline(times=(0, 1, 2), values=(0, 1, 0), speeds=(2.0, -3.0))
    assert motion.value(0.0, 1) == 2.0 and motion.value(2.0 - 1e-12, 1) == pytest.approx(-3.0, abs=1e-9)


def test_a_periodic_spline_goes_on_both_ways():
    motion = Spline(**CYCLE)
    t = np.linspace(-5.0, 6.0, 997)
    for d in range(3):
        np.testing.assert_allclose(motion.value(t, d), motion.value(t + 0.9 * 7, d), atol=1e-11)
    assert motion.value(0.1 - 0.9 * 3) == pytest.approx(0.1, abs=1e-13)


def test_lines_between_the_rows_of_a_table():
    times, values = (0.0, 0.5, 1.0, 1.2), (0.0, 0.4, 0.5, 0.1)
    motion, t = Table(times=times, values=values, between="linear"), np.linspace(-1, 2, 301)
    np.testing.assert_allclose(motion.value(t), np.interp(t, times, values), atol=1e-15)
    assert motion.smoothness == 0 and motion.knots(0) == () and motion.knots(1) == times
    rested = Table(times=times, values=values)
    assert rested.pieces().coefficients.tobytes() == Spline(times=times, values=values).pieces().coefficients.tobytes()


# --- harmonics ----------------------------------------------------------------------------------------------------------
def test_fourier_series():
    motion = Fourier(period=1.5, cosines=(0.3, 0.0, -0.1), sines=(0.2, 0.05), mean=0.1, phase=0.4)
    t = np.linspace(-3, 3, 101)
    x = 2 * np.pi * t / 1.5 + 0.4
    expected = 0.1 + 0.3 * np.cos(x) - 0.1 * np.cos(3 * x) + 0.2 * np.sin(x) + 0.05 * np.sin(2 * x)
    np.testing.assert_allclose(motion.value(t), expected, atol=1e-14)
    one = Fourier(period=2 * math.pi / 3, sines=(0.8,))
    np.testing.assert_allclose(one.value(t, 3), Sine(amplitude=0.8, omega=3.0).value(t, 3), atol=1e-12)


# --- sums, sequences ----------------------------------------------------------------------------------------------------
PARTS = [motion for motion in EXAMPLES if not isinstance(motion, Spline) or motion.ends != "periodic"]


@pytest.mark.parametrize("a", PARTS, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("b", PARTS, ids=lambda one: type(one).__name__)
def test_a_sum_is_the_sum(a, b):
    motion, t = Sum(motions=(a, b)), np.linspace(-0.713, 3.1, 97)
    for d in range(HIGHEST + 1):
        one, other = a.value(t, d), b.value(t, d)
        scale = 1.0 + np.abs(one).max() + np.abs(other).max()
        np.testing.assert_allclose(motion.value(t, d), one + other, atol=1e-10 * scale)
    assert motion.smoothness >= min(a.smoothness, b.smoothness)


def test_a_jump_is_seen_where_rounding_has_split_a_time():
    corner, ramp = Table(times=(0, 0.3, 1), values=(0, 1, 0), between="linear"), 0.1 + 0.2
    motion = Sum(motions=(corner, Polynomial(times=(0.0, ramp), values=(0.0, 1.0))))
    assert ramp != 0.3 and len(motion.pieces().starts) == 3 and motion.smoothness == 0


def test_a_periodic_spline_with_a_sine_on_it():
    motion, t = Sum(motions=(Spline(**CYCLE), Sine(amplitude=0.1, omega=30.0))), np.linspace(-3, 3, 101)
    np.testing.assert_allclose(motion.value(t), Spline(**CYCLE).value(t) + 0.1 * np.sin(30.0 * t), atol=1e-14)


def test_a_sequence_is_one_after_the_other():
    first = Polynomial(times=(0.5, 1.0), values=(0.0, 0.3))
    second = Trapezoid(initial=0.3, final=-0.2, speed=1.0, acceleration=4.0, start=17.0)
    motion, t = Sequence(motions=(first, second)), np.linspace(0.0, 0.999, 51)
    np.testing.assert_array_equal(motion.value(t), first.value(t))
    later = np.linspace(1.001, 3.0, 51)
    np.testing.assert_allclose(motion.value(later), second.value(later + 16.0), atol=1e-13)
    assert motion.smoothness == 1 and motion.span == (0.5, pytest.approx(1.0 + second.span[1] - 17.0))


# --- nonsense -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("motion", "sentence"),
    [
        (lambda: Polynomial(times=(0, 1), values=(0, 1), degree=4), "degree must be one of 3, 5, 7, 9, got 4"),
        (lambda: Polynomial(times=(0, 1), values=(0, 1), degree=11), "degree must be one of 3, 5, 7, 9, got 11"),
        (lambda: Polynomial(times=(0, 1), values=(0, 1), degree="5"), "degree must be a whole number, got '5'"),
        (lambda: Polynomial(times=(), values=()), "times must be two or more increasing numbers .s., got none"),
        (lambda: Polynomial(times=(1, 0), values=(0, 1)), "times must be two or more increasing"),
        (
            lambda: Polynomial(times=(0, 1), values=(0, 1, 2)),
            "values must be one number for each of the 2 times, got 3",
        ),
        (
            lambda: Polynomial(times=(0, 1), values=(0, 1), start=(0, 0, 0)),
            "start must be at most 2 derivatives for degree",
        ),
        (lambda: Polynomial(times=(0, 1), values=(0, math.nan)), r"values\[1\] must be finite"),
        (lambda: Polynomial(times=(0, 1e-200), values=(0, 1)), "numbers of a Polynomial must give finite results"),
        (lambda: Polynomial(times=(1, 1 + 1e-15), values=(0, 1)), "times of a Polynomial must be further apart"),
        (lambda: Trapezoid(final=1, speed=0, acceleration=1), "speed must be > 0 rad/s or m/s, got 0"),
        (lambda: Trapezoid(final=1, speed=1, acceleration=-1), "acceleration must be > 0"),
        (
            lambda: Trapezoid(final=1, speed=1, acceleration=1, start=1e300),
            "times of a Trapezoid must be further apart",
        ),
        (lambda: Spline(times=(0, 1), values=(0, 1), ends="periodic"), "values of a periodic spline must end as they"),
        (lambda: Spline(times=(0, 1), values=(0, 1), ends="free"), "ends must be one of clamped, natural, periodic"),
        (
            lambda: Spline(times=(0, 1), values=(0, 1), ends="natural", speeds=(1, 0)),
            "speeds must be left out of a nat",
        ),
        (lambda: Fourier(period=0.0), "period must be > 0 s, got 0.0"),
        (lambda: Fourier(period=1e-320, sines=(1.0,)), "numbers of a Fourier must give finite results"),
        (lambda: Fourier(period=1.0, sines=3.0), "sines must be numbers"),
        (lambda: Sum(motions=(STEP,)), "motions must be two or more generators of motions"),
        (lambda: Sum(motions=(STEP, "step")), r"motions\[1\] must be a generator of motions such as Polynomial"),
        (lambda: Sum(motions=(STEP, Spline(**CYCLE))), "motions with a periodic spline must be harmonics otherwise"),
        (lambda: Sequence(motions=(STEP, STEP)), "begin with the value .* got a jump of -1 at 1 s"),
        (lambda: Sequence(motions=(STEP, Sine(amplitude=1, omega=1))), r"motions\[1\] must have an end"),
        (lambda: Table(times=(0, 1), values=(0, 1), between="steps"), "between must be one of spline, linear"),
        (lambda: STEP.value(0.0, 5), "derivative must be at most 4, got 5"),
        (lambda: STEP.value(0.0, -1), "derivative must be >= 0, got -1"),
        (lambda: STEP.value(0.0, 0.5), "derivative must be a whole number"),
    ],
)
def test_nonsense_is_a_sentence(motion, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        motion().pieces()


# --- CSV files ----------------------------------------------------------------------------------------------------------
def written(tmp_path, text):
    path = tmp_path / "motion.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_table_from_a_file(tmp_path):
    path = written(tmp_path, "\ufeff# measured\nt,knee,note\n0, 0.1,a\n\n0.5, 0.3,b\r\n1, -2e-1,c\n")
    motion = Table.from_csv(path, column="knee")
    assert motion == Table(times=(0, 0.5, 1), values=(0.1, 0.3, -0.2))
    turned = Table.from_csv(str(written(tmp_path, "hip,time\n0.1,0\n0.3,0.5\n")), time="time", between="linear")
    assert turned == Table(times=(0, 0.5), values=(0.1, 0.3), between="linear")


@pytest.mark.parametrize(
    ("text", "columns", "sentence"),
    [
        ("t,q\n0,0\n1,x\n", {}, "q of .*motion.csv must be a number, got 'x' in row 2"),
        ("t,q\n0,0\n,1\n", {}, "t of .*motion.csv must be a number, got '' in row 2"),
        ("t,q\n0,0\n1,nan\n", {}, "q of .*motion.csv must be finite, got nan in row 2"),
        ("t,q\n0,0\ninf,1\n", {}, "t of .*motion.csv must be finite, got inf in row 2"),
        ("t,q\n0,0\n1,1\n1,2\n", {}, "t of .*motion.csv must rise, got 1.0 in row 3"),
        ("t,q\n0,0\n1,0,7\n", {}, "row 2 of .*motion.csv must have 2 fields like the header, got 3.*decimals need a p"),
        ("t,q\n0,0\n", {}, "motion.csv must have two or more rows below its header, got 1"),
        ("t;q\n0;0\n1;1\n", {}, "must be separated by commas, got semicolons"),
        ("t,a,b\n0,0,0\n1,1,1\n", {}, "column must be said where .*motion.csv has not just two, got none of t, a, b"),
        ("t,a,b\n0,0,0\n1,1,1\n", {"column": "c"}, "column must be one of a, b, got 'c'"),
        ("t,a,b\n0,0,0\n1,1,1\n", {"column": "t"}, "column must be one of a, b, got 't'"),
        ("t,a\n0,0\n1,1\n", {"time": "s"}, "time must be one of t, a, got 's'"),
        ("t\n0\n1\n", {}, "column must be said"),
        ("", {}, "must have a header"),
        (b"t,q\n0,\xff\n", {}, "must be text in UTF-8"),
    ],
)
def test_a_spoilt_file_is_a_sentence(tmp_path, text, columns, sentence):
    with pytest.raises(ValueError, match=sentence):
        Table.from_csv(written(tmp_path, text), **columns)


def test_no_file_is_a_sentence(tmp_path):
    with pytest.raises(FileNotFoundError, match="must be an existing CSV file"):
        Table.from_csv(tmp_path / "none.csv")
    with pytest.raises(TypeError, match="file must be the name of a CSV file, got 3"):
        Table.from_csv(3)


def test_pieces_are_what_compiled_code_needs():
    for motion in EXAMPLES:
        pieces = motion.pieces()
        assert isinstance(pieces, Pieces) and pieces.coefficients.shape == (len(pieces.starts), 10)
        assert pieces.harmonics.shape[1] == 3 and not pieces.coefficients[-1, 1:].any()
