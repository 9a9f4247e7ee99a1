"""Signals end whatever goes on, with a sentence: imports, compiling, compiled code that never returns, a run, a pipe.

No test looks at the clock: what is interrupted would go on for ever, and says itself when it has begun.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from processes import begun

from supple import _interrupt
from supple._interrupt import Interruption, aside
from supple._jit import Reals, entry

DROP = Path(__file__).parent.parent / "examples" / "scenes" / "drop.toml"
BOUND = 1800  # [s] after which a process that does not end is taken for one that never will
BOTH = [signal.SIGINT, signal.SIGTERM]

# a module whose import says so and then takes for ever, wherever it is imported first
SLOW_IMPORT = """
import sys, time
class Slow:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            print("ready", flush=True)
            while True:
                time.sleep(1.0)
sys.meta_path.insert(0, Slow())
"""
SPIN = """
import threading, time
import supple._jit, numpy as np
def spin(x: supple._jit.Reals) -> float:
    while x[0] == 0.0:
        x[int(x[2])] += 1.0
    return x[1]
spin = supple._jit.entry(spin)
spin(np.ones(3))
def stuck(*args, **kwargs):
    x = np.array([0.0, 0.0, 1.0])
    def tell():  # from beside, when the loop is running
        while x[1] == 0.0:
            time.sleep(0.01)
        print("ready", flush=True)
    threading.Thread(target=tell, daemon=True).start()
    return spin(x)
"""
MAIN = "from supple.cli import main; main()"


def interrupted(code, number, *arguments, lines=1, **options):
    """Run a child until it has said that many lines, send it a signal, see how it ends: (code, rest of stdout, stderr)."""
    code = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n{code}"
    command = [sys.executable, "-c", code, *map(str, arguments)]
    with begun(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options) as process:
        for _ in range(lines):
            assert process.stdout.readline() == "ready\n", process.communicate()[1]
        process.send_signal(number)
        said, noise = process.communicate(timeout=BOUND)
    return process.returncode, said, noise


@pytest.mark.parametrize("number", BOTH)
@pytest.mark.parametrize("module", ["typer", "numpy"])
def test_while_importing(number, module, tmp_path):
    code = SLOW_IMPORT.format(name=module) + MAIN
    code, said, noise = interrupted(code, number, "run", DROP, "--out", tmp_path)
    assert (code, said, noise) == (130, "", "supple: interrupted\n")


@pytest.mark.jit
@pytest.mark.parametrize("number", BOTH)
def test_while_compiling(number, tmp_path):
    """The first entry that is not in the (empty) cache is compiled; the signal comes when it has begun."""
    code = """
from supple._kept import Kept
get = Kept.get
def told(*args):
    print("ready", flush=True)
    return get(*args)
Kept.get = told
"""
    environment = os.environ | {"SUPPLE_CACHE_DIR": str(tmp_path / "cache")}
    code, said, noise = interrupted(
        code + MAIN, number, "run", DROP, "--json", "--out", tmp_path / "out", env=environment
    )
    assert code == 130 and set(said.split()) <= {"ready"}
    assert [line for line in noise.splitlines() if "compiling" not in line] == ["supple: interrupted"]
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.jit
@pytest.mark.parametrize("number", BOTH)
def test_while_the_main_thread_is_lost_in_compiled_code(number, tmp_path):
    code = SPIN + "import supple\nsupple.simulate = stuck\n" + MAIN
    code, said, noise = interrupted(code, number, "run", DROP, "--json", "--out", tmp_path)
    assert code == 130 and said == "" and noise.startswith("supple: interrupted, and ended because it did not stop")


@pytest.mark.jit
def test_a_loop_that_does_not_answer_is_given_up(tmp_path):
    """In a script: KeyboardInterrupt, and what was flushed is there."""
    code = (
        SPIN
        + f"""
import supple as sp
from supple import simulation
from supple.results import writer
run, simulation.CHUNK, writer.FLUSH = simulation.run, 8, 0.0
calls = []
def lost(P, S, *methods):
    calls.append(1)
    return run(P, S, *methods) if len(calls) < 4 else stuck()
simulation.run, simulation.prepare = lost, lambda *_: None
setup = sp.read_scene({str(DROP)!r})
try:
    sp.simulate(setup.scene, 1.0, method="ode45", out={str(tmp_path / "run.nc")!r})
except KeyboardInterrupt as error:
    print(error)
    print(len(sp.load({str(tmp_path / "run.nc.part")!r}).t))
"""
    )
    code, said, noise = interrupted(code, signal.SIGINT)
    assert (code, noise) == (0, ""), noise
    assert "given up" in said and int(said.split()[-1]) == 24


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.parametrize(
    ("number", "handler"),
    [
        (signal.SIGINT, "default_int_handler"),
        (signal.SIGTERM, "default_int_handler"),
        (signal.SIGTERM, "SIG_IGN"),  # as under nohup or behind & in a script
    ],
)
def test_an_interrupted_run_keeps_what_it_had(tmp_path, number, handler):
    import supple as sp

    code = f"""
signal.signal(signal.SIGINT, signal.{handler})
from supple.results import writer
take = writer.ResultWriter.take
def told(self, S):
    take(self, S)
    print("ready", flush=True)
writer.ResultWriter.take = told
"""
    arguments = ("run", DROP, "--json", "--end", "1e6", "--max-step", "1e-4", "--out", tmp_path)
    code, said, noise = interrupted(code + MAIN, number, *arguments, lines=3)
    data = json.loads(said.replace("ready\n", ""))
    assert code == 130 and noise == ""
    assert data["status"] == "INTERRUPTED" and "what was computed is kept" in data["message"]
    assert sp.load(tmp_path / "drop.nc").t[-1] == data["end"] > 0.0
    assert [path.name for path in tmp_path.iterdir()] == ["drop.nc"]  # nothing is drawn any more


def test_a_reader_that_has_had_enough_is_no_error():
    read, write = os.pipe()
    os.close(read)
    process = subprocess.run([sys.executable, "-c", MAIN, "materials"], stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    assert (process.returncode, process.stderr) == (1, "")


# --- the mechanism --------------------------------------------------------------------------------------------------------
@pytest.fixture(autouse=True)
def default():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a test run in the background may ignore it
    yield
    signal.signal(signal.SIGINT, before)


def press():
    os.kill(os.getpid(), signal.SIGINT)


@entry
def spin(x: Reals) -> float:
    while x[0] == 0.0:
        x[int(x[1])] += 1.0
    return x[2]


@pytest.mark.jit
def test_compiled_work_that_obeys_stays_in_the_main_thread_and_is_asked_at_once(monkeypatch):
    monkeypatch.setattr(_interrupt, "TICK", 1e6)  # nobody else asks
    x = np.array([0.0, 2.0, 0.0])
    spin(np.ones(3))

    def ask():
        x[0] = 1.0

    def press_when_it_runs():
        while x[2] == 0.0:
            time.sleep(0.001)
        press()

    before = signal.set_wakeup_fd(-1)
    with Interruption(ask, obeys=True) as interruption:
        threading.Thread(target=press_when_it_runs, daemon=True).start()
        assert interruption.call(lambda: (spin(x), threading.get_ident()))[1] == threading.get_ident()
        assert interruption.pressed is not None
        interruption.honoured = True
    assert signal.set_wakeup_fd(before) == -1


@pytest.mark.jit
def test_compiled_work_that_obeys_is_asked_now_and_then(monkeypatch):
    monkeypatch.setattr(_interrupt, "TICK", 0.01)
    x = np.array([0.0, 2.0, 0.0])
    spin(np.ones(3))

    def ask():
        x[0] = 1.0

    with Interruption(ask, obeys=True) as interruption:
        interruption.call(lambda: spin(x))
        assert interruption.pressed is None


def test_work_aside_has_a_value_or_an_error():
    assert aside(lambda: 7) == 7
    assert aside(threading.get_ident) != threading.get_ident()
    with pytest.raises(ZeroDivisionError):
        aside(lambda: 1 / 0)
    found = []
    thread = threading.Thread(target=lambda: found.append(aside(threading.get_ident)))
    thread.start()
    thread.join()
    assert found == [thread.ident]  # elsewhere than in the main thread, in place


def test_work_aside_is_left_alone():
    """The main thread does not wait for it, however short before its waiting the signal comes; there is a next worker."""
    for _ in range(100):
        begun, end = threading.Event(), threading.Event()

        def work(begun=begun, end=end):
            begun.set()
            press()
            end.wait(BOUND)

        with pytest.raises(KeyboardInterrupt):
            aside(work)
        assert begun.is_set() and aside(lambda: 7) == 7
        end.set()


def test_a_request_is_answered_in_one_piece():
    asked = threading.Event()
    with Interruption(asked.set) as interruption:
        assert interruption.call(lambda: (press(), asked.wait(BOUND))[1])
        assert interruption.pressed is not None
        interruption.honoured = True
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_request_gives_up():
    end = threading.Event()

    def work():
        press()
        while interruption.pressed is None:
            pass
        press()
        end.wait(BOUND)

    with pytest.raises(KeyboardInterrupt, match="twice"), Interruption(lambda: None) as interruption:
        interruption.call(work)
    end.set()


def test_a_request_is_never_lost():
    """One that comes while a file is put in order, and that nobody has acted on, is raised in the end."""
    done = []
    with pytest.raises(KeyboardInterrupt), Interruption(lambda: None):
        press()
        press()
        done.append("in order")
    assert done


def test_a_handler_of_the_users_own_is_left_alone():
    heard = []
    signal.signal(signal.SIGINT, lambda *_: heard.append(1))
    with Interruption(lambda: None) as interruption:
        assert interruption.call(threading.get_ident) == threading.get_ident()
        press()
    assert heard and interruption.pressed is None
