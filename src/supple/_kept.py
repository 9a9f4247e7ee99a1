"""Bytes kept on disk under a key: what comes back is what was kept, or nothing.

A file holds a digest of key and content in front of the content. Damaged, cut short, exchanged with another, unreadable or
a directory: it counts as absent, and is written anew. Files appear under their name when they are complete, so processes
may keep the same things at the same time. Those that would rather wait for one another say so (`alone`): whoever comes
second finds what the first has kept.
"""

import hashlib
import os
import tempfile
import time
import warnings
from contextlib import contextmanager, suppress
from pathlib import Path

SIZE = hashlib.sha256().digest_size
PATIENCE = 300.0  # [s] that a process waits for another one
TICK = 0.1  # [s] between two looks


class Kept:
    """The files of a directory, which is made when something is kept."""

    def __init__(self, directory):
        self.directory = Path(directory)

    def path(self, name, key):
        """Where the content of a key is; the name is for people."""
        return self.directory / f"{name}-{hashlib.sha256(key).hexdigest()[:24]}.kept"

    def get(self, name, key):
        """The content of a key, or None."""
        try:
            found = self.path(name, key).read_bytes()
        except OSError:
            return None
        content = found[SIZE:]
        return content if found[:SIZE] == _digest(key, content) else None

    def put(self, name, key, content):
        """Keep a content; a disk that does not want it is a warning."""
        path = self.path(name, key)
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                path.rmdir()
            handle, beside = tempfile.mkstemp(prefix=f".{name}.", dir=self.directory)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_digest(key, content) + content)
                os.replace(beside, path)
            except BaseException:
                with suppress(OSError):
                    os.unlink(beside)
                raise
        except OSError as error:
            reason = error.strerror or error
            text = f"{name} cannot be kept in {str(self.directory)!r} ({reason}): it is compiled again in each process"
            warnings.warn(text, stacklevel=2)

    @contextmanager
    def alone(self, name):
        """One process at a time, for PATIENCE at most; at once where there is nothing to lock."""
        file = self._locked(name)
        try:
            yield
        finally:
            if file is not None:
                file.close()

    def _locked(self, name):
        """An open file with a lock that ends with the process, or None."""
        try:
            import fcntl  # not on every system

            self.directory.mkdir(parents=True, exist_ok=True)
            file = (self.directory / f"{name}.lock").open("w")
        except (ImportError, OSError):
            return None
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return file
            except BlockingIOError:
                time.sleep(TICK)
            except OSError:  # a file system without locks
                break
        file.close()
        return None


def _digest(key, content):
    return hashlib.sha256(hashlib.sha256(key).digest() + content).digest()
