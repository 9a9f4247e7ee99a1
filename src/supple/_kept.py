"""Bytes kept on disk under a key: what comes back is what was kept, or nothing.

A file holds a digest of key and content in front of the content. Damaged, cut short, exchanged with another, unreadable or
a directory: it counts as absent, and is written anew. Files appear under their name when they are complete, so processes
may keep the same things at the same time.
"""

import hashlib
import os
import tempfile
import warnings
from contextlib import suppress
from pathlib import Path

SIZE = hashlib.sha256().digest_size


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


def _digest(key, content):
    return hashlib.sha256(hashlib.sha256(key).digest() + content).digest()
