"""Modes as pictures: the page, its data, and the drawing."""

import json
import re

import numpy as np
import pytest
from linear.mechanisms import ball_on_ground, double_pendulum

import supple as sp


@pytest.fixture(scope="module")
def swinging():
    scene = double_pendulum()
    return sp.modes(scene, sp.equilibrium(scene))


def test_the_page_has_the_motion_and_the_tables(swinging, tmp_path):
    path = sp.show.write_mode(swinging, 1, tmp_path / "mode.html", frames=41)
    text = path.read_text(encoding="utf-8")
    assert "double pendulum: mode 1" in text and f"{swinging[1].frequency:.6g} Hz" in text
    data = json.loads(re.search(r'id="viewer-data">(.*?)</script>', text, re.DOTALL)[1])
    assert data["frames"] == 41 and data["moving"] == ["a", "b"]
    assert data["end"] == pytest.approx(2.0 / swinging[1].frequency)
    assert text.count("<tr>") >= len(swinging) + 2


def test_the_motion_is_the_shape(swinging):
    run = swinging.motion(0, 0.2, cycles=1, frames=5)
    shape = swinging.shape(0)
    assert run["a.angle"] == pytest.approx(
        0.2 * shape["a.angle"].real * np.array([1.0, 0.0, -1.0, 0.0, 1.0]), abs=1e-12
    )
    lower = run.position("b", run.t[:1], point=(0, 0, -0.3))[0]
    a, b = run["a.angle"][0], run["b.angle"][0]
    assert lower[0] == pytest.approx(-0.5 * np.sin(a) - 0.3 * np.sin(a + b), abs=1e-12)


def test_an_amplitude_is_found_with_which_it_is_seen(swinging):
    for k in range(len(swinging)):
        run = swinging.motion(k)
        turned = max(np.abs(run["a.angle"]).max(), np.abs(run["a.angle"] + run["b.angle"]).max())
        assert 0.02 < turned < 0.4


def test_contacts_are_left_out():
    scene = ball_on_ground(friction=sp.StickSlip(mu=0.3, kt=1e5, bt=100.0))
    found = sp.modes(scene, sp.equilibrium(scene))
    k = next(i for i, mode in enumerate(found) if mode.frequency > 0.0)
    run = found.motion(k)
    assert set(run.contact("ball/ground").mode) == {"open"} and run.peaks == {}
    assert np.ptp(run["ball.z"]) > 1e-4


def test_the_drawing_has_three_panels(swinging):
    figure = sp.show.plot_mode(swinging, 0)
    assert len(figure.axes) == 3 and "Hz" in figure.get_suptitle()


def test_wrong_modes_are_sentences(swinging, tmp_path):
    with pytest.raises(ValueError, match="k must be one of the 2 modes, counted from 0, got 7"):
        sp.show.plot_mode(swinging, 7)
    with pytest.raises(ValueError, match="amplitude must be > 0"):
        swinging.motion(0, -1.0)
