"""`supple restitution` and `supple fit` as a user meets them."""

import json

import pytest
from amounts import amount
from commands import supple

AF = "AzadFeatherstone k=1e10 lam=1e5"


def good(*arguments):
    result = supple(*arguments)
    assert result.returncode == 0 and result.stderr == "", result.stderr
    return result.stdout


def test_a_table_and_files(tmp_path):
    out = good(
        "restitution", AF, "HuntCrossley k=1e10 lam=1e8", "--mass", 0.066, "--speeds", "0.1:5:20", "--out", tmp_path
    )
    assert "AzadFeatherstone k=1e+10 lam=100000" in out and "8 of 20 speeds" in out and "e [-]" in out
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["1-AzadFeatherstone.csv", "2-HuntCrossley.csv", "restitution.png"]


def test_one_object(tmp_path):
    data = json.loads(good("restitution", AF, "--mass", 0.066, "--speeds", "1,2", "--json"))
    assert data["laws"][0]["speed"] == [1.0, 2.0] and len(data["laws"][0]["restitution"]) == 2


def test_damping_from_a_drop():
    data = json.loads(
        good("restitution", "LeeWang k=1e8", "--mass", 1, "--drop", "1:0.25", "--speeds", "4.4287", "--json")
    )
    assert data["laws"][0]["restitution"][0] == pytest.approx(0.5, abs=1e-4)


def test_fit(tmp_path):
    speeds = f"0.1:5:{amount(6, 12)}"
    rows = json.loads(good("restitution", AF, "--mass", 0.066, "--speeds", speeds, "--json"))["laws"][0]
    path = tmp_path / "data.csv"
    pairs = zip(rows["speed"], rows["restitution"], strict=True)
    path.write_text("speed,e\n" + "".join(f"{v},{e:.3f}\n" for v, e in pairs))
    out = good("fit", path, "--mass", 0.066, "--k", 1e10, "--out", tmp_path / "out")
    assert "the data prefer AzadFeatherstone over" in out and (tmp_path / "out" / "fit.png").exists()
    data = json.loads(good("fit", path, "--mass", 0.066, "--k", 1e10, "--json"))
    assert data["laws"][0]["parameters"]["lam"]["value"] == pytest.approx(1e5, rel=0.02)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("restitution", AF, "--mass", 0), "mass must be > 0 kg"),
        (("restitution", AF, "--mass", 1, "--speeds", "1:2"), "--speeds must be 3 numbers"),
        (("restitution", AF, "--mass", 1, "--speeds", "1:2:1"), "the count of --speeds"),
        (("restitution", "AzadFetherstone k=1", "--mass", 1), "did you mean 'AzadFeatherstone'"),
        (("restitution", AF, "--mass", 1, "--drop", "1:0.5"), "must not be given lam"),
        (("restitution", "LeeWang", "--mass", 1, "--drop", "1:0.5"), "must be given k"),
        (
            ("restitution", "LeeWang k=1", "--mass", 1, "--from-restitution", "0.5"),
            "--from-restitution must be 2 numbers",
        ),
        (("fit", "nowhere.csv", "--mass", 1), "nowhere.csv must be an existing CSV file, got no such file"),
    ],
)
def test_errors_are_one_sentence(arguments, word):
    result = supple(*arguments)
    assert result.returncode == 2 and result.stdout == ""
    assert result.stderr.startswith("supple: ") and result.stderr.count("\n") == 1 and word in result.stderr


def test_a_fit_that_fails_leaves_nothing_behind(tmp_path):
    (tmp_path / "few.csv").write_text("speed,e\n1,0.5\n")
    for data in ("nowhere.csv", "few.csv"):
        result = supple("fit", tmp_path / data, "--mass", 1, "--out", tmp_path / "new" / "directory")
        assert result.returncode == 2 and result.stderr.startswith("supple: ")
    assert [path.name for path in tmp_path.iterdir()] == ["few.csv"]
