"""An elastic robot in Drake, for elastic_peers.py: one line of facts, then one run per line of standard input.

In    "discrete STEPS_PER_SAMPLE", "semi_explicit_euler STEPS_PER_SAMPLE", "INTEGRATOR ACCURACY" or "accelerations 0".
Out   [CPU seconds of steps, of controllers, link coordinates per sample, forces]; accelerations at the start.

    state, commands -> affine: k e + b e', gain u - loss q' -> saturation -> matrix -> generalised forces
"""

import json
import sys
import time

import numpy as np
from pydrake.geometry import AddContactMaterial, HalfSpace, ProximityProperties, Sphere
from pydrake.math import RigidTransform
from pydrake.multibody.plant import AddMultibodyPlant, CoulombFriction, MultibodyPlantConfig
from pydrake.multibody.tree import FixedOffsetFrame, PrismaticJoint, RevoluteJoint, RotationalInertia, SpatialInertia
from pydrake.systems.analysis import ApplySimulatorConfig, ResetIntegratorFromFlags, Simulator, SimulatorConfig
from pydrake.systems.framework import DiagramBuilder
from pydrake.systems.primitives import AffineSystem, MatrixGain, Multiplexer, Saturation

RIGID = 1e6  # how much stiffer the tip is than the ground, which has all the compliance: the force acts at the tip
WIDE = 1e9  # no limit
FIXED = "semi_explicit_euler"

facts = json.loads(sys.stdin.readline())
names, period, samples = facts["names"], facts["period"], facts["samples"]
motors, control = ({name: np.array(x) for name, x in facts[part].items()} for part in ("motors", "control"))
rotor = motors["rotor"]


def proximity(tip, stiffness):
    """Contact properties of one side."""
    body, at, k, lam, mu_k, mu_s, v_stick = tip
    properties = ProximityProperties()
    AddContactMaterial(
        dissipation=lam / k, point_stiffness=stiffness, friction=CoulombFriction(mu_s, mu_k), properties=properties
    )
    return properties


def fill(plant):
    """Bodies, joints and contacts; the joints by name."""
    joints, massless = {}, SpatialInertia.Zero()
    for body in facts["bodies"]:
        parent = plant.world_body() if body["parent"] == "world" else plant.GetBodyByName(body["parent"])
        com, inertia = np.array(body["com"]), RotationalInertia(*body["inertia"])
        full = SpatialInertia.MakeFromCentralInertia(body["mass"], com, inertia)
        place = RigidTransform(body["at"])
        for kind, name, axis in body["joints"]:
            last = name == body["joints"][-1][1]
            link = plant.AddRigidBody(body["name"] if last else f"{name}.carrier", full if last else massless)
            damping = facts["damping"][names.index(name)]
            made = RevoluteJoint if kind == "hinge" else PrismaticJoint
            frames = plant_frame(plant, parent, place, name), link.body_frame()
            joints[name] = plant.AddJoint(made(f"{name}.joint", *frames, axis, damping=damping))
            parent, place = link, RigidTransform()
    tips = facts["tips"]
    ground = proximity(tips[0], tips[0][2])
    plant.RegisterCollisionGeometry(plant.world_body(), RigidTransform(), HalfSpace(), "floor", ground)
    for i, tip in enumerate(tips):
        body, stiff = plant.GetBodyByName(tip[0]), proximity(tip, RIGID * tip[2])
        plant.RegisterCollisionGeometry(body, RigidTransform(tip[1]), Sphere(1e-6), f"tip{i}", stiff)
    plant.mutable_gravity_field().set_gravity_vector([0.0, 0.0, -facts["gravity"]])
    plant.Finalize()
    return joints


def plant_frame(plant, parent, place, name):
    """The frame on the parent in which a joint sits."""
    return plant.AddFrame(FixedOffsetFrame(f"{name}.place", parent.body_frame(), place))


def drives(builder, plant, order):
    """Strands, stops, motors and dampers between the state and the generalised forces; commands are the diagram's input."""
    n, u = len(names), len(rotor)
    strands, dampers = ({name: np.array(x) for name, x in facts[part].items()} for part in ("strands", "dampers"))
    L = strands["L"].reshape(-1, n)
    stops = facts["stops"]
    stop = np.zeros((len(stops), n))
    for i, (coordinate, side, _, _, _) in enumerate(stops):
        stop[i, coordinate] = side
    pulled = np.vstack([L, stop])
    k = np.concatenate([strands["k"], [row[3] for row in stops]])
    b = np.concatenate([strands["b"], np.zeros(len(stops))])
    e0 = np.concatenate([strands["e0"], [-side * angle for _, side, angle, _, _ in stops]])
    back = np.zeros((u, n))
    back[np.arange(u), rotor] = 1.0
    zero, none = np.zeros, np.zeros((0, 0))
    D = np.block([
        [k[:, None] * pulled, b[:, None] * pulled, zero((len(k), u))],
        [zero((u, n)), -motors["loss"][:, None] * back, np.diag(motors["gain"])],
    ])  # fmt: skip
    P = dampers["L"].reshape(-1, n)
    forces = np.hstack([-pulled.T, back.T, zero((n, n)), -P.T @ (dampers["d"][:, None] * P)])
    S = np.zeros((n, n))
    S[np.arange(n), order] = 1.0  # S (their order) = ours
    both = np.block([[S, zero((n, n))], [zero((n, n)), S]])
    D = D @ np.block([[both, zero((2 * n, u))], [zero((u, 2 * n)), np.eye(u)]])
    forces = (
        S.T @ forces @ np.block([[np.eye(len(k) + u), zero((len(k) + u, 2 * n))], [zero((2 * n, len(k) + u)), both]])
    )
    joined = builder.AddSystem(Multiplexer([2 * n, u]))
    m = len(k) + u
    linear = builder.AddSystem(
        AffineSystem(
            A=none, B=zero((0, 2 * n + u)), f0=zero(0), C=zero((m, 0)), D=D,
            y0=np.concatenate([k * e0, zero(u)]),
        )
    )  # fmt: skip
    low, high = np.concatenate([zero(len(k)), -motors["most"]]), np.concatenate([np.full(len(k), WIDE), motors["most"]])
    clipped = builder.AddSystem(Saturation(low, high))
    all_of_it = builder.AddSystem(Multiplexer([m, 2 * n]))
    summed = builder.AddSystem(MatrixGain(forces))
    builder.Connect(plant.get_state_output_port(), joined.get_input_port(0))
    builder.ExportInput(joined.get_input_port(1), "commands")
    builder.Connect(joined.get_output_port(), linear.get_input_port())
    builder.Connect(linear.get_output_port(), clipped.get_input_port())
    builder.Connect(clipped.get_output_port(), all_of_it.get_input_port(0))
    builder.Connect(plant.get_state_output_port(), all_of_it.get_input_port(1))
    builder.Connect(all_of_it.get_output_port(), summed.get_input_port())
    builder.Connect(summed.get_output_port(), plant.get_applied_generalized_force_input_port())


def simulator(kind, setting):
    """A simulator at the start, its plant and its places of the coordinates."""
    builder = DiagramBuilder()
    config = MultibodyPlantConfig(contact_model="point", stiction_tolerance=facts["tips"][0][6])
    config.time_step = period / setting if kind == "discrete" else 0.0
    if kind == "discrete":
        config.discrete_contact_approximation, config.sap_near_rigid_threshold = "lagged", 0.0
    plant, _ = AddMultibodyPlant(config, builder)
    joints = fill(plant)
    order = np.array([joints[name].velocity_start() for name in names])
    drives(builder, plant, order)
    made = Simulator(builder.Build())
    context = plant.GetMyMutableContextFromRoot(made.get_mutable_context())
    q, v = np.zeros(len(names)), np.zeros(len(names))
    q[order], v[order] = facts["q"], facts["v"]
    plant.SetPositions(context, q)
    plant.SetVelocities(context, v)
    if kind == FIXED:
        ResetIntegratorFromFlags(made, kind, period / setting)
    elif kind != "discrete":
        options = SimulatorConfig(integration_scheme=kind, accuracy=setting, max_step_size=0.1, use_error_control=True)
        ApplySimulatorConfig(options, made)
    return made, plant, context, order


def command(i, q, v):
    """What the motors are told at a sample."""
    u = control["base"][i] - control["kp"] * q[rotor] - control["kd"] * v[rotor]
    return np.clip(u, -control["limit"], control["limit"])


def told(made, i, q, v):
    """Give the commands of a sample."""
    made.get_system().get_input_port(0).FixValue(made.get_mutable_context(), command(i, q, v))


def accelerations():
    """Of all coordinates at the start."""
    made, plant, context, order = simulator("runge_kutta3", 1e-3)
    told(made, 0, np.array(facts["q"]), np.array(facts["v"]))
    return plant.get_generalized_acceleration_output_port().Eval(context)[order].tolist()


def run(kind, setting):
    """CPU seconds of steps and of controllers, links, forces."""
    made, plant, context, order = simulator(kind, setting)
    q, v, n = np.array(facts["q"]), np.array(facts["v"]), len(names)
    told(made, 0, q, v)
    made.Initialize()
    links, force, spent, own = [], [], 0.0, time.process_time()
    for i in range(samples):
        told(made, i, q, v)
        start = time.process_time()
        made.AdvanceTo((i + 1) * period)
        spent += time.process_time() - start
        x = plant.GetPositionsAndVelocities(context)
        q, v = x[:n][order], x[n:][order]
        links.append(q[: facts["seen"]].tolist())
        found = plant.get_contact_results_output_port().Eval(context)
        pairs = (found.point_pair_contact_info(j) for j in range(found.num_point_pair_contacts()))
        force.append(sum(abs(pair.contact_force()[2]) for pair in pairs))
    return spent, time.process_time() - own - spent, links, force


for line in sys.stdin:
    kind, setting = line.split()
    if kind == "accelerations":
        answer = accelerations()
    else:
        answer = run(kind, int(setting) if kind in ("discrete", FIXED) else float(setting))
    print(json.dumps(answer), flush=True)
