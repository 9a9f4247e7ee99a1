"""Pictures of ensembles: what is drawn by default, labels, failed members; `supple show`."""

import json
from pathlib import Path

import numpy as np
import pytest
import sweep_parts as parts

import supple as sp
from supple.cli import main
from supple.show import ensemble as pictures

OUTPUTS = {
    "end": {"type": "Final", "channel": "ball.displacement"},
    "q": {"type": "Channel", "channel": "ball.displacement", "every": 0.002},
    "speed": {"type": "Impacts", "value": "speed", "first": 2},
}
HEIGHTS = [-0.4, 0.10002, 0.15, 0.2]  # the first one is too deep in the ground
MASSES = [0.5, 1.0, 2.0]


def made(folder, parameters, **more):
    """A small ensemble."""
    sweep = sp.Sweep(
        scene=parts.drop_file(folder), parameters=parameters, outputs=OUTPUTS, run={"end": 0.004}, **more
    )  # fmt: skip
    return sp.ensemble(sweep, folder / "out.zarr", engine="serial")


@pytest.fixture
def grid(tmp_path):
    return made(tmp_path, {"height": HEIGHTS, "bodies.ball.mass": MASSES})


def titles(figure):
    return [axes.get_title(loc="left") for axes in figure.axes if axes.get_title(loc="left")]


def test_a_grid_of_two_parameters_is_a_map_with_crosses(grid):
    axes = pictures.plot_map(grid, "end", units={"height": "m", "bodies.ball.mass": "kg"})
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("height [m]", "bodies.ball.mass [kg]")
    assert axes.get_yscale() == "log" and axes.get_xscale() == "linear"  # masses grow by equal factors
    mesh, crosses = axes.collections
    found = grid.dataset()
    expected = found["end"].values.reshape(4, 3).T
    assert np.array_equal(np.ma.filled(mesh.get_array(), np.nan), expected, equal_nan=True)
    assert crosses.get_offsets().tolist() == [[-0.4, mass] for mass in MASSES]
    assert axes.get_title(loc="left") == "end: 3 failed (x)"
    assert "end [m]" in [other.get_ylabel() for other in axes.figure.axes]


def test_what_is_drawn_follows_from_the_design(grid, tmp_path_factory):
    kinds = {name: pictures._kind(grid, grid.dataset()[name], pictures._varied(grid)) for name in OUTPUTS}
    assert kinds == {"end": "map", "q": "band", "speed": "map"}
    assert titles(pictures.plot_ensemble(grid)) == [
        "end: 3 failed (x)",
        "speed: 3 failed (x), 6 have none",
        "q: 3 failed",
    ]
    assert len(titles(pictures.plot_ensemble(grid, kind="curve"))) == 3  # what is over time stays a band
    one = made(tmp_path_factory.mktemp("one"), {"height": HEIGHTS, "bodies.ball.mass": [1.0]})
    assert pictures._kind(one, one.dataset()["end"], pictures._varied(one)) == "curve"
    (line,) = pictures.plot_scatter(one, "end", line=True).lines
    assert line.get_xdata().tolist() == HEIGHTS
    values = {"height": {"uniform": [0.1, 0.2]}, "bodies.ball.mass": {"log_uniform": [0.1, 1.0]}}
    drawn = made(tmp_path_factory.mktemp("drawn"), values, design="latin", members=5)
    assert pictures._kind(drawn, drawn.dataset()["end"], pictures._varied(drawn)) == "scatter"
    page = pictures.plot_ensemble(drawn, ("end",))
    assert titles(page) == ["end"] and len(page.axes) == 4  # over each parameter, over both, and its colours
    assert pictures.plot_scatter(drawn, "end", "bodies.ball.mass").get_xscale() == "log"


def test_several_members_at_one_place_are_no_map(tmp_path):
    axis = {"bodies.ball.joint.axis": [[0, 0, 1], [0, 0, 2]]}
    found = made(tmp_path, {"height": [0.15, 0.2], "bodies.ball.mass": MASSES, **axis})
    assert pictures._kind(found, found.dataset()["end"], pictures._varied(found)) == "scatter"
    axes = pictures.plot_map(found, "end")
    assert len(axes.collections[0].get_offsets()) == found.done == 12  # points, not cells


def test_words_are_places_along_an_axis(tmp_path):
    found = made(tmp_path, {"run.method": ["bs32", "dopri5"], "height": HEIGHTS[1:]})
    axes = pictures.plot_map(found, "end")
    assert [text.get_text() for text in axes.get_xticklabels()] == ["bs32", "dopri5"]
    assert np.ma.filled(axes.collections[0].get_array(), np.nan).shape == (3, 2)


def test_a_band_holds_the_members_that_are_done(grid):
    axes = pictures.plot_band(grid, "q")
    data = grid.dataset()
    good = data["q"].values[data["status"].values == 1]
    median = next(line for line in axes.lines if line.get_label() == "median")
    assert np.array_equal(median.get_ydata(), np.percentile(good, 50, axis=0))
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("t [s]", "q [m]")


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (lambda e: pictures.plot_band(e, "end"), "output must be one over time, got 'end'"),
        (lambda e: pictures.plot_map(e, "q"), "which is over time: draw its band"),
        (
            lambda e: pictures.plot_map(e, "end", "mass"),
            "parameter must be one of height, bodies.ball.mass, got 'mass'",
        ),
        (lambda e: pictures.plot_ensemble(e, ("nothing",)), "output must be one of end, q, speed, got 'nothing'"),
        (lambda e: pictures.plot_ensemble(e, kind="cake"), "kind must be one of map, curve, scatter, band, got 'cake'"),
    ],
)
def test_what_cannot_be_drawn_is_a_sentence(grid, draw, said):
    with pytest.raises(ValueError) as told:
        draw(grid)
    assert said in str(told.value)


def test_supple_show_writes_a_picture(grid, capsys):
    for words in ([], ["--unit", "height=m", "--output", "end", "--kind", "scatter", "--out", f"{grid.path}/../b.png"]):
        with pytest.raises(SystemExit) as ended:
            main(["show", str(grid.path), "--json", *words])
        assert ended.value.code == 0
        said = json.loads(capsys.readouterr().out)
        assert (said["members"], said["failed"]) == (12, 3)
        assert Path(said["files"]["picture"]).read_bytes().startswith(b"\x89PNG")
    with pytest.raises(SystemExit) as ended:
        main(["show", str(grid.path), "--unit", "height"])
    assert ended.value.code == 2 and "a unit must be given as NAME=UNIT, got 'height'" in capsys.readouterr().err
