"""Processes of this machine: nothing is shared, so that Python's global lock is no limit.

A worker (`worker.py`) is started once, gets the work once and then values of members. It answers member by member: when it
dies (killed, no memory left, a crash in a library), what it had answered is kept, and the member it was at is given to a
new worker. A member at which two workers have died has failed, with a sentence.

A thread of this process serves each worker: it waits for answers most of the time.
"""

import os
import pickle
import signal
import subprocess
import sys
from contextlib import nullcontext, suppress

from ..._interrupt import Alarm
from ..members import failed, too_long
from .crew import answers_of
from .worker import receive, send

TRIALS = 2  # workers that may die at one member
GRACE = 5.0  # [s] beyond its limit: a run ends itself by then, a function that does not come back does not


def map(work, blocks, workers, stop):
    """Compute blocks in worker processes."""
    content = _pickled(work)
    return answers_of([_Keeper(content, work, stop) for _ in range(workers)], blocks, stop)


def _pickled(work):
    try:
        return pickle.dumps(work, protocol=pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        raise TypeError(
            f"the functions of a sweep must be ones that a process can import (engine='threads' takes any): {error}"
        ) from None


class _Keeper:
    """Serves a worker, and starts another one when it dies."""

    def __init__(self, content, work, stop):
        self._content, self._work, self._halt = content, work, stop
        self._process = None
        self._ended = self._late = False

    def rows(self, block):
        """The rows of a block, whatever happens to workers; None: it is to end."""
        rows, trials = [], 0
        while len(rows) < len(block.values):
            known = len(rows)
            try:
                process = self._worker()
                send(process.stdin, block.values[known:])
                while len(rows) < len(block.values):
                    rows.append(self._answer(process))
            except (EOFError, OSError):
                if self._ended or self._halt.is_set():
                    return None
                trials = trials + 1 if len(rows) == known else 1
                how = self._buried()
                if self._late:
                    rows.append(failed(too_long(self._work.time_limit, "it did not come back: its worker was ended")))
                    self._late, trials = False, 0
                elif trials >= TRIALS:
                    rows.append(failed(f"its worker process {how}, {TRIALS} times"))
                    trials = 0
        return self._work.gathered(rows)

    def _answer(self, process):
        """The next row of a worker, which is killed if it takes far too long."""
        limit = self._work.time_limit

        def kill():
            self._late = True
            process.kill()

        with nullcontext() if limit is None else Alarm(limit + GRACE, kill):
            return receive(process.stdout)

    def _worker(self):
        if self._process is None:
            command = [sys.executable, "-m", f"{__package__}.worker"]
            environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, process_group=0
            )
            send(self._process.stdin, sys.path)
            self._process.stdin.write(len(self._content).to_bytes(8, "little") + self._content)
            self._process.stdin.flush()
            try:
                receive(self._process.stdout)
            except EOFError:
                if self._ended:
                    raise
                raise RuntimeError(f"a worker process could not begin: it {self._buried()}") from None
        return self._process

    def _buried(self):
        """How the worker ended, in words."""
        process, self._process = self._process, None
        with suppress(OSError):  # it may hold words for a worker that has gone
            process.stdin.close()
        process.stdout.close()
        code = process.wait()
        return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with the exit code {code}"

    def end(self):
        """End the worker, whatever it does."""
        self._ended = True
        process = self._process
        if process is not None:
            process.kill()

    def close(self):
        """Let the worker go."""
        if self._process is not None:
            self._buried()
