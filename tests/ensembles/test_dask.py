"""The engine dask where there is no cluster to be had; tests with one are in test_dask_kills.py."""

import sys

import pytest
import sweep_parts as parts

import supple as sp
from supple.ensembles.engines import dask as engine


def sweep(folder):
    """Two members."""
    outputs = {"end": {"type": "Final", "channel": "ball.displacement"}}
    return sp.Sweep(
        scene=parts.drop_file(folder), parameters={"height": [0.2, 0.3]}, outputs=outputs, run={"end": 0.001}
    )


@pytest.mark.parametrize("missing", ["distributed", "cloudpickle"])
def test_without_dask_it_says_what_to_install(missing, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ImportError, match=r"the engine dask needs Dask's distributed: pip install 'supple\[dask\]'"):
        sp.ensemble(sweep(tmp_path), tmp_path / "out", engine="dask")


def test_a_scheduler_belongs_to_dask(tmp_path):
    with pytest.raises(ValueError, match="a scheduler must be given with the engine dask only, got 'tcp://a:1' with"):
        sp.ensemble(sweep(tmp_path), tmp_path / "out", engine="threads", scheduler="tcp://a:1")


@pytest.mark.parametrize(
    ("address", "why"), [("tcp://127.0.0.1:1", ""), ("nothing://here", ": unknown address scheme")]
)
def test_a_scheduler_that_cannot_be_reached_is_told(address, why, tmp_path, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(engine, "PATIENCE", 1.0)
    with pytest.raises(ConnectionError) as told:
        sp.ensemble(sweep(tmp_path), tmp_path / "out", engine="dask", scheduler=address)
    assert f"no scheduler of Dask could be reached at '{address}' within 1 s{why}" in str(told.value)
    assert sp.ensemble(sweep(tmp_path), tmp_path / "out", engine="serial", resume=True).done == 2  # nothing is locked


def test_python_of_workers_is_compared():
    class Client:
        def get_versions(self):
            return {"workers": {"tcp://a:1": {"host": {"python": "2.7.18.final.0"}}}}

    with pytest.raises(ValueError, match=r"the worker tcp://a:1 must have Python \S+ as this process does, got 2.7"):
        engine._check_python(Client())
