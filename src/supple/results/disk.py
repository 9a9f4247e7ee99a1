"""A file for HDF5 that stays as it was at the last commit, whatever kills the process in between.

HDF5 changes its file in place and in no particular order: killed at the wrong moment, it leaves a file that nobody can
open. So it writes through a `Disk`:

    bytes that the last commit did not have     go to the file at once: nothing in it refers to them yet
    bytes that it had                           wait in memory, as pages

`commit` writes the pages to a journal beside the file, then into the file, then removes the journal. Killed before the
journal is complete, the file is that of the last commit; killed later, `mend` carries the journal out. The first page waits
for the first commit: a file that does not begin like HDF5 has nothing in it.

HDF5 can neither close nor forget a file that it could not write: on a full disk it fills the terminal with tracebacks and
ends in a segmentation fault. So it is let believe that all went well; `check` and `commit` tell what happened.
"""

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from .._files import JOURNAL

PAGE = 4096  # bytes
SIZE = hashlib.sha256().digest_size


class Disk:
    """A file object; `name` is the result that is told of in errors."""

    def __init__(self, path, name):
        self._path, self._name = Path(path), name
        self._file = open(path, "r+b", buffering=0)
        self._position = self._size = 0
        self._had = PAGE  # bytes that the last commit had, in whole pages
        self._pages = {}  # changes of these: number -> bytes
        self._error = None
        self.commits = 0
        journal_of(path).unlink(missing_ok=True)  # of a file that is not there any more

    # --- commits --------------------------------------------------------------------------------------------------------
    def check(self):
        """Raise what went wrong, with the name of the result."""
        if self._error is not None:
            reason = self._error.strerror or self._error
            raise OSError(f"the result could not be written to {str(self._name)!r}: {reason}")

    def commit(self):
        """From now on the file is as HDF5 has left it; raise if something could not be written since the last time."""
        self._attempt(self._commit)
        self.check()
        self._pages.clear()
        self._had = max(-(-self._size // PAGE), 1) * PAGE
        self.commits += 1

    def _commit(self):
        if os.fstat(self._file.fileno()).st_size < self._size:
            self._file.truncate(self._size)
        os.fsync(self._file.fileno())
        journal = journal_of(self._path)
        with open(journal, "wb") as file:
            with suppress(OSError):  # some file systems have no locks
                _hold(file)
            write_journal(file, self._size, self._pages)
            apply(self._file, self._size, self._pages)
            file.truncate(0)  # done: nobody who waited for the lock shall do it again
        journal.unlink()

    # --- what HDF5 calls ------------------------------------------------------------------------------------------------
    def write(self, data):
        """All of it, or so it seems."""
        data = memoryview(data).cast("B")
        self._attempt(lambda: self._put(data))
        self._position += len(data)
        self._size = max(self._size, self._position)
        return len(data)

    def _put(self, data):
        start = self._position
        early = min(max(self._had - start, 0), len(data))
        for number, (a, b) in _pages(start, start + early):
            page = self._pages.get(number) or self._page(number)
            page[a - number * PAGE : b - number * PAGE] = data[a - start : b - start]
            self._pages[number] = page
        if early < len(data):
            _write_at(self._file, start + early, data[early:])

    def _page(self, number):
        self._file.seek(number * PAGE)
        return bytearray(self._file.read(PAGE).ljust(PAGE, b"\0"))

    def readinto(self, buffer):
        """As usual."""
        view = memoryview(buffer).cast("B")
        start = self._position
        n = max(0, min(len(view), self._size - start))
        self._file.seek(start)
        found = self._file.read(n)
        view[:n] = found.ljust(n, b"\0")
        for number, (a, b) in _pages(start, start + n):
            if number in self._pages:
                view[a - start : b - start] = self._pages[number][a - number * PAGE : b - number * PAGE]
        self._position += n
        return n

    def read(self, size=-1):
        """As usual."""
        out = bytearray(max(0, self._size - self._position) if size < 0 else size)
        return bytes(out[: self.readinto(out)])

    def truncate(self, size):
        """Cut or extend; the file follows at the next commit, which may still need what is cut."""
        self._size = size
        return size

    def seek(self, offset, whence=0):
        """As usual."""
        self._position = offset + (0, self._position, self._size)[whence]
        return self._position

    def tell(self):
        """As usual."""
        return self._position

    def flush(self):
        """Nothing is held back but what waits for a commit."""

    def close(self):
        """Close, whatever happened before."""
        self._file.close()

    def _attempt(self, act):
        if self._error is None:
            try:
                act()
            except OSError as error:
                self._error = error


def _pages(start, end):
    """The pages that hold bytes, each with its part of them."""
    for number in range(start // PAGE, -(-end // PAGE) if end > start else 0):
        yield number, (max(start, number * PAGE), min(end, (number + 1) * PAGE))


def _write_at(file, offset, data):
    file.seek(offset)
    view = memoryview(data)
    while len(view):
        view = view[file.write(view) :]


# --- the journal ----------------------------------------------------------------------------------------------------------
def journal_of(path):
    """Where the changes of a commit are while it is carried out."""
    path = Path(path)
    return path.with_name(f"{path.name}{JOURNAL}")


def write_journal(file, size, pages):
    """A digest, a head (size of the file, numbers of the pages), the pages; on the disk when this returns."""
    head = json.dumps({"size": size, "pages": list(pages)}).encode()
    content = b"\n".join([head, b"".join(pages.values())])
    file.write(hashlib.sha256(content).digest() + content)
    file.flush()
    os.fsync(file.fileno())


def apply(file, size, pages):
    """Bring a file from one commit to the next; doing it twice does no harm."""
    for number, page in pages.items():
        _write_at(file, number * PAGE, page)
    file.truncate(size)
    os.fsync(file.fileno())


def mend(path):
    """Carry out a commit in the middle of which the process that wrote `path` was killed."""
    journal = journal_of(path)
    if not journal.exists():
        return
    with open(journal, "r+b") as waiting:
        try:
            _hold(waiting)
        except OSError:
            return  # the process lives and does so itself
        found = waiting.read()
        content = found[SIZE:]
        if found[:SIZE] == hashlib.sha256(content).digest():
            head, body = content.split(b"\n", 1)
            note = json.loads(head)
            pages = {number: body[i * PAGE : (i + 1) * PAGE] for i, number in enumerate(note["pages"])}
            with open(path, "r+b", buffering=0) as file:
                apply(file, note["size"], pages)
        waiting.truncate(0)
    journal.unlink(missing_ok=True)


def _hold(file):
    """Lock a file until it is closed, or its process ends; OSError if another one holds it."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
