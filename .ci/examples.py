"""Run every example script; results go to a directory. Their scenes are run by tests/test_cli.py.

    python .ci/examples.py OUT

All are tried, and each that fails is named. Each runs in a process of its own, a fork of this one: what they all import and
the machine code are loaded once.
"""

import os
import runpy
import sys
import traceback
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"


def main(out):
    """Exit with 1 if any fails."""
    import supple  # and what a run needs

    os.chdir(out)
    supple.simulate(supple.read_scene(EXAMPLES / "scenes" / "drop.toml").scene, 0.01)
    scripts = sorted(EXAMPLES.glob("*.py"))
    failed = [path.name for path in scripts if not succeeds(path)]
    print(f"\n{len(scripts)} examples; failed: {', '.join(failed) or 'none'}")
    sys.exit(bool(failed))


def succeeds(script):
    """Whether a script ends well, in a process of its own."""
    print(f"\n--- {script.name}", flush=True)
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    code = 1
    try:
        runpy.run_path(str(script), run_name="__main__")
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
