"""Run every example and, as `supple run` does, every scene of the examples; results go to a directory.

    python .ci/examples.py OUT

All are tried, and each that fails is named. Each runs in a process of its own, a fork of this one: what they all import and
the machine code are loaded once.
"""

import os
import runpy
import sys
import tempfile
import traceback
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"


def main(out):
    """Exit with 1 if any fails."""
    from supple.cli import main as supple

    os.chdir(out)
    scenes = sorted((EXAMPLES / "scenes").glob("*.toml"))
    with tempfile.TemporaryDirectory() as first:  # imports and loads what a run needs
        succeeds(scenes[0], lambda: supple(["run", str(scenes[0]), "--out", first]), fork=False)
    failed = [
        path.name
        for path in sorted(EXAMPLES.glob("*.py"))
        if not succeeds(path, lambda: runpy.run_path(str(path), run_name="__main__"))
    ]
    failed += [path.name for path in scenes if not succeeds(path, lambda: supple(["run", str(path), "--out", out]))]
    print(f"\n{len(scenes)} scenes; failed: {', '.join(failed) or 'none'}")
    sys.exit(bool(failed))


def succeeds(path, work, fork=True):
    """Whether some work ends well, in a process of its own."""
    print(f"\n--- {path.name}", flush=True)
    child = os.fork() if fork else 0
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    code = 1
    try:
        work()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else end.code is not None
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    if fork:
        os._exit(code)
    return code == 0


if __name__ == "__main__":
    main(sys.argv[1])
