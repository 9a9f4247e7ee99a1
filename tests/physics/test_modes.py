"""Compiled or not, cached or not, in one piece or many: the same numbers."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from physics.scenes import box_on_ground, slide

import supple as sp

HERE = Path(__file__).parent
SHORT = """
import json, supple as sp
from physics.scenes import slide
from supple.system.entries import run
result = sp.simulate(slide(), 0.4)
print(json.dumps({"final": list(result.final), "machine code": getattr(run, "origin", None)}))
"""


def in_another_process(**environment):
    paths = os.pathsep.join([str(Path(sp.__file__).parents[1]), str(HERE.parent)])
    env = {**os.environ, "PYTHONPATH": paths, **environment}
    done = subprocess.run([sys.executable, "-c", SHORT], env=env, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.jit
def test_compiled_and_plain_python_agree():
    final = sp.simulate(slide(), 0.4).final
    plain = in_another_process(NUMBA_DISABLE_JIT="1")
    assert plain["machine code"] is None
    np.testing.assert_allclose(plain["final"], final, rtol=1e-12, atol=1e-12)


@pytest.mark.jit
def test_a_second_process_compiles_nothing():
    final = sp.simulate(slide(), 0.4).final
    other = in_another_process()
    assert other["machine code"] == "in the cache"
    assert other["final"] == list(final)


def test_same_inputs_give_the_same_bits():
    one, two = (sp.simulate(slide(), 0.35) for _ in range(2))
    assert one.y.tobytes() == two.y.tobytes() and one.t.tobytes() == two.t.tobytes()


@pytest.mark.parametrize("make", [slide, box_on_ground])
def test_the_size_of_a_chunk_does_not_matter(make, monkeypatch):
    whole = sp.simulate(make(), 0.35)
    monkeypatch.setattr("supple.simulation.CHUNK", 7)
    pieces = sp.simulate(make(), 0.35)
    assert len(whole.t) > 21 and whole.events
    assert pieces.t.tobytes() == whole.t.tobytes() and pieces.y.tobytes() == whole.y.tobytes()
    assert pieces.events == whole.events
