"""Fits to synthetic data: parameters inside their intervals, outliers, the preferred law, refusals."""

import math
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import trapezoid

from supple.impacts import fit, impact, read_measured, restitution_curve
from supple.impacts.measured import Measured, bounce_heights, bounce_times, restitution_points
from supple.impacts.models import ForceModel
from supple.laws import AzadFeatherstone, HuntCrossley, PowerLaw
from supple.show.restitution import plot_fit_page

MASS = 0.1
TRUTH = AzadFeatherstone(k=1e8, lam=2e4)
SPEEDS = np.geomspace(0.05, 5.0, 16)
EXACT = restitution_curve(TRUTH, SPEEDS, MASS).restitution


def noisy(seed, sigma=0.01, sd=None):
    e = EXACT + np.random.default_rng(seed).normal(0.0, sigma, SPEEDS.size)
    return restitution_points(SPEEDS, np.clip(e, 0.0, 1.0), sd)


@pytest.mark.slow
def test_intervals_cover_the_truth_as_often_as_they_say():
    seeds = range(200)
    inside = 0
    for seed in seeds:
        found = fit(noisy(seed), "AzadFeatherstone", mass=MASS, k=1e8).best
        inside += found.low[0] <= TRUTH.lam <= found.high[0]
        assert found.sigma == pytest.approx(0.01, rel=0.8)
    assert 0.90 <= inside / len(seeds) <= 0.99


def test_the_data_prefer_the_law_that_made_them():
    found = fit(noisy(0), mass=MASS, k=1e8)
    assert found.best.name == "AzadFeatherstone" and len(found.laws) == 4
    assert found.laws[1].aicc - found.best.aicc > 20.0
    assert found.sentence().startswith("the data prefer AzadFeatherstone over ")
    assert "AICc lower by" in found.sentence() and "relative likelihood" in found.sentence()
    other = restitution_curve(HuntCrossley(k=1e8, lam=2e7), SPEEDS, MASS).restitution
    noise = np.random.default_rng(3).normal(0.0, 0.005, SPEEDS.size)
    assert fit(restitution_points(SPEEDS, np.clip(other + noise, 0, 1)), mass=MASS).best.name == "HuntCrossley"


def test_the_data_may_be_unable_to_tell():
    """At one speed every law has its damping."""
    speeds = np.full(6, 2.0)
    e = 0.7 + np.random.default_rng(0).normal(0.0, 0.01, 6)
    found = fit(restitution_points(speeds, e), mass=MASS, k=1e8)
    assert "cannot tell" in found.sentence()


def test_stiffness_is_not_told_by_restitution():
    found = fit(noisy(1), "AzadFeatherstone", mass=MASS)
    assert "k is not identifiable from restitution alone and was kept at 1e+06" in found.sentence()
    exact = fit(noisy(1), "AzadFeatherstone", mass=MASS, k=1e8).best
    assert found.best.law.lam * 1e6**-0.6 == pytest.approx(exact.law.lam * 1e8**-0.6, rel=1e-6)
    assert "kept at 1e+08" in fit(noisy(1), "AzadFeatherstone", mass=MASS, k=1e8, free=("k",)).sentence()


def test_what_a_law_does_not_have_it_is_not_given():
    found = fit(noisy(0), ("PowerLaw n=1.5", "LeeWang"), mass=MASS, k=1e8, free=("p",), bounds={"p": (0.2, 0.8)})
    assert [one.name for one in found.laws] == ["PowerLaw", "LeeWang"]
    assert found.best.law.p == pytest.approx(0.5, abs=0.1)


def test_an_exponent_may_be_fitted():
    truth = PowerLaw(k=1e8, n=1.5, lam=1e5, p=0.8)
    v = np.geomspace(0.02, 10.0, 25)
    e = restitution_curve(truth, v, MASS).restitution + np.random.default_rng(5).normal(0.0, 0.003, v.size)
    found = fit(restitution_points(v, e), "PowerLaw", mass=MASS, k=1e8, free=("p",), others={"n": 1.5}).best
    assert found.names == ("lam", "p") and found.low[1] < 0.8 < found.high[1] and found.high[1] - found.low[1] < 0.3
    flat = fit(restitution_points(np.full(8, 1.0), np.full(8, 0.6)), "PowerLaw", mass=MASS, k=1e8, free=("p",),
               others={"n": 1.5})  # fmt: skip
    assert "is not identifiable from these data" in flat.sentence()


@pytest.mark.parametrize("loss", ["soft_l1", "huber", "cauchy"])
def test_robust_losses_shrug_off_outliers(loss):
    data = noisy(2)
    e = data.y.copy()
    e[[3, 9]] = 0.2
    bad = restitution_points(SPEEDS, e)
    plain, robust = (fit(bad, "AzadFeatherstone", mass=MASS, k=1e8, loss=way).best.law.lam for way in ("linear", loss))
    assert abs(robust / TRUTH.lam - 1.0) < 0.05 < abs(plain / TRUTH.lam - 1.0)


def test_known_deviations_weigh():
    sd = np.where(np.arange(16) % 2, 0.1, 0.003)
    rng = np.random.default_rng(4)
    found = fit(
        restitution_points(SPEEDS, EXACT + rng.normal(0.0, sd).clip(-0.2, 0.1), sd), "AzadFeatherstone", mass=MASS
    )
    assert found.best.sigma == pytest.approx(1.0, rel=0.6)


def record(law, speed, seed, noise=0.01, n=80):
    T = impact(law, speed, MASS).duration
    t = np.linspace(-0.3 * T, 1.4 * T, n)
    force = ForceModel(Measured("force", t, np.ones(n)), MASS, speed).force(law, t)
    force = force + np.random.default_rng(seed).normal(0.0, noise * force.max(), n)
    return Measured("force", t + 2e-3, force)


def test_a_force_record_tells_stiffness_and_damping():
    found = fit(record(TRUTH, 2.0, 0), mass=MASS, speed=2.0)
    assert found.best.name == "AzadFeatherstone" and found.best.names == ("lam", "k", "start")
    truth = (TRUTH.lam, TRUTH.k, 2e-3)
    for value, low, high in zip(truth, found.best.low, found.best.high, strict=True):
        assert low - 0.5 * (high - low) <= value <= high + 0.5 * (high - low)
    assert found.best.law.k == pytest.approx(1e8, rel=0.05)


def test_the_force_record_is_the_force_of_the_impact():
    one = impact(TRUTH, 2.0, MASS, rtol=1e-10)
    t = np.linspace(0.0, one.duration, 20001)
    force = ForceModel(Measured("force", t, np.ones(t.size)), MASS, 2.0).force(TRUTH, t)
    assert force.max() == pytest.approx(one.peak_force, rel=1e-6)
    assert trapezoid(force, t) == pytest.approx(MASS * 2.0 * (1.0 + one.restitution), rel=1e-6)
    outside = ForceModel(Measured("force", t, np.ones(t.size)), MASS, 2.0).force(
        TRUTH, np.array([-1.0, 1.01 * one.duration])
    )
    assert np.array_equal(outside, [0.0, 0.0])


def test_bounces_become_restitution():
    g, H = 10.0, 0.8
    v, t, times, heights = [math.sqrt(2 * g * H)], 0.0, [0.0], []
    for _ in range(8):
        v.append(v[-1] * impact(TRUTH, v[-1], MASS).restitution)
        t += 2.0 * v[-1] / g
        times.append(t)
        heights.append(v[-1] ** 2 / (2 * g))
    for data in (bounce_times(times, H, gravity=g), bounce_heights(heights, H, gravity=g)):
        np.testing.assert_allclose(data.x, v[:-1], rtol=1e-12)
        assert fit(data, "AzadFeatherstone", mass=MASS, k=1e8).best.law.lam == pytest.approx(TRUTH.lam, rel=1e-4)


def write(tmp_path, text):
    path = Path(tmp_path) / "data.csv"
    path.write_text(text)
    return path


def test_files(tmp_path):
    path = write(
        tmp_path, "# a comment\nspeed, e\n" + "\n".join(f"{v},{e}" for v, e in zip(SPEEDS, EXACT, strict=True))
    )
    found = fit(path, "AzadFeatherstone", mass=MASS, k=1e8)
    assert found.best.law.lam == pytest.approx(TRUTH.lam, rel=1e-5)
    figure = plot_fit_page(found)
    assert len(figure.axes) == 2
    assert read_measured(write(tmp_path, "t,force\n0,0\n1,5\n")).kind == "force"
    assert read_measured(write(tmp_path, "height\n0.5\n0.3\n"), drop_height=1.0).y[0] == pytest.approx(0.5**0.5)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "must have a header and rows of numbers"),
        ("speeed,e\n1,0.5\n", "did you mean 'speed'"),
        ("speed\n1\n", "must have the columns speed, e or t, force"),
        ("speed,e\n1,x\n", r"e of .* must be a number, got 'x' in row 1"),
        ("speed,e\n1,0.5\n2\n", r"row 2 of .* must have 2 fields like the header, got 1: '2'$"),
        ("speed,e\n1,nan\n", "y must be finite, got nan in row 1"),
        ("speed,e\n1,1.2\n", r"e must be between 0 and 1, got 1\.2 in row 1"),
        ("speed,e\n1,0.5\n-1,0.5\n", r"speed must be > 0 m/s, got -1\.0 in row 2"),
        ("speed,e,sd\n1,0.5,0\n", "sd must be > 0"),
        ("t,force\n0,1\n0,2\n", r"t must rise, got 0\.0 in row 2"),
        ("bounce_time\n0\n1\n", "drop_height must be given for bounce times"),
        ("speed,e\n1,0.5\n2,0.4\n", "must have at least 4 points to fit AzadFeatherstone, got 2"),
    ],
)
def test_bad_files_are_refused_with_a_sentence(tmp_path, text, sentence):
    with pytest.raises(ValueError, match=sentence):
        fit(write(tmp_path, text), mass=MASS, k=1e8)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: fit(noisy(0), mass=0.0), "mass must be > 0 kg"),
        (lambda: fit(noisy(0), mass=1.0, loss="l1"), "loss must be one of"),
        (lambda: fit(noisy(0), (), mass=1.0), "law_types must name one or more laws"),
        (lambda: fit(noisy(0), "Hertz", mass=1.0), "law must have a damping"),
        (lambda: fit(noisy(0), "LeWang", mass=1.0), "did you mean 'LeeWang'"),
        (lambda: fit(noisy(0), "LeeWang", mass=1.0, free=("m",)), "free must be one of k, lam"),
        (lambda: fit(record(TRUTH, 2.0, 0), mass=MASS), "speed must be given for a force record"),
    ],
)
def test_errors_are_sentences(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()


# --- files as users have them -------------------------------------------------------------------------------------------
SPOILT = {
    "decimal commas": (
        b"speed,e\n1,0,0,7\n",
        ValueError,
        r"row 1 of .* must have 2 fields like the header, got 4: .*0\.7",
    ),
    "decimal comma of one": (b"height\n0,7\n", ValueError, r"must have 1 field like the header, got 2: .*need a point"),
    "decimal commas in quotes": (
        b'speed,e\n1.0,"0,7"\n',
        ValueError,
        r"e of .* got '0,7' in row 1 \(decimals need a p",
    ),
    "a field too many": (
        b"speed,e\n1,0.5\n2,0.5,x\n",
        ValueError,
        r"row 2 of .* 2 fields like the header, got 3: '2,0.5,x'$",
    ),
    "semicolons": (b"speed;e\n1;0.5\n", ValueError, "separated by commas, got semicolons: 'speed;e'"),
    "tabs": (b"speed\te\n1\t0.5\n", ValueError, "separated by commas, got tabs"),
    "header only": (b"speed,e\n", ValueError, "must have rows of numbers below its header, got none"),
    "comments only": (b"# nothing\n\n", ValueError, "must have a header and rows of numbers, got an empty file"),
    "a column twice": (b"speed,e,e\n1,0.5,0.4\n", ValueError, "columns of .* must differ, got 'e' twice"),
    "a column by two names": (b"speed,e,v\n1,0.5,0.4\n", ValueError, "columns of .* must differ, got two for speed"),
    "a column without name": (b"speed,e,\n1,0.5,\n", ValueError, "every column of .* must have a name, got 'speed,e,'"),
    "an open quote": (
        b'speed,e\n1,"0.5\n2,0.6\n',
        ValueError,
        r"row 1 of .* must be fields between commas, got '1,\"0\.5'",
    ),
    "a long field": (b"speed,e\n1," + b"5" * 200_000, ValueError, "row 1 of .* field larger than field limit"),
    "a NUL byte": (b"speed,e\n1,0.\x005\n", ValueError, "row 1 of .* must be text, got a NUL byte"),
    "UTF-16": ("speed,e\n1,0.5\n".encode("utf-16"), ValueError, "must be text in UTF-8, got text in UTF-16: save it"),
    "Latin-1": (
        "# für\nspeed,e\n1,0.5\n".encode("latin-1"),
        ValueError,
        "must be text in UTF-8, got the byte 0xfc at 3",
    ),
    "too many points": (
        b"speed,e\n" + b"1,0.5\n" * 10_001,
        ValueError,
        "at most 10000 points of restitution .*, got 10001",
    ),
    "endless": (Path("/dev/zero"), ValueError, "must be at most 67108864 bytes long, got more"),
    "a directory": (Path("."), OSError, "must be a CSV file, got a directory"),
    "no file": (Path("nowhere.csv"), OSError, "must be an existing CSV file, got no such file"),
}


@pytest.mark.parametrize(("content", "kind", "sentence"), SPOILT.values(), ids=SPOILT)
def test_a_spoilt_file_gives_a_sentence(tmp_path, content, kind, sentence):
    path = content if isinstance(content, Path) else tmp_path / "data.csv"
    if path is not content:
        path.write_bytes(content)
    with pytest.raises(kind, match=sentence) as caught:
        fit(path, mass=MASS, k=1e8)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 600


def test_a_mark_comments_spaces_and_quotes_do_no_harm(tmp_path):
    path = tmp_path / "data.csv"
    path.write_bytes('\ufeff# made by hand\r\nspeed , e\r\n\r\n 1.0, 0.5\r\n# end\r\n"2.0",0.4'.encode())
    data = read_measured(path)
    assert data.x.tolist() == [1.0, 2.0] and data.y.tolist() == [0.5, 0.4]


def test_a_million_rows_are_read(tmp_path):
    path = tmp_path / "force.csv"
    path.write_text("t,force\n" + "".join(f"{i},1\n" for i in range(1_000_000)))
    data = read_measured(path)
    assert data.x.size == 1_000_000 and data.x[-1] == 999_999.0
