"""Scenes of blocks in Drake, for blocks.py: one run per line of standard input.

In    a case as a JSON object, with the step [s]; modulus None: point contacts of the stiffness k.
Out   [CPU seconds, [[[x, y, z, and the quaternion w, x, y, z] per body] per stop]].
"""

import json
import sys
import time

import numpy as np
from pydrake.common.eigen_geometry import Quaternion
from pydrake.geometry import (
    AddCompliantHydroelasticProperties,
    AddContactMaterial,
    AddRigidHydroelasticProperties,
    Box,
    Cylinder,
    HalfSpace,
    ProximityProperties,
    Sphere,
)
from pydrake.math import RigidTransform, RotationMatrix
from pydrake.multibody.math import SpatialVelocity
from pydrake.multibody.plant import AddMultibodyPlant, CoulombFriction, MultibodyPlantConfig
from pydrake.multibody.tree import SpatialInertia, UnitInertia
from pydrake.systems.analysis import Simulator
from pydrake.systems.framework import DiagramBuilder

STICTION = 1e-4  # [m/s]
FINENESS = 0.25  # size of the triangles of a ball, over its radius
SHAPES = {
    "box": (Box, UnitInertia.SolidBox),
    "sphere": (Sphere, UnitInertia.SolidSphere),
    "cylinder": (Cylinder, lambda r, h: UnitInertia.SolidCylinder(r, h, np.array([0.0, 0.0, 1.0]))),
}


def proximity(case, block=None):
    """Contact properties of one side, of the ground without a block; two point stiffnesses are in series."""
    properties, friction = ProximityProperties(), CoulombFriction(case["mu"], case["mu"])
    AddContactMaterial(
        dissipation=case["dissipation"], point_stiffness=2.0 * case["k"], friction=friction, properties=properties
    )
    if case["modulus"] is not None and block is None:
        AddRigidHydroelasticProperties(properties)
    elif case["modulus"] is not None:
        AddCompliantHydroelasticProperties(FINENESS * block["size"][0], case["modulus"], properties)
    return properties


def simulator(case):
    """A simulator at the start, its plant, the bodies, and the context of the plant."""
    builder = DiagramBuilder()
    config = MultibodyPlantConfig(
        contact_model="point" if case["modulus"] is None else "hydroelastic",
        stiction_tolerance=STICTION,
        time_step=case["step"],
        discrete_contact_approximation="lagged",
        sap_near_rigid_threshold=0.0,
    )
    plant, _ = AddMultibodyPlant(config, builder)
    plant.RegisterCollisionGeometry(plant.world_body(), RigidTransform(), HalfSpace(), "floor", proximity(case))
    bodies = []
    for i, block in enumerate(case["blocks"]):
        shape, inertia = SHAPES[block["kind"]]
        body = plant.AddRigidBody(f"b{i}", SpatialInertia(block["mass"], np.zeros(3), inertia(*block["size"])))
        plant.RegisterCollisionGeometry(body, RigidTransform(), shape(*block["size"]), f"g{i}", proximity(case, block))
        bodies.append(body)
    plant.mutable_gravity_field().set_gravity_vector([0.0, 0.0, -case["g"]])
    plant.Finalize()
    made = Simulator(builder.Build())
    context = plant.GetMyMutableContextFromRoot(made.get_mutable_context())
    for body, block in zip(bodies, case["blocks"], strict=True):
        turned = Quaternion(np.array(block["turned"]) / np.linalg.norm(block["turned"]))
        plant.SetFreeBodyPose(context, body, RigidTransform(turned, block["at"]))
        spin = RotationMatrix(turned) @ np.array(block["w"])
        plant.SetFreeBodySpatialVelocity(body, SpatialVelocity(spin, np.array(block["v"])), context)
    made.Initialize()
    return made, plant, bodies, context


for line in sys.stdin:
    case = json.loads(line)
    made, plant, bodies, context = simulator(case)
    rows, start = [], time.process_time()
    for i in range(case["stops"]):
        made.AdvanceTo(case["end"] * (i + 1) / case["stops"])
        poses = [plant.EvalBodyPoseInWorld(context, body) for body in bodies]
        rows.append([[*pose.translation(), *pose.rotation().ToQuaternion().wxyz()] for pose in poses])
    print(json.dumps([time.process_time() - start, rows]), flush=True)
