"""1 s of a quadruped that lands on its feet: held by springs and dampers, or by a PD loop at 1 kHz in their place.

The robot of `robots.py`: 100 Nm/rad and 2 Nms/rad in twelve joints, as springs of the joints (passive), as `Tracking`
controllers (PD), as one Python function of all joints that is compiled, and as the same one that is called from Python.
`x passive` is the ratio to the passive run at the same tolerance. Samples end steps, so a loop at 1 kHz takes 1000 steps at
least, however loose the tolerance: where the passive run needs fewer, the ratio is that of the steps.
"""

from functools import partial

import numpy as np
import robots
from common import Row, main, race

import supple

TOLERANCES = (1e-3, 1e-4, 1e-6, 1e-8)
SPRING, DAMPING = 100.0, 2.0  # [Nm/rad], [Nms/rad]
PERIOD = 1e-3  # [s]
REPEAT = 7


def _loose():
    """The robot without springs and dampers, and what they would hold: rest angles by the names of the bodies."""
    scene = robots.quadruped(spring=0.0, damping=0.0)
    hinges = {name: body.joint for name, body in scene.bodies.items() if isinstance(body.joint, supple.Revolute)}
    return scene, {name: joint.rest for name, joint in hinges.items()}


def tracked():
    """A controller per joint."""
    scene, rests = _loose()
    for name, rest in rests.items():
        pd = supple.Tracking(
            body=name, reference=rest, proportional=SPRING, derivative=DAMPING, period=PERIOD, name=f"{name} pd"
        )
        scene.add(pd)
        scene.add(supple.Torque(body=name, command=f"{name} pd"))
    return scene


def own(compile):
    """One Python function for all joints; `compile` is "always" or "never"."""
    scene, rests = _loose()
    angles, rates = ([f"{name} {what}" for name in rests] for what in ("angle", "rate"))
    for name, angle, rate in zip(rests, angles, rates, strict=True):
        scene.add(supple.PositionSensor(body=name, name=angle))
        scene.add(supple.SpeedSensor(body=name, name=rate))
    rest, joints = np.array(list(rests.values())), len(rests)

    def pd(t, measured):
        return SPRING * (rest - measured[:joints]) - DAMPING * measured[joints:]

    scene.add(
        supple.PythonController(
            function=pd, sensors=(*angles, *rates), outputs=joints, period=PERIOD, compile=compile, name="pd"
        )
    )
    for i, name in enumerate(rests):
        scene.add(supple.Torque(body=name, command=("pd", i)))
    return scene


def scenes():
    """All of them by name, the passive one first."""
    return {
        "springs": robots.quadruped(spring=SPRING, damping=DAMPING),
        "Tracking": tracked(),
        "function, compiled": own("always"),
        "function, called": own("never"),
    }


def rows(models, tolerances, end, repeat):
    """Of models by name, the passive one first, up to a time [s]."""
    made = []
    for rtol in tolerances:
        runs = {who: partial(supple.simulate, model, end, rtol=rtol) for who, model in models.items()}
        seconds = race(runs, repeat=repeat)
        passive = next(iter(seconds.values()))
        for who, run in runs.items():
            done = run()
            figures = {"ms": 1e3 * seconds[who], "x passive": seconds[who] / passive, "steps": done.statistics["steps"]}
            figures |= {"rhs": done.statistics["right-hand sides"], "status": done.status.name}
            made.append(Row(f"rtol {rtol:g}", who, figures))
    return made


def parts(quick):
    """One block."""
    models = {who: supple.build(scene) for who, scene in scenes().items()}
    title = (__doc__ or "").splitlines()[0]
    yield title, rows(models, (1e-6,), 0.2, 1) if quick else rows(models, TOLERANCES, robots.END, REPEAT)


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
