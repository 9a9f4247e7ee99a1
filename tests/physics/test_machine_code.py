"""Machine code and the Python it was made of, on the same arrays: every joint, shape and law of the scenes."""

import numpy as np
import pytest
from physics.scenes import ZOO

import supple as sp
from supple import simulation
from supple.model import start
from supple.system import entries

STEPS = 40  # enough for an impact of each scene, and not too many for plain Python
METHODS = ("dormand_prince", "dop853", "bogacki_shampine", "rodas5p", "ode23s", "trapezoid")


@pytest.mark.jit
@pytest.mark.parametrize(("name", "method"), list(zip(ZOO, METHODS * len(ZOO), strict=False)))
def test_machine_code_does_what_the_python_says(name, method, monkeypatch):
    model, end = sp.build(ZOO[name][0]()), ZOO[name][1]
    compiled = sp.simulate(model, end, rtol=1e-5, method=method, max_steps=STEPS)
    monkeypatch.setattr(start, "begin", entries.begin.function)
    monkeypatch.setattr(simulation, "run", entries.run.function)
    monkeypatch.setattr(simulation, "prepare", lambda entry: None)
    plain = sp.simulate(model, end, rtol=1e-5, method=method, max_steps=STEPS)
    # where the error of a step is rounding, the next step is arbitrary: states are compared at common times
    last = min(plain.t[-1], compiled.t[-1])
    assert [(e.contact, e.what) for e in plain.events if e.time < last] == [
        (e.contact, e.what) for e in compiled.events if e.time < last
    ]
    times = np.linspace(0.0, last, 50)
    scale = np.abs(compiled.y).max(axis=0) + 1e-9
    np.testing.assert_allclose(plain.at(times) / scale, compiled.at(times) / scale, atol=1e-4)
