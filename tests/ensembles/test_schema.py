"""The schema accepts the examples and marks what an editor can see to be wrong; `supple sweep` by the command line."""

import json
import tomllib
from pathlib import Path

import pytest
import sweep_parts as parts

import supple as sp
from supple.cli import main
from supple.ensembles.schema import schema

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "sweeps").glob("*.toml"))


def valid(said):
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(schema())
    return jsonschema.Draft202012Validator(schema()).is_valid(said)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_valid_and_read(path):
    said = tomllib.loads(path.read_text(encoding="utf-8"))
    assert valid(said)
    assert sp.read_sweep(path).table.size > 10
    for wrong in (
        {"outputs": {"x": {"type": "Final"}}},
        {"members": 0},
        {"colour": 1},
        {"parameters": {"a": {"from": 1}}},
    ):
        assert not valid(said | wrong)


def test_the_command_prints_what_came_out(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    parts.drop_file(tmp_path)
    Path("spec.toml").write_text(
        'scene = "drop.toml"\n[parameters]\n"bodies.ball.mass" = [1.0, -1.0]\n'
        '[outputs]\nend = { type = "Final", channel = "ball.displacement" }\n'
    )
    command = ["sweep", "spec.toml", "--engine", "serial", "--set", "height=0.4"]
    for extra, code in (([], 0), ([], 2), (["--resume"], 0), (["--resume", "--set", "run.end=0.01"], 2)):
        with pytest.raises(SystemExit) as ended:
            main([*command, *extra])
        said = capsys.readouterr()
        assert ended.value.code == code, said.err
        if code == 0:
            assert "2 members, 1 done, 1 failed" in said.out and "mass of 'ball' must be >= 0 kg" in said.out
    assert "set.run.end (was absent, is 0.01)" in said.err
    with pytest.raises(SystemExit):
        main(["schema", "--sweep"])
    assert json.loads(capsys.readouterr().out) == schema()
