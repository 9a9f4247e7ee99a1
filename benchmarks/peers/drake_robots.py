"""A robot of robot_race.py in Drake: one line of facts, then one run per line of standard input.

In    "discrete STEPS_PER_STOP", "INTEGRATOR ACCURACY" or "accelerations 0".
Out   [CPU seconds, steps, coordinates per stop]; accelerations of the revolute joints at the start. A run that fails has
      coordinates that are no numbers from there on.
"""

import json
import sys
import time

import numpy as np
from pydrake.geometry import AddContactMaterial, HalfSpace, ProximityProperties, Sphere
from pydrake.math import RigidTransform
from pydrake.multibody.plant import AddMultibodyPlant, CoulombFriction, MultibodyPlantConfig
from pydrake.multibody.tree import (
    FixedOffsetFrame,
    RevoluteJoint,
    RevoluteSpring,
    RotationalInertia,
    SpatialInertia,
)
from pydrake.systems.analysis import ApplySimulatorConfig, Simulator, SimulatorConfig
from pydrake.systems.framework import DiagramBuilder

RIGID = 1e6  # how much stiffer a ball is than the ground, which has all the compliance: the force acts at the ball

facts = json.loads(sys.stdin.readline())
times, bodies = facts["times"], facts["bodies"]
hinged, floating = ([body for body in bodies if bool(body["free"]) == free] for free in (False, True))


def proximity(stiffness):
    """Contact properties of one side."""
    properties, friction = ProximityProperties(), CoulombFriction(facts["mu"], facts["mu"])
    AddContactMaterial(dissipation=facts["d"], point_stiffness=stiffness, friction=friction, properties=properties)
    return properties


def fill(plant):
    """Bodies, joints, springs and contacts; the revolute joints by name."""
    joints = {}
    for body in bodies:
        inertia = RotationalInertia(*body["inertia"])
        full = SpatialInertia.MakeFromCentralInertia(body["mass"], np.array(body["com"]), inertia)
        link = plant.AddRigidBody(body["name"], full)
        if not body["free"]:
            parent = plant.world_body() if body["parent"] == "world" else plant.GetBodyByName(body["parent"])
            place = FixedOffsetFrame(f"{body['name']}.place", parent.body_frame(), RigidTransform(body["at"]))
            made = RevoluteJoint(
                f"{body['name']}.joint", plant.AddFrame(place), link.body_frame(), body["axis"], damping=body["damping"]
            )
            joints[body["name"]] = plant.AddJoint(made)
            if body["spring"]:
                plant.AddForceElement(RevoluteSpring(joints[body["name"]], body["rest"], body["spring"]))
        if body["ball"]:
            radius, at = body["ball"]
            ball, stiff = Sphere(radius), proximity(RIGID * facts["K"])
            plant.RegisterCollisionGeometry(link, RigidTransform(at), ball, body["name"], stiff)
    ground = proximity(facts["K"])
    plant.RegisterCollisionGeometry(plant.world_body(), RigidTransform(), HalfSpace(), "floor", ground)
    plant.mutable_gravity_field().set_gravity_vector([0.0, 0.0, -facts["gravity"]])
    plant.Finalize()
    return joints


def simulator(kind, setting):
    """A simulator at the start, its plant, the context of the plant and the joints."""
    builder, config = DiagramBuilder(), MultibodyPlantConfig(contact_model="point")
    config.stiction_tolerance = facts["viscous"]
    config.time_step = times[0] / setting if kind == "discrete" else 0.0
    if kind == "discrete":
        config.discrete_contact_approximation, config.sap_near_rigid_threshold = "lagged", 0.0
    plant, _ = AddMultibodyPlant(config, builder)
    joints = fill(plant)
    made = Simulator(builder.Build())
    context = plant.GetMyMutableContextFromRoot(made.get_mutable_context())
    for body in floating:
        plant.SetFreeBodyPose(context, plant.GetBodyByName(body["name"]), RigidTransform(body["free"]))
    for body in hinged:
        joints[body["name"]].set_angle(context, body["angle"])
        joints[body["name"]].set_angular_rate(context, body["rate"])
    if kind != "discrete":
        options = SimulatorConfig(integration_scheme=kind, accuracy=setting, max_step_size=0.1, use_error_control=True)
        ApplySimulatorConfig(options, made)
    made.Initialize()
    return made, plant, context, joints


def look(plant, context, joints):
    """Places of free bodies and all angles."""
    places = [plant.EvalBodyPoseInWorld(context, plant.GetBodyByName(body["name"])).translation() for body in floating]
    return [float(x) for place in places for x in place] + [joints[b["name"]].get_angle(context) for b in hinged]


def run(kind, setting):
    """CPU seconds, steps, coordinates."""
    made, plant, context, joints = simulator(kind, setting)
    rows, start = [], time.process_time()
    for t in times:
        try:
            made.AdvanceTo(t)
        except RuntimeError:  # an integrator that cannot take its shortest step
            break
        rows.append(look(plant, context, joints))
    seconds = time.process_time() - start
    steps = setting * len(times) if kind == "discrete" else made.get_integrator().get_num_steps_taken()
    width = len(look(plant, context, joints))
    return seconds, steps, rows + [[float("nan")] * width] * (len(times) - len(rows))


def accelerations():
    """Of the revolute joints at the start."""
    _, plant, context, joints = simulator("runge_kutta3", 1e-3)
    found = plant.get_generalized_acceleration_output_port().Eval(context)
    return [float(found[joints[body["name"]].velocity_start()]) for body in hinged]


for line in sys.stdin:
    kind, setting = line.split()
    if kind == "accelerations":
        answer = accelerations()
    else:
        answer = run(kind, int(setting) if kind == "discrete" else float(setting))
    print(json.dumps(answer), flush=True)
