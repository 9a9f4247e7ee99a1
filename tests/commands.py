"""The command line without a process of its own: that starts and loads for a second, and test_cli.py has some."""

import contextlib
import io
from typing import NamedTuple

import pytest

from supple.cli import main


class Answer(NamedTuple):
    """What a command gave."""

    returncode: int
    stdout: str
    stderr: str


def supple(*arguments):
    """Run a command."""
    said, noise = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(noise), pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    return Answer(ended.value.code, said.getvalue(), noise.getvalue())
