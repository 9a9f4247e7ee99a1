"""Run every example and, as `supple run` does, every scene of the examples; results go to a directory.

    python .ci/examples.py OUT

All are tried, and each that fails is named. Each runs in a process of its own, a fork of this one: what they all import and
the machine code are loaded once.
"""

import contextlib
import os
import runpy
import sys
import traceback
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"


def main(out):
    """Exit with 1 if any fails."""
    from supple.cli import main as supple

    def run(scene):
        supple(["run", str(scene), "--out", out])

    def execute(script):
        runpy.run_path(str(script), run_name="__main__")

    os.chdir(out)
    scripts, scenes = sorted(EXAMPLES.glob("*.py")), sorted((EXAMPLES / "scenes").glob("*.toml"))
    with contextlib.suppress(SystemExit):  # imports and loads what a run needs
        run(scenes[0])
    failed = [path.name for path in scripts if not succeeds(execute, path)]
    failed += [path.name for path in scenes if not succeeds(run, path)]
    print(f"\n{len(scripts)} examples and {len(scenes)} scenes; failed: {', '.join(failed) or 'none'}")
    sys.exit(bool(failed))


def succeeds(work, path):
    """Whether `work(path)` ends well, in a process of its own."""
    print(f"\n--- {path.name}", flush=True)
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    code = 1
    try:
        work(path)
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    main(sys.argv[1])
