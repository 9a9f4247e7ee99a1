"""Build a wheel for this platform that carries its machine code: whoever installs it never compiles.

    python tools/build_wheel.py --out dist

needs pip, the package `wheel` and a C compiler (`cc`, for linking only) beside what supple itself needs. Steps:

1. the pure wheel, as pip builds it, unpacked;
2. its own sources compiled, linked and labelled (`add_machine_code.py`, in a process that sees this package only);
3. packed under the tag of the platform: the system and processor of this machine, and the oldest glibc that has all the
   functions the library asks for. One wheel serves every version of Python: the library knows nothing of Python.

Tried on Linux with glibc. macOS and Windows name libraries and platforms in other ways: there, and on processors that are
not in `supple._jit.target.BASELINES`, the pure wheel serves.
"""

import argparse
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
OLDEST = 2, 17  # glibc: below it pip knows no such tag on most processors


def main():
    """Build it, say where it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("dist"), metavar="DIR", help="where the wheel goes (dist)")
    out = parser.parse_args().out
    if not sys.platform.startswith("linux"):
        sys.exit(f"the platform must be Linux, got {sys.platform}: others were not tried (the pure wheel: pip wheel .)")
    if find_spec("wheel") is None:
        sys.exit("the package `wheel` is missing: pip install wheel")
    with tempfile.TemporaryDirectory() as work:
        print(build(Path(work), out))


def build(work, out):
    """Path of the wheel."""
    _python("-m", "pip", "wheel", str(ROOT), "--no-deps", "--quiet", "--wheel-dir", str(work))
    (pure,) = work.glob("*.whl")
    _python("-m", "wheel", "unpack", str(pure), "--dest", str(work / "unpacked"))
    (tree,) = (work / "unpacked").iterdir()
    alone = {
        "PYTHONPATH": str(tree),
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_DISABLE_JIT": "0",
        "NUMBA_BOUNDSCHECK": "0",
    }
    library = Path(_python(str(ROOT / "tools" / "add_machine_code.py"), str(tree), **alone).splitlines()[-1])
    _not_pure(tree)
    out.mkdir(parents=True, exist_ok=True)
    packed = work / "packed"
    packed.mkdir()
    _python("-m", "wheel", "pack", str(tree), "--dest-dir", str(packed))
    (wheel,) = packed.glob("*.whl")
    tag = platform_tag(library.read_bytes(), sysconfig.get_platform())
    name = _python("-m", "wheel", "tags", "--remove", "--platform-tag", tag, str(wheel)).split()[-1]
    return (packed / name).replace(out / name)


def platform_tag(library, platform):
    """manylinux_2_29_x86_64, for the content of a library and a platform as Python names it (linux-x86_64)."""
    major, minor = max(OLDEST, glibc(library))
    return f"manylinux_{major}_{minor}_{platform.removeprefix('linux-')}"


def glibc(library):
    """The version of glibc that a library asks for: the newest of those that its functions are bound to."""
    named = re.findall(rb"GLIBC_(\d+)\.(\d+)", library)
    if not named:
        sys.exit("the library names no version of glibc: only Linux with glibc was tried")
    return max((int(major), int(minor)) for major, minor in named)


def _not_pure(tree):
    """Say in the wheel's own words that it belongs to a platform."""
    (path,) = tree.glob("*.dist-info/WHEEL")
    text = path.read_text(encoding="utf-8")
    said = text.replace("Root-Is-Purelib: true", "Root-Is-Purelib: false")
    if said == text:
        sys.exit(f"{path.name} of the pure wheel does not say that it is pure:\n{text}")
    path.write_text(said, encoding="utf-8")


def _python(*arguments, **environment):
    """What another Python prints on standard output; if it fails, so does this one, with its words."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}no wheel was built: {' '.join(command)} failed")
    return done.stdout


if __name__ == "__main__":
    main()
