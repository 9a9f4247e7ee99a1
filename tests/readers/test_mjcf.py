"""MJCF: what a small machine with everything in it becomes, against MuJoCo where MuJoCo says the same."""

import mujoco
import numpy as np
import pytest
import robot_oracles as oracles

import supple as sp

MACHINE = """
<mujoco model="machine">
  <compiler angle="degree" eulerseq="zyx"/>
  <option gravity="0 0.3 -9" timestep="0.004"/>
  <include file="parts/defaults.xml"/>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1" euler="0 0 10"/>
    <body name="cart" pos="0.1 0.2 1" euler="20 10 30">
      <inertial pos="0.1 0 0.02" mass="2" fullinertia="0.03 0.04 0.05 0.001 -0.002 0.003"/>
      <joint name="slide" type="slide" axis="1 1 0" ref="0.2" stiffness="50" springref="0.1" damping="2"/>
      <joint name="swing" class="stiff" axis="0 1 1" pos="0.1 0.05 0" ref="30"/>
      <joint name="twist" axis="1 0 0" pos="0 0 0.2" armature="0.1"/>
      <geom name="hull" type="sphere" size="0.1"/>
      <site name="eye" pos="0 0 0.3"/>
      <body name="arm" pos="0.3 0 0">
        <joint name="ball" type="ball" damping="0.3"/>
        <geom name="bar" type="capsule" fromto="0 0 0 0.2 0.1 0.3" size="0.03" density="700"/>
        <geom type="box" size="0.02 0.03 0.04" contype="0" conaffinity="0"/>
        <body name="hand" pos="0.2 0.1 0.3" quat="0.5 0.5 0.5 0.5">
          <joint name="grip" class="stiff" axis="0 0 1" range="-40 50"/>
          <geom name="palm" type="sphere" size="0.05" pos="0.01 0.02 0" mass="0.4"/>
          <site name="tip" pos="0.1 0 0"/>
        </body>
      </body>
    </body>
    <body name="box" pos="0 0 0.5">
      <freejoint name="flight"/>
      <geom name="block" size="0.1"/>
    </body>
  </worldbody>
  <tendon>
    <fixed name="sum" stiffness="30" damping="0.7" springlength="0.05"><joint joint="slide" coef="0.5"/>
      <joint joint="grip" coef="-0.2"/></fixed>
    <spatial name="cord" stiffness="40" damping="1.5" springlength="0.2"><site site="eye"/><site site="tip"/></spatial>
  </tendon>
  <actuator>
    <position name="hold" joint="grip" kp="20" kv="0.5" gear="2"/>
    <velocity name="pace" joint="slide" kv="3"/>
    <motor name="free hand" joint="twist" gear="5"/>
  </actuator>
  <keyframe><key name="home" qpos="0.3 0.4 -0.2 0.8 0 0.6 0 0.1 0 0 2 1 0 0 0"
    qvel="0.1 0.2 0.3 0.4 0.5 0.6 0.7 0 0 0 0 0 0"
    ctrl="0.5 0.25 0"/></keyframe>
</mujoco>
"""
DEFAULTS = """<mujocoinclude><default><joint damping="0.1"/><geom density="500"/>
  <default class="stiff"><joint stiffness="12" springref="15" damping="0.4" armature="0.02"/></default>
</default></mujocoinclude>"""


@pytest.fixture
def machine(tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "defaults.xml").write_text(DEFAULTS)
    path = tmp_path / "machine.xml"
    path.write_text(MACHINE)
    return path


def note_of(imported, what, name):
    """The notes of one thing."""
    return [(one.kind, one.text) for one in imported.notes if one.what == what and name in one.names]


def test_bodies_as_in_mujoco(machine):
    imported = sp.read(machine)
    assert imported.joints == {
        "slide": "cart.slide", "swing": "cart.swing", "twist": "cart.twist", "ball": "arm", "grip": "hand", "flight": "box",
    }  # fmt: skip
    for seed in range(3):
        state = oracles.State(imported, seed)
        theirs = oracles.by_mujoco(mujoco.MjModel.from_xml_path(str(machine)), state)
        found = oracles.errors(oracles.by_supple(state), theirs)
        assert max(found.values()) < 1e-12, found


def test_springs_dampers_tendons_and_servos_as_in_mujoco(machine):
    """Accelerations at the start, of everything that is not a constraint."""
    imported = sp.read(machine, key="home")
    m = mujoco.MjModel.from_xml_path(str(machine))
    m.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    d = mujoco.MjData(m)
    mujoco.mj_resetDataKeyframe(m, d, 0)
    mujoco.mj_forward(m, d)
    run = sp.simulate(imported.scene, 1e-3, rtol=1e-9)
    for joint, body in imported.joints.items():
        first = m.joint(joint).dofadr[0]
        ours = run.joint_accelerations(body)[0]
        theirs = d.qacc[first : first + len(ours)]
        assert ours == pytest.approx(theirs, rel=1e-9, abs=1e-9), joint


def test_motion_as_in_mujoco(machine):
    """A quarter of a second, by Runge-Kutta steps of MuJoCo that are short enough."""
    text = machine.read_text().split("<actuator>")[0] + "</mujoco>"  # a servo would be sampled
    machine.write_text(text)
    imported = sp.read(machine)
    m = mujoco.MjModel.from_xml_path(str(machine))
    m.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    m.opt.integrator, m.opt.timestep = mujoco.mjtIntegrator.mjINT_RK4, 1e-3
    d = mujoco.MjData(m)
    mujoco.mj_step(m, d, 250)
    run = sp.simulate(imported.scene, 0.25, rtol=1e-10, atol=1e-10)
    assert run.success
    for joint in ("slide", "swing", "twist", "grip"):
        body = imported.joints[joint]
        ours = run[f"{body}.{'displacement' if joint == 'slide' else 'angle'}"][-1]
        assert ours == pytest.approx(d.joint(joint).qpos[0], abs=1e-7)


def test_what_it_says(machine):
    imported = sp.read(machine)
    ((kind, text),) = note_of(imported, "actuator", "free hand")
    assert kind == "ignored" and "joint_force" in text
    assert note_of(imported, "shape", "geom 3")[0][0] == "ignored"
    assert note_of(imported, "key", "home")[0][0] == "ignored"
    assert note_of(imported, "stops of the joint", "grip")[0][0] == "approximated"
    assert "start.swing" in imported.parameters and "hold.reference" in imported.parameters


def test_the_scene_file_is_the_scene(machine, tmp_path):
    imported = sp.read(machine, key="home")
    path = imported.write(tmp_path / "machine.toml")
    assert sp.read_scene(path).scene == imported.scene
    text = path.read_text()
    assert "[parameters]" in text and "start.grip = 0.1\n" in text and "contact.mu = 1.0" in text
    other = sp.read_scene(path, {"start.grip": 0.25, "contact.mu": 0.5, "hold.reference": 0.1}).scene
    assert other.bodies["hand"].joint.angle == 0.25 and other.rules[0].friction.mu == 0.5
    assert other.elements["hold"].reference == 0.1


# --- closed loops and couplings -----------------------------------------------------------------------------------------
LOOP = """<mujoco><option gravity="0 0 -9.81"/><worldbody>
  <body name="crank"><joint name="a" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0.2 0 0" size="0.01" contype="0"
    conaffinity="0"/>
    <body name="rod" pos="0.2 0 0"><joint name="b" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0.4 0 0.1" size="0.01"
      contype="0" conaffinity="0"/></body></body>
  <body name="rocker" pos="0.6 0 -0.2"><joint name="c" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 0.3" size="0.01"
    contype="0" conaffinity="0"/></body></worldbody>
  <equality>{}</equality></mujoco>"""


def loop(tmp_path, equality, body=LOOP):
    path = tmp_path / "loop.xml"
    path.write_text(body.format(equality))
    return sp.read(path)


@pytest.mark.jit
def test_a_four_bar_linkage_stays_closed(tmp_path):
    imported = loop(tmp_path, '<connect name="pin" body1="rod" body2="rocker" anchor="0.4 0 0.1"/>')
    assert note_of(imported, "equality constraint", "pin")[0][0] == "approximated"
    run = sp.simulate(imported.scene, 0.25)
    a, b = run.position("rod", run.t, point=(0.4, 0, 0.1)), run.position("rocker", run.t, point=(0, 0, 0.3))
    assert run.success and np.abs(a - b).max() < 2e-3
    assert abs(run["crank.angle"]).max() > 0.3


@pytest.mark.jit
def test_a_weld_holds_place_and_attitude(tmp_path):
    imported = loop(tmp_path, '<weld name="glue" body1="rod" body2="rocker"/>')
    (bushing,) = imported.scene.elements.values()
    model = sp.build(imported.scene)
    a, b = sp.forward_kinematics(model, "rod"), sp.forward_kinematics(model, "rocker")
    at_b = b.position + b.rotation @ bushing.at_b
    assert a.position + a.rotation @ bushing.at_a == pytest.approx(at_b, abs=1e-12)
    assert min(bushing.turning_stiffness) > 0.0
    run = sp.simulate(imported.scene, 0.2)
    assert run.success and abs(run["crank.angle"]).max() < 0.02


@pytest.mark.jit
def test_a_coupling_of_joints_holds(tmp_path):
    imported = loop(tmp_path, '<joint name="gear" joint1="c" joint2="a" polycoef="0.1 -0.5 0 0 0"/>')
    run = sp.simulate(imported.scene, 0.3)
    miss = run["rocker.angle"] - 0.1 + 0.5 * run["crank.angle"]
    assert run.success and abs(miss[run.t > 0.15]).max() < 5e-3 and abs(run["crank.angle"]).max() > 0.2


def test_what_has_no_element_is_said(tmp_path):
    imported = loop(tmp_path, '<joint name="cam" joint1="c" joint2="a" polycoef="0 0 1 0 0"/>'
                              '<connect name="off" body1="rod" body2="rocker" anchor="0 0 0" active="false"/>')  # fmt: skip
    assert note_of(imported, "equality constraint", "cam")[0][0] == "ignored"
    assert note_of(imported, "equality constraint", "off") == [("ignored", "it is switched off")]
    assert not imported.scene.elements


def test_the_rule_of_softness_is_mujocos(tmp_path):
    """A ball at rest sinks in as deep as in MuJoCo."""
    path = tmp_path / "ball.xml"
    path.write_text("""<mujoco><worldbody><geom type="plane" size="1 1 1" solref="0.03 1.2" solimp="0.8 0.9 1e-6"/>
      <body name="ball" pos="0 0 0.0999"><freejoint/>
        <geom size="0.1" mass="3" solref="0.03 1.2" solimp="0.8 0.9 1e-6"/></body>
      </worldbody></mujoco>""")
    run = sp.simulate(sp.read(path).scene, 2.0)
    m = mujoco.MjModel.from_xml_path(str(path))
    d = mujoco.MjData(m)
    mujoco.mj_step(m, d, 2000)
    assert 0.1 - run["ball.z"][-1] == pytest.approx(0.1 - d.qpos[2], rel=0.01)
    assert d.qpos[2] < 0.1 - 1e-4


def test_dry_friction_holds_and_gives_way(tmp_path):
    path = tmp_path / "lever.xml"
    path.write_text("""<mujoco><worldbody><body name="lever"><joint name="pivot" axis="0 1 0" frictionloss="{}"/>
      <geom type="sphere" size="0.01" pos="0.1 0 0" mass="1" contype="0" conaffinity="0"/></body></worldbody></mujoco>""")
    text = path.read_text()  # its weight has the moment 0.981 Nm
    for loss, moves in ((1.0, False), (0.9, True)):
        path.write_text(text.format(loss))
        run = sp.simulate(sp.read(path).scene, 0.2)
        angle = run["lever.angle"][-1]
        assert (abs(angle) > 0.05) == moves and (moves or angle == 0.0)


def test_switches_of_the_file(tmp_path):
    path = tmp_path / "off.xml"
    path.write_text("""<mujoco><option><flag gravity="disable" contact="disable"/></option>
      <worldbody><geom type="plane" size="1 1 1"/>
      <body name="a" pos="0 0 1"><freejoint/><geom size="0.1"/></body></worldbody></mujoco>""")
    scene = sp.read(path).scene
    assert scene.gravity == (0.0, 0.0, 0.0) and not scene.rules and len(scene.apart) == 1


def test_contacts_by_type_and_affinity(tmp_path):
    path = tmp_path / "types.xml"
    path.write_text("""<mujoco><worldbody><geom type="plane" size="1 1 1" friction="0.3"/>
      <body name="a" pos="0 0 1"><freejoint/><geom size="0.1" contype="2" conaffinity="2" friction="0.9"/></body>
      <body name="b" pos="1 0 1"><freejoint/><geom size="0.1" friction="0.6" condim="6"/></body>
      <body name="c" pos="2 0 1"><freejoint/><geom size="0.1" friction="0.6" condim="6"/></body></worldbody>
      <contact><exclude body1="b" body2="c"/></contact></mujoco>""")
    scene = sp.read(path).scene
    model = sp.build(scene)
    assert not model.notes
    touching = {frozenset((rule.a, rule.b)): rule for rule in scene.rules}
    assert set(touching) == {frozenset(("ground", "robot 2"))}
    (rule,) = touching.values()
    assert rule.friction.mu == 0.6 and rule.rolling.arm == 1e-4
    assert [(rule.a, rule.b) for rule in scene.apart if rule.by_body] == [("b", "c")]
