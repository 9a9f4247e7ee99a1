"""kill -9 of the main process at any moment: nothing is lost, nothing complete is computed again, the same bits."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import sweep_parts as parts
import xarray as xr
from processes import begun, children, wait_for_the_end

import supple as sp
from supple.ensembles import Channel, Reduction

KILLS = int(os.environ.get("SUPPLE_KILLS", "3"))  # twenty take minutes
MEMBERS, BLOCK = 75 * KILLS, 6
TESTS = Path(__file__).parents[1]
DRIVER = """
import sys
sys.path.insert(0, sys.argv[1])
from ensembles.test_kills import asked
import supple as sp
if __name__ == "__main__":
    sp.ensemble(asked(sys.argv[2]), sys.argv[3], engine=sys.argv[4], workers=2, resume=True)
    print("complete")
"""


def asked(folder):
    """A sweep whose members leave a line in a file."""
    return sp.Sweep(
        scene=Path(folder) / "drop.toml", design="random", members=MEMBERS, block=BLOCK, seed=1,
        parameters={"height": {"uniform": [0.101, 0.2]}},
        outputs={"q": Channel(channel="ball.displacement", every=0.01), "seen": Reduction(function=parts.logged)},
    )  # fmt: skip


def bits(path):
    with xr.open_zarr(path, chunks=None) as found:
        return {name: repr(one.values.tolist()) for name, one in found.variables.items()}


def started(folder, engine):
    command = [sys.executable, "-c", DRIVER, str(TESTS), str(folder), str(folder / "out"), engine]
    return begun(command, stdout=subprocess.PIPE, env=os.environ | {"SWEEP_LOG": str(folder / "log")})


def kill(process):
    """Also wait until its workers have noticed: one that goes on would leave lines later."""
    process.send_signal(signal.SIGSTOP)  # it starts no more of them
    workers = children(process)
    process.kill()
    wait_for_the_end(workers)


def complete_blocks(folder):
    """Heights of the members of blocks that are complete; none before there is a result."""
    if not (folder / "out").exists():
        return set()
    with xr.open_zarr(folder / "out", chunks=None) as found:
        return set(found["height"].values[found["status"].values != 0].tolist())


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
@pytest.mark.parametrize("engine", ["serial", "processes"])
def test_kills_at_random_moments(engine, tmp_path, monkeypatch):
    folder, chance = tmp_path, random.Random(engine)
    parts.drop_file(folder)
    (folder / "log").touch()
    monkeypatch.setenv("SWEEP_LOG", str(folder / "log"))
    sp.ensemble(asked(folder), folder / "whole", engine="serial")
    begun = 0
    for _ in range(KILLS):
        before, lines = complete_blocks(folder), len((folder / "log").read_text().splitlines())
        # half of the kills anywhere from the start on, half of them while members are being computed
        with started(folder, engine) as process:
            clock = time.monotonic()
            if chance.random() < 0.7:
                while len((folder / "log").read_text().splitlines()) == lines and time.monotonic() < clock + 120:
                    time.sleep(0.01)
                time.sleep(chance.uniform(0.0, 0.1))
            else:
                time.sleep(chance.uniform(0.0, 2.0))
            kill(process)
        after = complete_blocks(folder)
        assert before <= after  # nothing is lost
        computed = {float(line) for line in (folder / "log").read_text().splitlines()[lines:]}
        assert not computed & before  # nothing is computed twice
        begun += bool(computed)
    assert begun >= KILLS // 3 and len(complete_blocks(folder)) < MEMBERS
    with started(folder, engine) as last:
        assert last.communicate()[0] == b"complete\n" and last.returncode == 0
    assert bits(folder / "out") == bits(folder / "whole")
    assert not [path for path in folder.rglob("*.partial")]
