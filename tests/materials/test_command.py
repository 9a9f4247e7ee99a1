"""`supple materials` as a function: what it prints for people, and as JSON."""

import json
import subprocess
import sys

import pytest

from supple.cli.materials import materials


@pytest.fixture
def printed(capsys):
    def run(*names, as_json=False):
        materials(*names, *[None] * (2 - len(names)), as_json)
        return capsys.readouterr().out

    return run


@pytest.fixture
def data(printed):
    return lambda *names: json.loads(printed(*names, as_json=True))


def test_all(printed, data):
    text = printed()
    assert all(name in text for name in ("steel, structural A36", "~127.5", "172*", "shod foot pad", "short names"))
    table = data()
    assert len(table["materials"]) == 39 and table["sources"]["SB"].startswith("simbody")


def test_one(printed, data):
    text = printed("cast iron")
    for part in (
        "cast iron, range",
        "127.5 GPa  (83-172)",
        "yield, tension strength",
        "brass on cast iron",
        "MST",
        "J. Thomas",
    ):
        assert part in text
    assert "restitution of 'cast iron' is not in the table" in text
    cork = data("cork")
    assert cork["material"]["ranges"] == {"E": [1e7, 2e7], "density": [120.0, 200.0]}
    assert cork["not_known"] == [f"{what} of 'cork' is not in the table" for what in ("friction", "restitution")]


def test_a_word_that_only_pairs_are_listed_under(printed):
    text = printed("teflon")
    assert "teflon on steel" in text and "elastic constants of 'teflon' are not in the table" in text


def test_pair(printed, data):
    text = printed("steel", "cast iron")
    for part in ("steel on cast iron", "83.81 GPa  (61.94-101.3)", "1.117e+11 sqrt(R)", "greased", "0.133"):
        assert part in text
    assert "restitution of 'steel' on 'cast iron' is not in the table" in text
    both = data("steel", "cast iron")
    assert both["contact_modulus"] == pytest.approx(83.805e9, rel=1e-4) and len(both["friction"]) == 2
    assert len(both["not_known"]) == 1 and both["restitution"] == []
    assert data("steel", "lead, pure")["contact_modulus"] is None


def test_points_and_their_remarks(printed):
    text = printed("tennis ball", "porcelain stoneware")
    assert "1.305  0.778  0.012   9  LAB" in text and "measured: drop height vs rebound height" in text


def test_markup_in_a_name_is_text(printed):
    with pytest.raises(ValueError, match=r"got '\[bold\]'"):
        printed("[bold]")


def test_unknown_name(printed):
    for names in (("stel",), ("steel", "stel"), ("stel", "steel")):
        with pytest.raises(ValueError, match="material must be one of the table, got 'stel'; did you mean 'steel'"):
            printed(*names)


def test_nothing_is_cut_off_in_80_columns():
    code = (
        "import sys; import supple.cli.output as o; o.WIDTH = 80\n"
        "from supple.cli.materials import materials\n"
        "for names in ((None, None), ('steel', None), ('steel', 'steel'), ('tennis ball', 'porcelain stoneware')):\n"
        "    materials(*names, False)\n"
        "print('numba' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, encoding="utf-8")
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80 and "…" not in result.stdout
    assert lines[-1] == "False"  # numba is not loaded for a table
