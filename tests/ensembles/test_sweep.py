"""Ensembles from specification to result: engines, failures, resuming."""

import os
import sys

import numpy as np
import pytest
import sweep_parts as parts
import xarray as xr

import supple as sp
from supple.ensembles import Final, Impacts, Reduction
from supple.ensembles.store import Store

FALL = {"height": {"uniform": [0.101, 0.15]}, "bodies.ball.mass": {"log_uniform": [0.5, 2.0]}}


def outputs():
    """One of each kind."""
    return {
        "end": {"type": "Final", "channel": "ball.displacement"},
        "q": {"type": "Channel", "channel": "ball.displacement", "every": 0.02},
        "force": {"type": "ContactChannel", "contact": "ball/ground", "every": 0.02},
        "lowest": {"type": "Statistic", "channel": "ball.displacement", "of": "min"},
        "mean": {"type": "Statistic", "channel": "ball.displacement", "of": "mean"},
        "rms": {"type": "Statistic", "channel": "ball.displacement", "of": "rms"},
        "touches": {"type": "Impacts"},
        "e": {"type": "Impacts", "value": "restitution", "first": 2, "contact": "ball/ground"},
        "peak": {"type": "Peak", "contact": "ball/ground"},
        "lost": {"type": "Energy", "name": "lost"},
        "steps": {"type": "Counter", "name": "steps"},
        "seen": {"type": "Reduction", "function": "sweep_parts:seen", "units": "m"},
    }


@pytest.fixture
def sweep(tmp_path):
    def make(members=6, **more):
        words = {"design": "latin", "seed": 3, "block": 2, "outputs": outputs(), "allow_code": True} | more
        return sp.Sweep(scene=parts.drop_file(tmp_path), parameters=FALL, members=members, **words)

    return make


def bits(path):
    """Everything in a result, but for the time when it was made."""
    with xr.open_zarr(path, chunks=None) as found:
        return {name: (one.dims, one.values.tolist().__repr__()) for name, one in found.variables.items()}


def test_members_are_the_runs_that_simulate_gives(sweep, tmp_path):
    found = sp.ensemble(sweep(), tmp_path / "out", engine="serial")
    assert (found.members, found.done, found.failed, found.complete) == (6, 6, 0, True)
    data = found.dataset()
    for k in range(6):
        one = data.isel(member=k)
        asked = {"height": one["height"].item(), "bodies.ball.mass": one["bodies.ball.mass"].item()}
        setup = sp.read_scene(tmp_path / "drop.toml", set=asked)
        run = sp.simulate(setup.scene, **setup.run)
        assert one["end"].item() == run["ball.displacement"][-1]
        assert one["q"].values.tolist() == run.channel("ball.displacement", [0.0, 0.02, 0.04]).tolist()
        assert one["force"].values.tolist() == run.contact("ball/ground", [0.0, 0.02, 0.04]).force.tolist()
        assert one["lowest"].item() == run["ball.displacement"].min()
        assert abs(one["mean"].item()) <= one["rms"].item()
        assert one["touches"].item() == len(run.impacts)
        e = [impact.restitution for impact in run.impacts][:2]
        expected = [np.nan if value is None else value for value in e] + [np.nan] * (2 - len(e))
        assert one["e"].values == pytest.approx(expected, nan_ok=True, rel=0)
        assert one["peak"].item() == (run.peaks["ball/ground"][0] if run.peaks else 0.0)
        assert one["lost"].item() == run.ledger.dissipated[-1]
        assert one["steps"].item() == run.statistics["steps"]
    assert data["end"].attrs["units"] == "m" and data["force"].attrs["units"] == "N"
    assert data["q_time"].values == pytest.approx([0.0, 0.02, 0.04])
    assert set(data.coords) >= {"height", "bodies.ball.mass"}


@pytest.mark.parametrize("engine", ["threads", "processes"])
def test_engines_give_the_same_bits(engine, sweep, tmp_path):
    sp.ensemble(sweep(), tmp_path / "serial", engine="serial")
    told = []
    sp.ensemble(sweep(), tmp_path / engine, engine=engine, workers=2, progress=told.append)
    assert bits(tmp_path / "serial") == bits(tmp_path / engine)
    assert [one.done for one in told] == [2, 4, 6] and told[-1].left == 0.0 and told[-1].per_second > 0


def test_python_scenes_and_functions_are_swept(tmp_path):
    asked = {
        "parameters": {"height": [0.2, 0.3]},
        "outputs": {"end": Final(channel="ball.displacement")},
        "run": {"end": 0.01},
    }
    sp.ensemble(sp.Sweep(scene=parts.drop, **asked), tmp_path / "function", engine="serial")
    paths = asked | {"parameters": {"bodies.ball.joint.displacement": [0.2, 0.3]}}
    sp.ensemble(sp.Sweep(scene=parts.drop(), **paths), tmp_path / "scene", engine="serial")
    a, b = (sp.open_ensemble(tmp_path / name).dataset()["end"].values for name in ("function", "scene"))
    assert a.tolist() == b.tolist() and a[0] != a[1]


def test_parameters_may_be_texts_switches_and_lists(tmp_path):
    sweep = sp.Sweep(
        scene=parts.drop, design="list", run={"end": 0.01}, outputs={"n": Impacts()},
        parameters={"material": ["steel", "rubber"], "height": [0.5, 1], "run.method": ["ode45", "auto"]},
    )  # fmt: skip
    data = sp.ensemble(sweep, tmp_path / "out", engine="serial").dataset()
    assert data["material"].values.tolist() == ["steel", "rubber"] and data["height"].values.tolist() == [0.5, 1.0]
    vectors = sp.Sweep(
        scene=parts.drop_file(tmp_path), parameters={"bodies.ball.joint.axis": [[0, 0, 1], [0, 1, 1]]},
        outputs={"n": Impacts()},
    )  # fmt: skip
    data = sp.ensemble(vectors, tmp_path / "vectors", engine="serial").dataset()
    assert data["bodies.ball.joint.axis"].values.tolist() == [[0, 0, 1], [0, 1, 1]]


# --- failures -----------------------------------------------------------------------------------------------------------
def failing(ways, numbers=1, **more):
    words = {"run": {"end": 0.02}, "outputs": {"seen": Reduction(function=parts.seen)}} | more
    return sp.Sweep(scene=parts.failing, parameters={"number": list(range(numbers)), "way": list(ways)}, **words)


def test_members_that_fail_are_recorded_with_their_sentence(tmp_path):
    found = sp.ensemble(failing(parts.WAYS, 2, block=5), tmp_path / "out", engine="serial")
    assert (found.done, found.failed) == (2, 2 * (len(parts.WAYS) - 1)) and len(parts.WAYS) > 10
    data = found.dataset()
    for k, way in enumerate(data["way"].values.tolist()):
        assert parts.WAYS[way] in data["message"].values[k]
        assert (data["message"].values[k] == "") == (data["status"].values[k] == 1) == (way == "fine")
        assert np.isfinite(data["seen"].values[k]) == (way == "fine")
    assert len(found.failures()) == 10 and found.failures()[0][1] == 2


def test_a_run_that_ends_early_has_failed_with_its_status(tmp_path):
    sweep = sp.Sweep(
        scene=parts.drop_file(tmp_path), parameters={"run.max_steps": [2, 10000]}, set={"height": 0.101},
        outputs={"n": Impacts()},
    )  # fmt: skip
    data = sp.ensemble(sweep, tmp_path / "out", engine="serial").dataset()
    assert data["message"].values[0].startswith("MAX_STEPS: the maximum number of steps was reached")
    assert data["status"].values.tolist() == [2, 1] and np.isnan(data["n"].values[0])


def test_a_member_that_kills_its_worker_has_failed_and_the_others_are_computed(tmp_path):
    sweep = failing(("fine", "dies", "nan", "fine"), block=4)
    found = sp.ensemble(sweep, tmp_path / "out", engine="processes", workers=1)
    assert (found.done, found.failed) == (2, 2)
    assert found.dataset()["message"].values[1] == "its worker process was ended by SIGKILL, 2 times"


# --- resuming -----------------------------------------------------------------------------------------------------------
class Enough(Exception):
    """Ends a sweep from its progress."""


def stop_after(blocks):
    def progress(at):
        if at.done >= 2 * blocks:
            raise Enough

    return progress


def test_what_is_complete_is_not_computed_again(sweep, tmp_path, monkeypatch):
    monkeypatch.setenv("SWEEP_LOG", str(tmp_path / "log"))
    asked = sweep(outputs={"seen": Reduction(function=parts.logged)})
    with pytest.raises(Enough):
        sp.ensemble(asked, tmp_path / "out", engine="serial", progress=stop_after(2))
    half = sp.open_ensemble(tmp_path / "out")
    assert half.done == 4 and not half.complete
    with pytest.raises(FileExistsError, match="is there already"):
        sp.ensemble(asked, tmp_path / "out", engine="serial")
    sp.ensemble(asked, tmp_path / "out", engine="serial", resume=True)
    sp.ensemble(asked, tmp_path / "out", engine="serial", resume=True)
    lines = (tmp_path / "log").read_text().splitlines()
    assert len(lines) == len(set(lines)) == 6
    sp.ensemble(asked, tmp_path / "whole", engine="serial", resume=True)
    assert bits(tmp_path / "out") == bits(tmp_path / "whole")


def test_a_block_that_was_being_written_is_computed_again(sweep, tmp_path, monkeypatch):
    """The mark comes last: a kill before it leaves a block that is not there."""
    sp.ensemble(sweep(), tmp_path / "whole", engine="serial")
    store = Store.create(tmp_path / "out", sweep(), *_settled(sweep()))
    seen = []

    def spy(self, block, rows):
        seen.append(block.number)
        if block.number == 1:
            rows = {name: value for name, value in rows.items() if name != "status"}
        return write(self, block, rows)

    write = Store.write
    monkeypatch.setattr(Store, "write", spy)
    with pytest.raises(KeyError, match="status"):
        sp.ensemble(sweep(), tmp_path / "out", engine="serial", resume=True)
    assert store.missing() == [1, 2]
    monkeypatch.setattr(Store, "write", write)
    sp.ensemble(sweep(), tmp_path / "out", engine="serial", resume=True)
    assert bits(tmp_path / "out") == bits(tmp_path / "whole")


def _settled(asked):
    from supple.ensembles.run import settled

    return settled(asked)


def test_another_specification_is_refused_with_what_differs(sweep, tmp_path):
    sp.ensemble(sweep(), tmp_path / "out", engine="serial")
    for other, sentence in (
        (sweep(seed=4), r"seed \(was 3, is 4\)"),
        (sweep(members=8), r"members \(was 6, is 8\)"),
        (sweep(run={"end": 0.04}), r"run.end \(was absent, is 0.04\)"),
        (sweep(set={"height": 0.2}), "set.height"),
        (sweep(outputs={"end": Final(channel="ball.displacement")}), "outputs.q"),
    ):
        with pytest.raises(ValueError, match=f"must be resumed with the specification that began it.*{sentence}"):
            sp.ensemble(other, tmp_path / "out", engine="serial", resume=True)
    text = (tmp_path / "drop.toml").read_text()
    same = sweep()
    (tmp_path / "drop.toml").write_text(text.replace("1e5", "2e5"))
    changed = sp.Sweep(scene=tmp_path / "drop.toml", parameters=FALL, outputs=outputs(), allow_code=True,
                       **{name: getattr(same, name) for name in ("design", "members", "seed", "block")})  # fmt: skip
    with pytest.raises(ValueError, match="what the scene says"):
        sp.ensemble(changed, tmp_path / "out", engine="serial", resume=True)


@pytest.mark.skipif(sys.platform == "win32", reason="there is nothing to lock")
def test_two_processes_do_not_work_on_one_result(sweep, tmp_path):
    sp.ensemble(sweep(), tmp_path / "out", engine="serial")
    with Store(tmp_path / "out"), pytest.raises(BlockingIOError, match="one process at a time"):
        sp.ensemble(sweep(), tmp_path / "out", engine="serial", resume=True)


# --- specifications -----------------------------------------------------------------------------------------------------
SPEC = """
scene = "drop.toml"
[parameters]
height = { from = 0.2, to = 0.3, number = 3 }
[outputs]
end = { type = "Final", channel = "ball.displacement" }
"""


def test_a_specification_in_toml_is_the_one_in_python(tmp_path):
    parts.drop_file(tmp_path)
    (tmp_path / "spec.toml").write_text(SPEC)
    read = sp.read_sweep(tmp_path / "spec.toml")
    written = sp.Sweep(
        scene=tmp_path / "drop.toml", parameters={"height": np.linspace(0.2, 0.3, 3)},
        outputs={"end": Final(channel="ball.displacement")},
    )  # fmt: skip
    assert read.facts == written.facts and read.hash == written.hash
    assert read.hash != sp.read_sweep(tmp_path / "spec.toml", set={"bodies.ball.mass": 2.0}).hash


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('scene = "drop.toml"', "", "must have either a scene or a function"),
        ('scene = "drop.toml"', 'function = "sweep_parts:drop"', "only where that is allowed"),
        ('type = "Final"', 'type = "End"', "output end: type must be one of Final, "),
        ("channel =", "chanel =", "output end: key must be one of channel, got 'chanel'"),
        (', channel = "ball.displacement"', "", "output end: .*channel"),
        ("end = {", "status = {", "an output must not be named 'status'"),
        ("end = {", "height = {", "an output must not be named like the parameter"),
        ("end = {", '"a/b" = {', "must not hold a slash"),
        ("[parameters]", 'design = "sobol"\n[parameters]', "design must be one of grid, list, random, latin"),
        ("[parameters]", "block = 0\n[parameters]", "block must be >= 1"),
        ("[parameters]", "colour = 1\n[parameters]", "key must be one of scene"),
        ("[outputs]", "[run]\nends = 1\n[outputs]", "run: key must be one of end"),
    ],
)
def test_what_is_wrong_with_a_specification_is_said_before_anything_is_computed(old, new, sentence, tmp_path):
    parts.drop_file(tmp_path)
    (tmp_path / "spec.toml").write_text(SPEC.replace(old, new, 1))
    with pytest.raises((TypeError, ValueError), match=sentence):
        sp.read_sweep(tmp_path / "spec.toml")


def test_names_that_no_member_has_are_told_at_once(tmp_path):
    file = parts.drop_file(tmp_path)
    wrong = {
        "channel must be one of": {"x": Final(channel="ball.p")},
        "contact must be one of": {"x": Impacts(contact="ball/floor")},
    }
    for sentence, asked in wrong.items():
        sweep = sp.Sweep(scene=file, parameters={"height": [0.2]}, outputs=asked)
        with pytest.raises(ValueError, match=f"output x: {sentence}"):
            sp.ensemble(sweep, tmp_path / "out")
    with pytest.raises(ValueError, match=r"height must be|must not all fail"):
        sp.ensemble(sp.Sweep(scene=file, parameters={"hight": [0.2]}, outputs={"n": Impacts()}), tmp_path / "out")
    with pytest.raises(TypeError, match="must take the parameters hight"):
        sp.Sweep(scene=parts.drop, parameters={"hight": [0.2]}, outputs={"n": Impacts()})
    assert not os.path.exists(tmp_path / "out")


def test_functions_that_no_process_can_import_are_refused(tmp_path):
    sweep = sp.Sweep(
        scene=lambda height: parts.drop(height),
        parameters={"height": [0.2]},
        outputs={"n": Impacts()},
        run={"end": 0.01},
    )
    with pytest.raises(TypeError, match="must be ones that a process can import"):
        sp.ensemble(sweep, tmp_path / "out", engine="processes")
    assert sp.ensemble(sweep, tmp_path / "other", engine="threads").done == 1
