"""Processes that tests start: they end with the test, whatever becomes of it, and nobody waits by the clock."""

import subprocess
import time
from contextlib import contextmanager

BOUND = 300.0  # [s] after which something that has not happened is taken for one that never will


def wait_until(found, what):
    """Until `found()`, which is asked again and again."""
    until = time.monotonic() + BOUND
    while not found():
        assert time.monotonic() < until, f"{what}: not within {BOUND} s"
        time.sleep(0.02)


@contextmanager
def begun(command, **options):
    """A process; if it still runs in the end it is killed with all that it has started, and waited for."""
    with subprocess.Popen(command, **options) as process:
        try:
            yield process
        finally:
            left = children(process)
            process.kill()
            for child in left:
                child.kill()


def children(process):
    """What a process has started, and those in turn; nothing if it has ended."""
    import psutil

    try:
        return psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
    except psutil.NoSuchProcess:
        return []


def wait_for_the_end(processes):
    """Of children of others; one that its new parent has not asked about has ended too."""
    import psutil

    def running(process):
        try:
            return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return False

    wait_until(lambda: not any(map(running, processes)), "the end of processes")
