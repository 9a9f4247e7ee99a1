"""The quick start of the README runs as printed, and is short."""

import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"


def quick_start():
    return README.read_text(encoding="utf-8").split("<!-- quick start -->")[1].split("```python\n")[1].split("```")[0]


@pytest.mark.jit
def test_quick_start_runs_as_printed():
    done = subprocess.run([sys.executable, "-c", quick_start()], capture_output=True, text=True, check=True)
    assert "the end time was reached" in done.stdout
    assert "e = 0." in done.stdout


def test_quick_start_is_short():
    """Statements, not lines: the formatter breaks long calls."""
    import ast

    assert len(ast.parse(quick_start()).body) <= 15
