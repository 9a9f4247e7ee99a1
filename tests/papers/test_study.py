"""The frame of a study, and `supple reproduce`."""

import ast
import json
import math
from pathlib import Path

import numpy as np
import pytest

import supple.papers
from supple.cli import main
from supple.papers import STUDIES, Study, find_study, study_names
from supple.papers import study as frame
from supple.papers.study import judge, judged, loosest

PAPERS = Path(supple.papers.__file__).parent
KEYS = {"name", "published", "measured", "unit", "tolerance", "ok", "source"}


# --- frame --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("rule", "published", "measured", "tolerance", "ok"),
    [
        ("relative", 100.0, 120.0, 0.2, True),
        ("relative", 100.0, 121.0, 0.2, False),
        ("relative", -2.0, -2.5, 0.2, False),
        ("absolute", 0.0, 1e-9, 1e-9, True),
        ("absolute", 1.0, 1.1, 0.01, False),
        ("less than", 136, 136, 0.0, False),
        ("less than", 136, 135, 0.0, True),
        ("shown", 1.0, 100.0, None, True),
        ("relative", None, 5.0, 0.1, True),
        ("relative", 1.0, math.nan, 0.1, False),
        ("less than", 1.0, math.nan, 0.0, False),
    ],
)
def test_rules(rule, published, measured, tolerance, ok):
    assert judge(rule, published, measured, tolerance) is ok


def test_a_rule_that_needs_a_tolerance_asks_for_it():
    with pytest.raises(ValueError, match=r"tolerance of 'e' must be given for the rule 'relative', got None"):
        judged("e", 0.5, 0.5, "-", "paper")


def test_an_unknown_rule_names_the_nearest():
    with pytest.raises(ValueError, match="did you mean 'relative'"):
        judge("relativ", 1.0, 1.0, 0.1)


def test_what_is_only_shown_has_no_tolerance():
    item = judged("n", 10, 99, "steps", "paper", rule="shown", tolerance=0.2)
    assert item.ok and item.tolerance is None


def test_studies_are_found_by_name():
    assert study_names() == tuple(STUDIES)
    assert all(find_study(name).name == name for name in study_names())


def test_every_paper_is_registered():
    """A folder with a study, or a file with one, and no line for it would never run."""
    holders = {
        path.relative_to(PAPERS).with_suffix("").as_posix().replace("/", ".")
        for path in PAPERS.rglob("*.py")
        if any(
            isinstance(node, ast.Assign) and any(getattr(name, "id", None) == "STUDY" for name in node.targets)
            for node in ast.parse(path.read_text(encoding="utf-8")).body
        )
    }
    assert holders == set(STUDIES.values())


@pytest.mark.parametrize(
    ("good", "found"),
    [((2, 3, 4, 5), 2), ((0, 2, 3, 4, 5), 2), ((0, 1, 3, 4), None), ((4, 5), None), ((), None), (range(6), 0)],
)
def test_the_loosest_tolerance_is_confirmed_by_tighter_ones(good, found):
    """One lucky run does not count, nor one with too few behind it."""
    tried = []

    def attempt(i):
        tried.append(i)
        return str(i) if i in good else None

    assert loosest(range(6), 2, attempt) == (None if found is None else str(found))
    assert tried == list(range(6 if found is None else found + 3))


# --- command ------------------------------------------------------------------------------------------------------------
def _run(quick, out, progress):
    if progress is not None:
        progress(1.0)
    return [judged("a", 1.0, 1.05, "m", "eq. 1", tolerance=0.1), judged("b", None, np.nan, "-", "Fig. 2", rule="shown")]


def _missing(quick, out, progress):
    return [judged("c", 10, 12, "steps", "Table 1", rule="less than", note="[not] markup")]


@pytest.fixture
def small(monkeypatch):
    """Two small studies instead of the real ones."""
    studies = {
        "good": Study("good", "A good one", _run, ("the slow half",)),
        "bad": Study("bad", "A bad one", _missing),
    }
    monkeypatch.setattr(frame, "study_names", lambda: tuple(studies))
    monkeypatch.setattr(frame, "find_study", lambda name: studies[frame.one_of("study", name, tuple(studies))])


def _called(capsys, *arguments):
    with pytest.raises(SystemExit) as end:
        main(["reproduce", *arguments])
    return end.value.code, capsys.readouterr()


def test_json_of_one_study(small, capsys, tmp_path):
    code, text = _called(capsys, "good", "--json", "--quick", "--out", str(tmp_path))
    data = json.loads(text.out)
    assert code == 0 and text.err == ""
    assert data["study"] == "good" and data["left_out"] == ["the slow half"]
    assert all(set(item) >= KEYS for item in data["items"])
    assert data["items"][0]["measured"] == 1.05 and data["items"][0]["ok"] is True
    assert data["items"][1]["published"] is None and data["items"][1]["measured"] is None


def test_json_of_all_and_exit_1_for_a_miss(small, capsys, tmp_path):
    code, text = _called(capsys, "--json", "--out", str(tmp_path))
    assert code == 1
    assert [study["study"] for study in json.loads(text.out)["studies"]] == ["good", "bad"]


def test_the_table_names_what_was_missed_and_left_out(small, capsys, tmp_path):
    code, text = _called(capsys, "good", "bad", "--quick", "--out", str(tmp_path))
    assert code == 1
    for words in ("missed  Table 1, c", "[not] markup", "left out by --quick: the slow half", "0 of 1 figures"):
        assert words in text.out


def test_list_runs_nothing(small, capsys):
    code, text = _called(capsys, "--list")
    assert code == 0 and text.out == "good: A good one\nbad: A bad one\n"


def test_an_unknown_study_is_a_sentence(capsys):
    code, text = _called(capsys, "soft-contact-stdy")
    assert code == 2 and "did you mean 'soft-contact-study'?" in text.err and text.err.count("\n") == 1
