"""CPU time of new processes: first result cold (empty cache) and warm, `supple demo` to its summary and to its end.

Each is a process of its own, measured from outside with all its children. The quick start is that of the README; the
demo is measured warm, at the moment at which its first line, the summary's, can be read (from /proc, in hundredths of a
second; left out where there is none).
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from common import HERE, Row, main

COMMAND = "from supple.cli import main; main()"
BEST_OF = 5
QUOTED = "<!-- quick start -->"  # around it in the README


def quick_start():
    """The quick start of the README up to its result, as it is written there."""
    lines = (HERE.parent / "README.md").read_text(encoding="utf-8").split(QUOTED)[1].strip().splitlines()[1:-1]
    last = next(i for i, line in enumerate(lines) if ".simulate(" in line)
    return "\n".join(lines[: last + 1])


def spent(code, *arguments, cache):
    """CPU seconds of a new Python: until its first line on standard output (None: no line, or no /proc), and in all."""
    env = {**os.environ, "SUPPLE_CACHE_DIR": cache, "PYTHONUNBUFFERED": "1", "MPLBACKEND": "Agg"}
    command = [sys.executable, "-c", code, *arguments]
    with tempfile.TemporaryFile("w+") as errors:
        child = subprocess.Popen(command, env=env, cwd=HERE, stdout=subprocess.PIPE, stderr=errors, text=True)
        first = _so_far(child.pid) if child.stdout.readline() else None
        child.stdout.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        child.stdout.close()
        if child.returncode != 0:
            errors.seek(0)
            raise RuntimeError(f"{' '.join(arguments) or code} failed: {errors.read().strip()}")
    return first, usage.ru_utime + usage.ru_stime


def _so_far(pid):
    """CPU seconds of a running process and of its children that have ended."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return None
    fields = stat.read_text().rpartition(")")[2].split()  # from the third field on: the second may contain blanks
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def best(code, *arguments, cache):
    """The lowest of several, of each of the two times."""
    first, whole = zip(*(spent(code, *arguments, cache=cache) for _ in range(BEST_OF)), strict=True)
    return None if None in first else min(first), min(whole)


def measure():
    """Rows of a cold start and of warm ones."""
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as out:
        times = {"cold: quick start": spent(quick_start(), cache=cache)[1]}
        times["warm: quick start"] = best(quick_start(), cache=cache)[1]
        spent(COMMAND, "demo", "--out", out, cache=cache)  # compiles what the quick start did not need
        times["warm: demo to its summary"], times["warm: demo"] = best(COMMAND, "demo", "--out", out, cache=cache)
        times["warm: --help"] = best(COMMAND, "--help", cache=cache)[1]
    return [Row(case, "supple", {"CPU s": seconds}) for case, seconds in times.items() if seconds is not None]


def alone():
    """The same: there are no peers."""
    return measure()


if __name__ == "__main__":
    main([sys.modules[__name__]])
