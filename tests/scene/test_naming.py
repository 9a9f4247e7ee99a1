"""Values of a scene that get a name in its file."""

import pytest

import supple as sp


def scene():
    made = sp.Scene(name="two")
    made.ground(material="floor")
    for name in ("a", "b b"):
        made.body(
            name, mass=1.0, inertia=(1, 1, 1), joint=sp.Revolute(damping=0.5), surfaces=[sp.Sphere(0.1, material="s")]
        )
    made.contact("s", "floor", normal=sp.HuntCrossley(k=1e4), friction=sp.StickSlip(mu=0.3, kt=1e5, bt=1e2))
    made.contact("s", "s", normal=sp.HuntCrossley(k=1e4))
    return made


NAMES = {
    "contact.k": ["contacts.0.normal.k", "contacts.1.normal.k"],
    'start."b b"': ['bodies."b b".joint.angle'],  # the default of its class
    "damping": ["bodies.a.joint.damping"],
}


def test_names_stand_for_values():
    text = sp.scene_to_toml(scene(), parameters=NAMES)
    assert '[parameters]\ncontact.k = 10000.0\nstart."b b" = 0.0\ndamping = 0.5\n' in text
    assert text.count('"$contact.k"') == 2
    assert sp.scene_from_toml(text).scene == scene()
    other = sp.scene_from_toml(text, {"contact.k": 2e4, 'start."b b"': 0.1}).scene
    assert [rule.normal.k for rule in other.rules] == [2e4, 2e4] and other.bodies["b b"].joint.angle == 0.1


def test_the_text_is_the_same_without_names(tmp_path):
    assert sp.scene_to_toml(scene()) == sp.scene_to_toml(scene(), parameters={})
    path = sp.write_scene(scene(), tmp_path / "two.toml", parameters=NAMES)
    assert path.read_text() == sp.scene_to_toml(scene(), parameters=NAMES)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ({"k": ["contacts.7.normal.k"]}, "must lead to a value of the scene, got 'contacts.7.normal.k'"),
        ({"k": ["contacts.0.normal.colour"]}, "must lead to a value of the scene"),
        ({"k": ["bodies.c.mass"]}, "must lead to a value of the scene"),
        ({"k": []}, "values of the parameter 'k' must be equal, and at least one, got []"),
        ({"k": ["contacts.0.normal.k", "contacts.0.friction.mu"]}, "must be equal, and at least one"),
        ({"k": "contacts.0.normal.k"}, "parameters 'k' must be a list of paths"),
        ({"a b": ["contacts.0.normal.k"]}, "a name must be dotted keys"),
        (["k"], "parameters must be a dict of names and lists of paths"),
    ],
)
def test_wrong_names(names, words):
    with pytest.raises((ValueError, TypeError)) as error:
        sp.scene_to_toml(scene(), parameters=names)
    assert words in str(error.value)
