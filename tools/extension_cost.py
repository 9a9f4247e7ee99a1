"""What a new law, joint, shape or element costs in files that are there already, counted with git.

    python tools/extension_cost.py

In a copy of the repository, each of the members that the tests add (`Addition` in tests/registries.py) is put into the
package and used everywhere: names, scene files, schema, a run and its ledger. Then git tells what has changed. What
tools write (stubs: tools/write_stub.py, the schema beside the examples: supple schema) is counted apart. Not counted: the
row of a law in docs/choosing.md, which is for readers and which a test asks for.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
SCHEMA = Path("examples", "scenes", "scene.schema.json")


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
    environment = os.environ | {"PYTHONPATH": str(folder / "src")}
    command = [sys.executable, "-m", "supple", "schema"]
    text = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout
    (folder / SCHEMA).write_text(text, encoding="utf-8")
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
            written = {file: n for file, n in lines.items() if file.endswith(".pyi") or file == SCHEMA.as_posix()}
            rows.append((added.kind, new, {file: n for file, n in lines.items() if file not in written}, written))
    return rows


def main():
    """Print one row per kind; fail if one costs more than a file and a line."""
    rows = measure()
    print(f"{'kind':14}{'new files':>10}{'files touched':>15}{'lines changed':>15}{'written by tools':>18}")
    for kind, new, lines, written in rows:
        where = f"{len(new):>10}{len(lines):>15}{sum(lines.values()):>15}{sum(written.values()):>18}"
        print(f"{kind:14}{where}   {', '.join(new)}; {', '.join(lines)}")
    return 0 if all(len(new) == sum(lines.values()) == 1 for _, new, lines, _ in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
