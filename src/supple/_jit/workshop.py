"""A unit compiled in a process of its own, which ends without clearing up.

    here        made(entries, cpu, say)    starts it, hears how far it is, and gets the object file
    over there  work(...)                  compiles, writes one STEP per function, then READY and the object file

numba and LLVM need half a gigabyte, and take a tenth of their time to give it back piece by piece when Python ends. The
process of a user is spared both, and numba's import. LLVM's options are those of a whole process: here they are nobody
else's (`OPTIONS`).

What cannot be compiled there is compiled where it is asked for: entries that no import finds (of a notebook, of a test), a
program that is no Python, a process that was not allowed to start or has failed.
"""

import os
import signal
import subprocess
import sys
from importlib import import_module

from .._interrupt import aside
from .functions import by_symbol

STEP, READY = b".", b"\n"
# a loop whose length is known at run time only is not copied: ours are short, and the copies are a fifth of all code;
# loads of the same thing are found by LLVM's newer analysis (EarlyCSE), not by its older one again (GVN)
OPTIONS = ("-unroll-runtime=false", "-enable-gvn-memdep=false")
START = "import sys; sys.path[:] = {path!r}; from supple._jit.workshop import work; work(*{what!r})"


def made(entries, cpu, say):
    """The machine code of some entries, or rare kernels, for a processor: bytes; None if it cannot be made there."""
    if not sys.executable or hasattr(sys, "frozen") or not all(map(_can_be_imported, entries)):
        return None
    modules = [name for name in sys.modules if name.startswith("supple.")]
    what = modules, [each.symbol for each in entries], cpu
    code = START.format(path=sys.path, what=what)
    try:
        child = subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
    except OSError:
        return None
    with child:
        done = 0
        while (mark := child.stdout.read(1)) == STEP:
            done += 1
            say(done)
        content = child.stdout.read() if mark == READY else None
    if child.returncode == -signal.SIGINT:  # Ctrl-C reaches all processes of a terminal
        raise KeyboardInterrupt
    return content if child.returncode == 0 else None


def _can_be_imported(each):
    return each.__module__.startswith("supple.") and by_symbol.get(each.symbol) is each


def work(modules, symbols, cpu):
    """Compile what has these symbols, with all modules imported that are where it was asked for."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    out = os.fdopen(os.dup(1), "wb", buffering=0)

    def step(done):
        out.write(STEP)

    try:
        content = aside(lambda: _compiled(modules, symbols, cpu, step))
        out.write(READY)
        _write(out, content)
    except BaseException:
        os._exit(1)
    os._exit(0)


def _compiled(modules, symbols, cpu, step):
    import llvmlite.binding as llvm

    for option in OPTIONS:
        llvm.set_option("supple", option)
    from .machine_code import object_file

    for each in modules:
        import_module(each)
    return object_file([by_symbol[symbol] for symbol in symbols], cpu, step)


def _write(out, content):
    """All of it: a pipe takes what it has room for."""
    rest = memoryview(content)
    while rest:
        rest = rest[out.write(rest) :]
