"""A small version of validation/cornered: every pair once, and its judge finds what is wrong."""

import importlib
import importlib.util
import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import supple as sp

pytest.importorskip("coal")  # comes with Pinocchio
FOLDER = Path(__file__).parents[2] / "validation" / "cornered"
NAMES = ("draw", "oracle", "judge")
PLANES_AND_MORE = [
    ("box", "box"),
    ("sphere", "ellipsoid"),
    ("cylinder", "plane"),
    ("hull", "terrain"),
]  # an oracle each


@pytest.fixture(scope="module")
def campaign():
    """The modules of the folder."""
    before = {name: sys.modules.pop(name) for name in NAMES if name in sys.modules}
    sys.path.insert(0, str(FOLDER))
    try:
        yield {name: importlib.import_module(name) for name in NAMES}
    finally:
        sys.path.remove(str(FOLDER))
        for name in NAMES:
            sys.modules.pop(name, None)
        sys.modules.update(before)


def ran(campaign, pair, seed):
    """An encounter that touches, and its run."""
    encounter = campaign["draw"].draw(pair, seed)
    return encounter, sp.simulate(encounter.scene, encounter.end, rtol=1e-6)


@pytest.mark.jit
@pytest.mark.filterwarnings("ignore::supple.SceneWarning")
def test_no_pair_is_wrong(campaign):
    judge = campaign["judge"]
    for pair in campaign["draw"].PAIRS:
        verdict = judge.judge(pair, 3)
        assert verdict.answer in judge.RIGHT, (pair, verdict)


@pytest.mark.jit
@pytest.mark.parametrize("pair", PLANES_AND_MORE, ids="-".join)
@pytest.mark.filterwarnings("ignore::supple.SceneWarning")
def test_what_flies_through_each_other_was_missed(campaign, pair):
    encounter, run = ran(campaign, pair, 1)
    assert campaign["judge"]._verdict(encounter, run, 1e-6).answer == "touched"
    encounter.scene.rules.clear()
    through = sp.simulate(encounter.scene, encounter.end, rtol=1e-6)
    assert campaign["judge"]._verdict(encounter, through, 1e-6).answer == "missed"


@pytest.mark.jit
@pytest.mark.parametrize("pair", PLANES_AND_MORE, ids="-".join)
@pytest.mark.filterwarnings("ignore::supple.SceneWarning")
def test_a_touch_of_larger_shapes_was_invented(campaign, pair):
    """The judge is told of a smaller body than that which ran."""
    draw = campaign["draw"]
    encounter, run = ran(campaign, pair, 1)
    small = draw.KINDS[pair[0]](np.random.default_rng(0), 0.05 * encounter.size)
    shapes, reaches = (small, encounter.shapes[1]), (draw.reach(small), encounter.reaches[1])
    assert (
        campaign["judge"]._verdict(encounter._replace(shapes=shapes, reaches=reaches), run, 1e-6).answer == "invented"
    )


@pytest.mark.jit
@pytest.mark.filterwarnings("ignore::supple.SceneWarning")
def test_a_soft_law_lets_them_pass(campaign):
    encounter, _ = ran(campaign, ("box", "plane"), 1)
    rule = encounter.scene.rules[0]
    encounter.scene.rules[0] = replace(rule, normal=sp.Hertz(k=rule.normal.k / 1e4))
    run = sp.simulate(encounter.scene, encounter.end, rtol=1e-6)
    assert campaign["judge"]._verdict(encounter, run, 1e-6).answer == "passed"


def test_looks_go_where_the_gap_may_be_small(campaign):
    """A dip of a thousandth of the run is found, by few looks."""
    oracle = campaign["oracle"]
    motion = oracle.Motion.__new__(oracle.Motion)
    motion.times = np.linspace(0.0, 1.0, 2048)
    gaps = np.abs(motion.times - 0.7003) - 2e-3
    motion.way = motion.times
    found = oracle.least(motion, lambda places: gaps[places], np.full(2048, -1e-5))
    assert np.nanmin(found) == gaps.min() and np.count_nonzero(~np.isnan(found)) < 100


@pytest.mark.jit
def test_batches_are_kept_and_a_torn_line_is_not(campaign, tmp_path, monkeypatch):
    """What --resume goes on with."""
    out = tmp_path / "lines.jsonl"
    spec = importlib.util.spec_from_file_location("cornered_main", FOLDER / "__main__.py")
    main = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(main)
    arguments = ["cornered", "--count", "2", "--pairs", "sphere-plane", "sphere-sphere", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", arguments)
    assert main.main() == 0
    whole = out.read_bytes()
    lines = [json.loads(line) for line in whole.splitlines()]
    assert [line["pair"] for line in lines] == ["sphere-plane", "sphere-sphere"]
    with pytest.raises(SystemExit):
        main.main()
    out.write_bytes(whole[:-30])
    monkeypatch.setattr(sys, "argv", [*arguments, "--resume"])
    assert main.main() == 0
    again = [json.loads(line) for line in out.read_bytes().splitlines()]
    assert [{**line, "ms": 0} for line in again] == [{**line, "ms": 0} for line in lines]


@pytest.mark.jit
@pytest.mark.parametrize(
    ("pair", "seed"),
    [
        (("cylinder", "hull"), 154),
        (("hull", "plane"), 101018),
        (("cylinder", "plane"), 101542),
        (("hull", "hull"), 101690),
    ],
)
def test_no_first_step_of_an_impact_goes_over_half_of_it(campaign, pair, seed):
    # on the square-root clock steps grew twentyfold, that is 400 times as long: dop853 saw nothing of what was between
    verdict = campaign["judge"].judge(pair, seed)
    assert campaign["judge"].setting(pair, seed) == ("dop853", 1e-6)
    assert verdict.answer == "touched" and verdict.energy < 10.0


@pytest.mark.jit
@pytest.mark.filterwarnings("ignore::supple.SceneWarning")
def test_a_foot_beyond_the_border_is_not_invented(campaign):
    # the centre of the ball is inside of the border, but the slope under it goes on beyond: the run ends and says so
    pair, seed = ("capsule", "terrain"), 104551
    assert campaign["judge"].judge(pair, seed).answer == "ended"
    encounter, run = ran(campaign, pair, seed)
    assert "beyond the border" in run.message
    # a run that ends there excuses the touch of a ball that reaches over the border, and no other
    small = sp.Capsule((-1e-5, 0, 0), (1e-5, 0, 0), 1e-5)
    told = encounter._replace(shapes=(small, encounter.shapes[1]), reaches=(2e-5, 0.0))
    assert campaign["judge"]._verdict(told, run, 1e-6).answer == "invented"


@pytest.mark.jit
def test_nearly_parallel_edges_touch_in_time(campaign):
    # by 0.4 % of the roundings late, when what faded depended on the angle alone
    assert campaign["judge"].judge(("hull", "hull"), 109899).answer == "touched"


def test_only_what_is_nearly_parallel_may_touch_late(campaign):
    oracle, draw = campaign["oracle"], campaign["draw"]
    bar = sp.Box((1.0, 0.1, 0.1), rounding=0.01)
    encounter = draw.Encounter(None, (bar, bar), 1.0, (0.5, 0.5), 0.5, 0.02)
    motion = oracle.Motion.__new__(oracle.Motion)
    lean = Rotation.from_rotvec((np.pi / 4, 0, 0))
    height = 2 * (0.04 * np.sqrt(2) + 0.01)
    for sine, gap, expected in ((0.0, -1e-4, True), (9e-3, -1e-4, True), (1.1e-2, -1e-4, False), (9e-3, 1e-4, False)):
        turn = Rotation.from_rotvec((0, 0, np.arcsin(sine))) * lean
        motion.p = np.array([[(0, 0, 0), (0, 0, height + gap)]])
        motion.R = np.array([[lean.as_matrix(), turn.as_matrix()]])
        assert oracle.are_along(encounter, motion, 0) is expected, (sine, gap)
