"""A scene file that is read once and built many times."""

from pathlib import Path

import pytest

import supple as sp

SCENES = Path(__file__).parents[2] / "examples" / "scenes"


def test_what_was_read_stays_as_it_is():
    file = sp.SceneFile.read(SCENES / "drop.toml")
    for set in ({"height": 0.3}, {"bodies.ball.mass": 0.5, "run.end": 1.0}, None):
        once, again = file.setup(set), sp.read_scene(SCENES / "drop.toml", set=set)
        assert sp.scene_to_toml(once.scene, once.run) == sp.scene_to_toml(again.scene, again.run)


def test_a_scene_of_python_is_built_with_settings():
    scene = sp.read_scene(SCENES / "drop.toml").scene
    changed = sp.SceneFile.of(scene, {"end": 1.0}).setup({"bodies.ball.mass": 0.5})
    assert changed.scene.bodies["ball"].mass == 0.5 and scene.bodies["ball"].mass == 0.066
    assert changed.run["end"] == 1.0


def test_the_damping_of_a_restitution_is_searched_for_once():
    from supple.laws.restitution import _damping_number, damping_number

    damping_number(0.612345, 1.5, 0.5)
    before = _damping_number.cache_info().hits
    assert damping_number(0.612345, 1.5, 0.5) == damping_number(0.612345, 1.5, 0.5)
    assert _damping_number.cache_info().hits == before + 2
    with pytest.raises(ValueError, match="e must be between"):
        damping_number(1.5, 1.5, 0.5)
