"""What ties bodies and coordinates of MuJoCo together -> bushings, springs, cables.

connect, weld        a bushing: closed loops are as stiff as MuJoCo makes them (rules.py), for its inverse weights
joint equality       a coupling of two coordinates, where it is linear
fixed tendon         cables over joint coordinates and a damper: pull above the longest rest length, push below the least
spatial tendon       a spring, where it runs straight between two sites
"""

import numpy as np

from ..elements.bushing import Bushing
from ..elements.cable import Cable
from ..elements.coordinate_damper import CoordinateDamper
from ..elements.levers.constant import Lever
from ..elements.spring import Spring
from ..spatial.rotations import quaternion_to_matrix
from .rules import Softness

STIFF = "as stiff as MuJoCo's constraint for its inverse weights"


def add_ties(making, source):
    """All equality constraints and tendons."""
    m, mujoco = source.m, source.mujoco
    for e in range(m.neq):
        name, kind = source.name("equality", e), mujoco.mjtEq(int(m.eq_type[e]))
        if not m.eq_active0[e] or source.disabled("EQUALITY", "CONSTRAINT"):
            making.notes.ignored("equality constraint", name, "it is switched off")
        elif kind in (mujoco.mjtEq.mjEQ_CONNECT, mujoco.mjtEq.mjEQ_WELD):
            _add_bushing(making, source, e, name, kind == mujoco.mjtEq.mjEQ_WELD)
        elif kind == mujoco.mjtEq.mjEQ_JOINT:
            _add_coupling(making, source, e, name)
        else:
            making.notes.ignored(
                "equality constraint", name, f"there is no element for {kind.name.removeprefix('mjEQ_')}"
            )
    for t in range(m.ntendon):
        _add_tendon(making, source, t, source.name("tendon", t))


# --- equality constraints -----------------------------------------------------------------------------------------------
def _add_bushing(making, source, e, name, weld):
    m = source.m
    data, ids = m.eq_data[e], (int(m.eq_obj1id[e]), int(m.eq_obj2id[e]))
    turns = [(1.0, 0.0, 0.0, 0.0)] * 2
    if m.eq_objtype[e] == source.mujoco.mjtObj.mjOBJ_SITE:
        bodies = [int(m.site_bodyid[i]) for i in ids]
        places, turns = [m.site_pos[i] for i in ids], [tuple(m.site_quat[i].tolist()) for i in ids]
    elif weld:
        bodies, anchor, turn = list(ids), data[0:3], data[6:10]
        places = [data[3:6] + quaternion_to_matrix(turn) @ anchor, anchor]
        turns[0] = tuple(turn.tolist())
    else:
        bodies, places = list(ids), [data[0:3], data[3:6]]
    softness = Softness(*m.eq_solref[e].tolist(), float(m.eq_solimp[e][1]))
    weights = m.body_invweight0[bodies].sum(axis=0)
    if not weights[0] > 0.0:
        making.notes.ignored("equality constraint", name, "neither of its bodies moves")
        return
    k, b = softness.spring(1.0 / weights[0])
    turning = {}
    if weld:
        kr, br = softness.spring(float(data[10]) ** 2 / weights[1])
        turning = {"turning_stiffness": (kr,) * 3, "turning_damping": (br,) * 3}
    making.scene.add(Bushing(
        name=making.unused_element(name), a=source.bodies[bodies[0]], b=source.bodies[bodies[1]],
        at_a=places[0].tolist(), at_b=places[1].tolist(), orientation_a=turns[0], orientation_b=turns[1],
        stiffness=(k,) * 3, damping=(b,) * 3, **turning,
    ))  # fmt: skip
    making.notes.approximated("equality constraint", name, f"a bushing closes the loop, {STIFF}")


def _add_coupling(making, source, e, name):
    """q1 - q1_0 = c0 + c1 (q2 - q2_0)."""
    m = source.m
    joints = [j for j in (int(m.eq_obj1id[e]), int(m.eq_obj2id[e])) if j >= 0]
    if np.any(m.eq_data[e][2:5]) or any(j not in source.joints for j in joints):
        making.notes.ignored(
            "equality constraint", name, "it is not linear, or its joints have more than one coordinate"
        )
        return
    zero = [float(m.qpos0[m.jnt_qposadr[j]]) for j in joints]
    factors = [1.0, -float(m.eq_data[e][1])][: len(joints)]
    arms = [(source.joints[j], factor) for j, factor in zip(joints, factors, strict=True) if factor != 0.0]
    rest = float(m.eq_data[e][0]) + sum(factor * q for factor, q in zip(factors, zero, strict=True))
    felt = sum(f**2 * float(m.dof_invweight0[m.jnt_dofadr[j]]) for j, f in zip(joints, factors, strict=True))
    k, b = Softness(*m.eq_solref[e].tolist(), float(m.eq_solimp[e][1])).spring(1.0 / felt)
    making.couple(name, arms, rest, k, b)
    making.notes.approximated(
        "equality constraint", name, f"two cables against each other and a damper hold it, {STIFF}"
    )


# --- tendons ------------------------------------------------------------------------------------------------------------
def _add_tendon(making, source, t, name):
    m, wraps, notes = source.m, source.mujoco.mjtWrap, making.notes
    parts = list(range(m.tendon_adr[t], m.tendon_adr[t] + m.tendon_num[t]))
    kinds = {wraps(int(m.wrap_type[w])) for w in parts}
    low, high = m.tendon_lengthspring[t].tolist()
    k, d = float(m.tendon_stiffness[t]), float(m.tendon_damping[t])
    if m.tendon_frictionloss[t]:
        notes.ignored("dry friction of the tendon", name, "cables have none")
    if kinds == {wraps.mjWRAP_JOINT} and all(int(m.wrap_objid[w]) in source.joints for w in parts):
        arms = [(source.joints[int(m.wrap_objid[w])], float(m.wrap_prm[w])) for w in parts if m.wrap_prm[w]]
        _add_cables(making, name, arms, k, low, high)
        if d > 0.0:
            levers = tuple(Lever(body=body, arm=arm) for body, arm in arms)
            making.scene.add(CoordinateDamper(name=making.unused_element(f"{name} damper"), levers=levers, damping=d))
        if m.tendon_limited[t]:
            softness = Softness(*m.tendon_solref_lim[t].tolist(), float(m.tendon_solimp_lim[t][1]))
            stiff = softness.spring(1.0 / float(m.tendon_invweight0[t]))[0]
            _add_cables(making, f"{name} limit", arms, stiff, *m.tendon_range[t].tolist())
            notes.approximated("range of the tendon", name, f"cables without damping hold it, {STIFF}")
    elif kinds == {wraps.mjWRAP_SITE} and len(parts) == 2 and (k or d) and (low == high or not k):
        sites = [int(m.wrap_objid[w]) for w in parts]
        (a, b), places = [source.bodies[int(m.site_bodyid[s])] for s in sites], [m.site_pos[s].tolist() for s in sites]
        making.scene.add(Spring(name=making.unused_element(name), a=a, b=b, at_a=places[0], at_b=places[1], stiffness=k,
                                length=low, damping=d))  # fmt: skip
        if m.tendon_limited[t]:
            notes.ignored("range of the tendon", name, "a spring has none")
    elif k or d or m.tendon_limited[t]:
        notes.ignored("tendon", name, "it wraps around shapes, runs over more than two sites, or has a slack range")


def _add_cables(making, name, arms, stiffness, low, high):
    """A spring over coordinates that is free from `low` to `high`."""
    if stiffness <= 0.0:
        return
    name = making.unused_element(name)
    for sign, part, rest in ((1.0, "pull", high), (-1.0, "push", -low)):
        levers = tuple(Lever(body=body, arm=sign * arm) for body, arm in arms)
        making.scene.add(Cable(name=f"{name}.{part}", levers=levers, elongation=-rest, stiffness=stiffness))
