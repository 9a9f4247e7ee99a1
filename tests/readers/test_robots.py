"""Real robots: mass, kinematics, mass matrix and forward dynamics as MuJoCo and Pinocchio have them.

What contacts, springs, dampers, drives and stops do is left out: these are the bodies and joints of the files alone.
"""

import mujoco
import numpy as np
import pytest
import robot_oracles as oracles

import supple as sp

TOLERANCE = 1e-8
URDF = {  # file of example-robot-data: base
    "g1_29dof_rev_1_0.urdf": "free",  # humanoids
    "talos_reduced.urdf": "free",
    "a1.urdf": "free",  # quadrupeds
    "solo12.urdf": "free",
    "ur5_robot.urdf": "fixed",  # arms
    "panda.urdf": "fixed",
    "kinova.urdf": "fixed",
}
MJCF = (
    "humanoid.xml",
    "ant.xml",
    "half_cheetah.xml",
    "walker2d_v5.xml",
    "pusher_v5.xml",
    "inverted_double_pendulum.xml",
)
HAND = "allegro_right_hand.urdf"


def check(state, theirs):
    found = oracles.errors(oracles.by_supple(state), theirs)
    assert max(found.values()) < TOLERANCE, found


@pytest.mark.jit
@pytest.mark.parametrize("name", URDF)
@pytest.mark.parametrize("seed", [1, 2])
def test_urdf_as_in_pinocchio(name, seed):
    pin = pytest.importorskip("pinocchio", reason="pin has no wheels for this platform")
    path, free = oracles.example_robot(name), URDF[name] == "free"
    model = pin.buildModelFromUrdf(str(path), *([pin.JointModelFreeFlyer()] if free else []))
    state = oracles.State(oracles.imported(path, URDF[name]), seed)
    check(state, oracles.by_pinocchio(model, state))


@pytest.mark.jit
@pytest.mark.parametrize("name", URDF)
def test_urdf_as_in_mujoco(name):
    path = oracles.example_robot(name)
    state = oracles.State(oracles.imported(path, URDF[name]))
    check(state, oracles.by_mujoco(oracles.mujoco_of_urdf(path.read_text(), URDF[name] == "free"), state))


@pytest.mark.jit
@pytest.mark.parametrize("name", MJCF)
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.filterwarnings("ignore:compiler attribute")  # MuJoCo's own, on its own reading
@pytest.mark.filterwarnings("ignore:.*pass through each other")
def test_mjcf_as_in_mujoco(name, seed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # MuJoCo writes its warnings to a file
    path = oracles.gymnasium_robot(name)
    state = oracles.State(sp.read(path), seed)
    check(state, oracles.by_mujoco(mujoco.MjModel.from_xml_path(str(path)), state))


def test_mjcf_as_in_pinocchio():
    """Of a robot whose bodies have one joint each: of several Pinocchio makes one."""
    pin = pytest.importorskip("pinocchio", reason="pin has no wheels for this platform")
    path = oracles.gymnasium_robot("ant.xml")
    state = oracles.State(sp.read(path))
    check(state, oracles.by_pinocchio(pin.buildModelFromMJCF(str(path)), state))


def test_a_hand():
    """Four finger tips have inertias that no body has; Pinocchio is given those that the note speaks of."""
    pin = pytest.importorskip("pinocchio", reason="pin has no wheels for this platform")
    path = oracles.example_robot(HAND)
    imported = sp.read(path)
    told = [one for one in imported.notes if one.kind == "approximated" and one.what == "inertia of the link"]
    healed_links = {name for note in told for name in note.names}
    assert healed_links == {"link_3.0", "link_7.0", "link_11.0", "link_15.0"}
    model = pin.buildModelFromUrdf(str(path))
    for name in healed_links:
        body, joint = imported.scene.bodies[name], model.frames[model.getFrameId(name)].parentJoint
        healed = np.array(body.inertia)
        before = model.inertias[joint]
        tip = sum(one.mass for one in imported.scene.bodies.values() if one.parent == name)
        assert before.mass == pytest.approx(body.mass + tip, rel=1e-12)
        given = given_inertia(path, name)
        assert np.linalg.norm(healed - given) < 0.4 * np.linalg.norm(given)
        model.inertias[joint] = pin.Inertia(before.mass, before.lever, before.inertia + healed - given)
    state = oracles.State(imported)
    check(state, oracles.by_pinocchio(model, state))


def given_inertia(path, link):
    """The inertia of a link as the file has it."""
    import xml.etree.ElementTree as ET

    (found,) = (one for one in ET.parse(path).getroot().findall("link") if one.get("name") == link)
    values = {key: float(value) for key, value in found.find("inertial/inertia").attrib.items()}
    return np.array([[values["i" + "".join(sorted(a + b))] for b in "xyz"] for a in "xyz"])


def test_an_error_would_be_seen():
    """A millimetre, a gram or a milliradian is far above the tolerance."""
    path = oracles.example_robot("ur5_robot.urdf")
    text = path.read_text().replace('<mass value="8.393"/>', '<mass value="8.394"/>')
    assert text != path.read_text()
    state = oracles.State(sp.read(path))
    with pytest.raises(AssertionError):
        check(state, oracles.by_mujoco(oracles.mujoco_of_urdf(text, False), state))
