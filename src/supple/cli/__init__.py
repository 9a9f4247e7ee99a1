"""The command line: one file per command, thin over the Python API.

A command is a function with typer's annotations in its own file and one line in `COMMANDS` (`app.py`). It imports what is
heavy inside the function, prints through `output.py`, and raises ValueError or OSError with a sentence; `main` turns that
into one line on standard error and the exit code 2. Signals end it within two seconds, from the first import on
(`signals.py`).
"""

import atexit
import gc
import os
import sys
import warnings

from .signals import INTERRUPTED, Ended, ended_by_signals


def main(arguments=None):
    """Run a command; exit 0 if it did, 1 if it says so itself, 2 with one sentence on standard error if it could not."""
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)  # else Python, as it goes, looks through all that was loaded for cycles: 0.2 s
    with ended_by_signals():
        code = _run(arguments)
        if code == INTERRUPTED:
            os._exit(code)  # at once: work that was given up may still run in its thread, and Python takes time to go
    sys.exit(code)


def _run(arguments):
    """The exit code."""
    try:
        from .app import app

        with warnings.catch_warnings():
            warnings.showwarning = _show
            code = app(args=arguments, standalone_mode=False, prog_name="supple")
        sys.stdout.flush()
    except (Ended, BrokenPipeError) as error:
        if isinstance(error.__cause__, KeyboardInterrupt):
            return tell("interrupted", INTERRUPTED)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader, such as `head`, has had enough
        return 1
    except (ValueError, TypeError, OSError, ImportError, MemoryError) as error:
        return tell(str(error) or type(error).__name__)
    except Exception as error:
        if not hasattr(error, "format_message"):  # not an error of usage: a bug, with its traceback
            raise
        if type(error).__name__ == "NoArgsIsHelpError":
            return 2  # the help has been printed
        return tell(error.format_message())
    return code if isinstance(code, int) else 0


def tell(text, code=2):
    """One line on standard error; return the exit code."""
    sys.stderr.write(f"supple: {' '.join(text.split())}\n")  # in one piece: a compiler in another thread may write too
    sys.stderr.flush()
    return code


def _show(message, category, filename, lineno, file=None, line=None):
    """A warning as one line."""
    tell(str(message))
