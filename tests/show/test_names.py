"""A name is drawn as it is: dollars begin no formula, braces no field, brackets no markup."""

import contextlib
import io
import warnings

import matplotlib.text
import pytest
from matplotlib.figure import Figure

import supple as sp
from supple.cli.output import print_summary, summary
from supple.show import plot_channel, plot_overview
from supple.show.report import page

NAMES = ("$a$", "$x_{1}", "{b}", "\\$c", "$$", "_hidden", "a$b$c_{", "[red]", ":warning:")


def scene_of(name):
    scene = sp.Scene(gravity=(0, 0, -9.81), name=name)
    stop = sp.HuntCrossley(k=2000.0, lam=300.0, n=1.0)
    joint = sp.Revolute(axis=(0, 1, 0), angle=0.02, rate=-2.0, limits=(0.0, 1.0), limit_law=stop)
    scene.body(name, mass=1.0, com=(0, 0, -0.5), inertia=sp.rod_inertia(1.0, 1.0), joint=joint)
    return scene


def drawn_texts(figure, monkeypatch):
    """Every text of a figure as the renderer gets it; a formula would fail."""
    seen = []
    original = matplotlib.text.Text._preprocess_math

    def spy(self, text):
        plain, kind = original(self, text)
        assert kind is False or "mathdefault" in text or "mathdefault" in plain, text  # only numbers of a log scale
        seen.append(plain)
        return plain, kind

    monkeypatch.setattr(matplotlib.text.Text, "_preprocess_math", spy)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")
        figure.savefig(io.BytesIO(), format="png", dpi=50)
    return seen


@pytest.mark.parametrize("name", NAMES)
def test_pictures(name, monkeypatch):
    run = sp.simulate(scene_of(name), 0.2)
    texts = drawn_texts(plot_overview(run), monkeypatch)
    assert any(text.startswith(name) and "the end time was reached" in text for text in (t.lstrip() for t in texts))
    assert name in {text.strip() for text in texts} and f"{name}.limit.low" in {text.strip() for text in texts}
    figure = Figure()
    plot_channel(run, f"{name}.angle", axes=figure.subplots())
    assert f"{name}.angle [rad]" in {text.strip() for text in drawn_texts(figure, monkeypatch)}


@pytest.mark.parametrize("name", NAMES)
def test_pages_and_terminals(name):
    run = sp.simulate(scene_of(name), 0.2)
    text = page(run, 10)
    assert f"<td>{name}.limit.low</td>" in text and f"<title>{name}</title>" in text
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        print_summary(summary(run, {}, ()))
    assert said.getvalue().startswith(f"{name}: the end time") and f"{name}.limit.low" in said.getvalue()
