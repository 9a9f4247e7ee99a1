"""Two ellipsoids in Drake, for two_ellipsoids.py: one line of facts, then one run per line of standard input.

In    "sap STEP" or "continuous ACCURACY".
Out   [CPU seconds, [[x, y, z of the first body, of the second] per stop]].
"""

import json
import sys
import time

import numpy as np
from pydrake.common.eigen_geometry import Quaternion
from pydrake.geometry import AddContactMaterial, Ellipsoid, HalfSpace, ProximityProperties
from pydrake.math import RigidTransform
from pydrake.multibody.plant import AddMultibodyPlant, CoulombFriction, MultibodyPlantConfig
from pydrake.multibody.tree import SpatialInertia, UnitInertia
from pydrake.systems.analysis import ApplySimulatorConfig, Simulator, SimulatorConfig
from pydrake.systems.framework import DiagramBuilder

DISSIPATION = 1.5  # [s/m] of Hunt and Crossley: the damping of the linear law where the floor is dented by 2 cm
STICTION = 1e-3  # [m/s]

facts = json.loads(sys.stdin.readline())


def proximity(k):
    """Contact properties of one side, in series with the other."""
    properties = ProximityProperties()
    friction = CoulombFriction(facts["mu"], facts["mu"])
    AddContactMaterial(dissipation=DISSIPATION, point_stiffness=k, friction=friction, properties=properties)
    properties.AddProperty("material", "relaxation_time", 0.5 * facts["relaxation"])  # those of the two sides are added
    return properties


def simulator(kind, setting):
    """A simulator at the start, the bodies, and the context of their plant."""
    builder, config = DiagramBuilder(), MultibodyPlantConfig(contact_model="point", stiction_tolerance=STICTION)
    config.time_step = 0.0 if kind == "continuous" else setting
    if kind != "continuous":
        config.discrete_contact_approximation, config.sap_near_rigid_threshold = kind, 0.0
    plant, _ = AddMultibodyPlant(config, builder)
    k_floor, k_body = facts["k"]
    plant.RegisterCollisionGeometry(plant.world_body(), RigidTransform(), HalfSpace(), "floor", proximity(k_floor))
    bodies = {}
    for name, axes in facts["axes"].items():
        body = bodies[name] = plant.AddRigidBody(
            name, SpatialInertia(1.0, np.zeros(3), UnitInertia(*facts["inertia"][name]))
        )
        plant.RegisterCollisionGeometry(body, RigidTransform(), Ellipsoid(*axes), name, proximity(k_body))
    plant.mutable_gravity_field().set_gravity_vector([0.0, 0.0, -facts["g"]])
    plant.Finalize()
    made = Simulator(builder.Build())
    context = plant.GetMyMutableContextFromRoot(made.get_mutable_context())
    for name, body in bodies.items():
        plant.SetFreeBodyPose(context, body, RigidTransform(Quaternion(facts["turned"][name]), facts["places"][name]))
    if kind == "continuous":
        options = SimulatorConfig(
            integration_scheme="runge_kutta3", accuracy=setting, max_step_size=0.1, use_error_control=True
        )
        ApplySimulatorConfig(options, made)
    made.Initialize()
    return made, plant, list(bodies.values()), context


for line in sys.stdin:
    kind, setting = line.split()
    made, plant, bodies, context = simulator(kind, float(setting))
    stops, centres = facts["stops"], []
    start = time.process_time()
    for i in range(stops):
        made.AdvanceTo(facts["end"] * (i + 1) / stops)
        centres.append([x for body in bodies for x in plant.EvalBodyPoseInWorld(context, body).translation()])
    print(json.dumps([time.process_time() - start, centres]), flush=True)
