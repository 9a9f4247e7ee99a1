"""The frame of a contact while it touches: two tangent directions and the normal, as the contact itself carries them.

    t_1, t_2, n     columns of a rotation matrix; n as in `ContactHistory`: towards the body named first

At touch-down t_1 is the direction of the tangent plane nearest to the x axis of the world (to the y axis, if n is near x).
From one time to the next it follows the normal and turns about it by the mean of what the two bodies turn, which is how a
contact carries its tangential state (elements/contact.py). So the frame shows rolling and spin, and it never jumps while
the contact holds.
"""

import numpy as np

from ..tables import F_NODE
from .rotations import rotation_vectors

NEAR_X = 0.9  # n_x from which a frame begins at the y axis
LOST = 0.5  # length of what is left of t_1 in the new tangent plane: below, the normal has leapt


def contact_frames(run, histories):
    """Rotation matrices (times, contacts, 3, 3) of histories at the same times; zero where there is no direction."""
    normal = np.stack([history.normal for history in histories], axis=1)
    touching = np.stack([np.array(history.mode) != "open" for history in histories], axis=1)
    spin = _mean_turn(run, histories, normal)
    first = np.zeros_like(normal)
    for k, n in enumerate(normal):
        first[k] = _beginning(n)
        if k > 0:
            carried = _in_plane(_turned(first[k - 1], normal[k - 1], spin[k - 1]), n)
            length = np.linalg.norm(carried, axis=1)
            goes_on = touching[k - 1] & (length > LOST)
            first[k, goes_on] = carried[goes_on] / length[goes_on, None]
    return np.stack([first, np.cross(normal, first), normal], axis=-1)


def _beginning(n):
    axis = np.where(np.abs(n[:, :1]) < NEAR_X, (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    t = _in_plane(axis, n)
    exists = np.any(n != 0.0, axis=1, keepdims=True)  # the stop of a joint has no direction
    return np.where(exists, t / np.linalg.norm(t, axis=1, keepdims=True), 0.0)


def _in_plane(v, n):
    return v - np.sum(v * n, axis=1, keepdims=True) * n


def _turned(t, n, angle):
    return np.cos(angle)[:, None] * t + np.sin(angle)[:, None] * np.cross(n, t)


def _mean_turn(run, histories, normal):
    """Angles [rad] by which the two bodies of each contact turn about its normal to the next time, in the mean."""
    times, features = histories[0].t, run.model.tables.feat_i
    pairs = [run.model.contacts.find(history.name) for history in histories]
    sides = [features[list(pair[:2]), F_NODE].tolist() if pair is not None else [] for pair in pairs]
    nodes = {node: i for i, node in enumerate(dict.fromkeys(node for side in sides for node in side))}
    angle = np.zeros((max(len(times) - 1, 0), len(histories)))
    if not nodes or not len(angle):
        return angle
    R = run.replay.nodes(run.at(times))[:, list(nodes), :9].reshape(len(times), -1, 3, 3)
    turns = [rotation_vectors(R[1:, i] @ np.swapaxes(R[:-1, i], 1, 2)) for i in range(len(nodes))]
    for c, side in enumerate(sides):
        for node in side:
            angle[:, c] += 0.5 * np.sum(turns[nodes[node]] * normal[:-1, c], axis=1)
    return angle
