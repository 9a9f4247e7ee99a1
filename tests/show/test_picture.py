"""Figures as bytes and text: placed once, drawn once, left as they were."""

import re

import numpy as np
import pytest
from matplotlib.figure import Figure

from supple.show.picture import Picture, placed
from supple.show.plots import write_figure


@pytest.fixture
def figure():
    figure = Figure(figsize=(4.0, 3.0), layout="constrained")
    axes = figure.subplots()
    axes.plot(np.linspace(0.0, 1.0, 50), np.sin(np.linspace(0.0, 30.0, 50)))
    axes.set_ylabel("a label that takes place")
    return figure


@pytest.fixture
def drawings(monkeypatch):
    """A list with an entry for each drawing of a figure."""
    real, made = Figure.draw, []

    def draw(self, renderer):
        made.append(self)
        return real(self, renderer)

    monkeypatch.setattr(Figure, "draw", draw)
    return made


def test_a_file_takes_one_drawing_and_the_figure_keeps_its_layout(figure, drawings, tmp_path):
    layout, dpi = figure.get_layout_engine(), figure.dpi
    write_figure(figure, tmp_path / "one.png")
    assert len(drawings) == 1 and figure.get_layout_engine() is layout and figure.dpi == dpi
    assert figure.axes[0].get_position().x0 > 0.14  # the label has its place


def test_the_file_is_that_of_matplotlib(figure, tmp_path):
    figure.savefig(tmp_path / "theirs.png", dpi=130)
    write_figure(figure, tmp_path / "ours.png")
    assert (tmp_path / "ours.png").read_bytes() == (tmp_path / "theirs.png").read_bytes()


def test_each_format_is_drawn_once(figure, drawings, tmp_path):
    picture = Picture(figure)
    with placed(figure):
        picture.write(tmp_path / "one.png")
        assert picture.png == (tmp_path / "one.png").read_bytes() and len(drawings) == 1
        text = picture.svg(1_000_000)
    assert len(drawings) == 2 and "</svg>" in text
    paths = "".join(re.findall(r' d="[^"]*"', text))
    assert re.search(r"\.\d\d\b", paths) and not re.search(r"\.\d{3}", paths)


def test_a_long_text_ends_when_it_has_become_too_long(figure):
    picture = Picture(figure)
    length = len(picture.svg(1_000_000))
    assert picture.svg(length + 50) is not None and picture.svg(length - 50) is None  # ids in it are random
    assert picture.png.startswith(b"\x89PNG")  # the figure can still be drawn
