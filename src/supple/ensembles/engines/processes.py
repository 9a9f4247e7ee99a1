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
import threading
from queue import SimpleQueue

from ..members import failed
from .worker import receive, send

TRIALS = 2  # workers that may die at one member
END = object()


def map(work, blocks, workers, stop):
    """Compute blocks in worker processes."""
    content = _pickled(work)
    answers = SimpleQueue()
    tasks = _Shared(blocks)
    crew = [_Keeper(content, work, tasks, answers, stop) for _ in range(workers)]
    for keeper in crew:
        keeper.start()
    try:
        ended = 0
        while ended < len(crew):
            answer = answers.get()
            if answer is END:
                ended += 1
            elif isinstance(answer, BaseException):
                raise answer
            else:
                yield answer
    finally:
        stop.set()
        for keeper in crew:
            keeper.end()


def _pickled(work):
    try:
        return pickle.dumps(work, protocol=pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        raise TypeError(
            f"the functions of a sweep must be ones that a process can import (engine='threads' takes any): {error}"
        ) from None


class _Shared:
    """An iterator that several threads take from."""

    def __init__(self, blocks):
        self._blocks, self._lock = iter(blocks), threading.Lock()

    def next(self):
        """The next one, None at the end."""
        with self._lock:
            return next(self._blocks, None)


class _Keeper(threading.Thread):
    """Serves a worker, and starts another one when it dies."""

    def __init__(self, content, work, tasks, answers, stop):
        super().__init__(daemon=True)
        self._content, self._work, self._tasks, self._answers, self._halt = content, work, tasks, answers, stop
        self._process = None
        self._ended = False

    def run(self):
        try:
            while not self._halt.is_set() and (block := self._tasks.next()) is not None:
                rows = self._rows(block)
                if rows is None:
                    break
                self._answers.put((block, self._work.gathered(rows)))
            self._answers.put(END)
        except BaseException as error:
            self._answers.put(error)

    def _rows(self, block):
        """The rows of a block, whatever happens to workers; None: it is to end."""
        rows, trials = [], 0
        while len(rows) < len(block.values):
            known = len(rows)
            try:
                process = self._worker()
                send(process.stdin, block.values[known:])
                while len(rows) < len(block.values):
                    rows.append(receive(process.stdout))
            except (EOFError, OSError):
                if self._ended or self._halt.is_set():
                    return None
                trials = trials + 1 if len(rows) == known else 1
                how = self._buried()
                if trials >= TRIALS:
                    rows.append(failed(f"its worker process {how}, {TRIALS} times"))
                    trials = 0
        return rows

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
        self.join(timeout=5.0)
        if process is not None and self._process is process:
            self._buried()
