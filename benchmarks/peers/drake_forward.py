"""Drake's forward dynamics of a tree given as MJCF and states on standard input: see trees.py.

Out: microseconds per call (best of nine passes over the states, set state and evaluate from Python), then the accelerations
of the first state.
"""

import sys
import time

import numpy as np
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import MultibodyPlant

lines = sys.stdin.read().split("\n")
plant = MultibodyPlant(0.0)  # continuous
Parser(plant).AddModelsFromString(lines[0], "xml")
plant.Finalize()
q, v, tau = (np.array(line.split(), dtype=float) for line in lines[1:4])
q, v, tau = q.reshape(-1, plant.num_positions()), *(a.reshape(-1, plant.num_velocities()) for a in (v, tau))
context = plant.CreateDefaultContext()
port = plant.get_applied_generalized_force_input_port()


def forward(i):
    plant.SetPositions(context, q[i])
    plant.SetVelocities(context, v[i])
    port.FixValue(context, tau[i])
    return plant.get_generalized_acceleration_output_port().Eval(context)


first = forward(0).copy()
best = float("inf")
for _ in range(9):
    start = time.process_time()
    for i in range(len(q)):
        forward(i)
    best = min(best, (time.process_time() - start) / len(q))
print(1e6 * best, *map(repr, map(float, first)))
