"""Drives on random trees: both algorithms find the accelerations of a run from the forces that the drives say they give.

The algorithms against each other on random trees with armatures: `tests/dynamics/test_tree_dynamics.py`.
"""

import numpy as np
import pytest

import supple as sp

BODIES = 6
MOTOR = {"resistance": 0.611, "torque_constant": 0.0259, "inertia": 3.35e-6, "damping": 1e-6, "friction": 0.004}


def random_tree(rng):
    """Bodies on hinges and slides, some with an armature of their own."""
    scene = sp.Scene(gravity=rng.normal(size=3) * 5.0)
    names = ["world"]
    for i in range(BODIES):
        place = {"axis": rng.normal(size=3), "at": rng.normal(size=3) * 0.3, "armature": rng.choice((0.0, 0.2))}
        slide = i % 3 == 2
        joint = sp.Prismatic(**place, speed=rng.normal()) if slide else sp.Revolute(**place, rate=rng.normal())
        scene.body(f"b{i}", parent=str(rng.choice(names)), mass=rng.uniform(0.5, 2.0), com=rng.normal(size=3) * 0.2,
                   inertia=rng.uniform(0.05, 0.08, 3), joint=joint)  # fmt: skip
        names.append(f"b{i}")
    return scene


def driven_tree(seed):
    """Motors on two joints, a motor with a rotor behind two strands, two cables over two joints each; (scene, arms)."""
    rng = np.random.default_rng(seed)
    scene, arms = random_tree(rng), []
    hinges = [f"b{i}" for i in range(BODIES) if i % 3 != 2]
    rigid = rng.choice(hinges, 2, replace=False).tolist()
    for name in rigid:
        scene.add(
            sp.Motor(**MOTOR, ratio=rng.uniform(20, 60), command=rng.uniform(-12, 12), body=name, name=f"m {name}")
        )
    scene.add(sp.Motor(**MOTOR, ratio=50.0, efficiency=0.8, command=9.0, rotor="rotor", rate=1.0, name="m rotor"))
    free = next(name for name in hinges if name not in rigid)
    scene.add(sp.SeriesElastic(rotor="rotor", joint=free, arm=0.03, arm_rotor=0.02, elongation=rng.uniform(-0.002, 0.004),
                               stiffness=8000.0, name="belt"))  # fmt: skip
    for k in range(2):
        pair = rng.choice(hinges, 2, replace=False).tolist()
        levers = [sp.Lever(body=body, arm=rng.uniform(-0.04, 0.04)) for body in pair]
        arms.append(levers)
        scene.add(
            sp.Cable(levers=levers, elongation=rng.uniform(0.0, 0.01), stiffness=4000.0, damping=5.0, name=f"c{k}")
        )
    return scene, arms, rigid, free


@pytest.mark.parametrize("seed", range(8))
def test_accelerations_of_a_run_are_those_of_its_drives(seed):
    scene, arms, rigid, free = driven_tree(seed)
    run = sp.simulate(scene, 0.004)
    names = [name.removesuffix(".rate").removesuffix(".speed") for name in run.names[BODIES + 1 : 2 * (BODIES + 1)]]
    assert set(names) == {f"b{i}" for i in range(BODIES)} | {"rotor"}
    vdot = np.column_stack([run.joint_accelerations(name)[:, 0] for name in names])
    given = {name: np.zeros(len(run.t)) for name in names}
    for name in rigid:
        given[name] = given[name] + run.element(f"m {name}").torque
    belt = run.element("belt")
    pull = belt["forward"].tension - belt["back"].tension
    given["rotor"] = given["rotor"] + run.element("m rotor").torque - 0.02 * pull
    given[free] = given[free] + 0.03 * pull
    for k, levers in enumerate(arms):
        for lever in levers:
            given[lever.body] = given[lever.body] - lever.arm * run.element(f"c{k}").tension
    tau = np.column_stack([given[name] for name in names])
    for i in (0, len(run.t) // 2, -1):
        np.testing.assert_allclose(
            sp.inverse_dynamics(run.model, vdot[i], run.y[i]), tau[i], atol=1e-9 * np.abs(tau).max()
        )
        found = sp.forward_dynamics(run.model, tau[i], run.y[i])
        np.testing.assert_allclose(found, vdot[i], atol=1e-9 * np.abs(vdot).max())
