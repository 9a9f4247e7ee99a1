"""What a new law, joint, shape or element costs in files that are there already, counted with git.

    python tools/extension_cost.py

In a copy of the repository, each of the members that the tests add (`Addition` in tests/registries.py) is put into the
package and used everywhere: names, scene files, schema, a run and its ledger. Then git tells what has changed. Stubs are
written by tools/write_stub.py and counted apart.
"""

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"


def git(folder, *words):
    """What git says in a folder."""
    who = ("-c", "user.name=nobody", "-c", "user.email=nobody@localhost", "-c", "commit.gpgsign=false")
    return subprocess.run(["git", *who, *words], cwd=folder, capture_output=True, text=True, check=True).stdout


def additions():
    """Everything that the tests of registries add."""
    sys.path.insert(0, str(TESTS))
    from registries import Addition

    found = []
    for path in sorted(TESTS.rglob("test_*_registry.py")):
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        found += [value for value in vars(module).values() if isinstance(value, Addition)]
    return found


def copied(folder):
    """A repository in a folder with the files of this one as they are now."""
    for name in git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "before")


def cost(added, folder):
    """(new files, {file: lines changed}) of an addition, which works; the copy is as before afterwards."""
    added.put_into(folder / "src" / "supple")
    added.try_in(folder)
    git(folder, "add", "--all")
    new = git(folder, "diff", "--cached", "--name-only", "--diff-filter=A").splitlines()
    counts = (line.split("\t") for line in git(folder, "diff", "--cached", "--numstat", "--diff-filter=a").splitlines())
    lines = {name: int(plus) + int(minus) for plus, minus, name in counts}
    git(folder, "reset", "--quiet", "--hard")
    return new, lines


def measure():
    """[(kind, new files, {file written by hand: lines}, {file that a tool wrote: lines})] of all additions."""
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copied(folder)
        for added in additions():
            new, lines = cost(added, folder)
            stubs = {file: n for file, n in lines.items() if file.endswith(".pyi")}
            rows.append((added.kind, new, {file: n for file, n in lines.items() if file not in stubs}, stubs))
    return rows


def main():
    """Print one row per kind; fail if one costs more than a file and a line."""
    rows = measure()
    print(f"{'kind':14}{'new files':>10}{'files touched':>15}{'lines changed':>15}{'lines of stubs':>16}")
    for kind, new, lines, stubs in rows:
        where = f"{len(new):>10}{len(lines):>15}{sum(lines.values()):>15}{sum(stubs.values()):>16}"
        print(f"{kind:14}{where}   {', '.join(new)}; {', '.join(lines)}")
    return 0 if all(len(new) == sum(lines.values()) == 1 for _, new, lines, _ in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
