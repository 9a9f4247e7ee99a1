"""Applied forces -> rows of the input tables."""

import numpy as np

from ..tables import (
    I_COUNT,
    I_KIND,
    I_START,
    I_TARGET,
    JOINT_FORCE,
    N_IN_F,
    N_IN_I,
    N_IN_TABLE,
    VI,
    WRENCH_BODY,
    WRENCH_WORLD,
)

KINDS = {"world": WRENCH_WORLD, "body": WRENCH_BODY, "joint": JOINT_FORCE}


def input_tables(scene, tree, frames, first_node):
    """in_i, in_f, in_table of all forces on bodies that can move."""
    rows_i, rows_f, table = [], [], []
    for force in scene.forces:
        frame = frames[force.body]
        if frame.node == tree.i.shape[0]:
            raise ValueError(
                f"a force on {force.body!r} must act on a body that can move, but it is fixed to the world"
            )
        values = np.array(force.values, dtype=float)
        if force.kind == "body":  # body axes -> node axes
            values = np.hstack([values[:, :3] @ frame.R.T, values[:, 3:] @ frame.R.T])
        target = frame.node
        if force.kind == "joint":
            target = tree.i[first_node[force.body], VI] + force.coordinate
        row = np.zeros(N_IN_I, dtype=np.int64)
        row[[I_KIND, I_TARGET, I_START, I_COUNT]] = KINDS[force.kind], target, len(table), len(force.times)
        rows_i.append(row)
        rows_f.append(frame.p + frame.R @ np.array(force.at))
        table.extend(np.concatenate([[t], v]) for t, v in zip(force.times, values, strict=True))
    n = len(rows_i)
    return (
        np.array(rows_i, dtype=np.int64).reshape(n, N_IN_I),
        np.array(rows_f, dtype=float).reshape(n, N_IN_F),
        np.array(table, dtype=float).reshape(len(table), N_IN_TABLE),
    )
