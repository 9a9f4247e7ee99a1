"""Files that a robot file names: only below its own directory, or below the directory of a package.

    "meshes/foot.stl"                 relative to the file that names it
    "package://robot/meshes/foot.stl" below the directory `robot`: one that the caller gave, or one above the file
    "../meshes/foot.stl"              if a directory above, near the file, has a package.xml: it is a package of ROS
    "file:///...", "/..."             refused, unless it is below one of these directories

What leads out of them (.., a link of the file system) is refused: a robot from the net could have any file read.
"""

import os
from pathlib import Path
from urllib.parse import unquote, urlsplit

from .._check import shown

PACKAGE, NEAR = "package.xml", 3  # what makes a directory a package; how far above the file it is looked for
LARGEST = 256 * 2**20  # [bytes] of a mesh


class Roots:
    """The directories of a robot file."""

    def __init__(self, path, packages=()):
        self.folder = Path(path).resolve().parent
        self._packages = [Path(one).resolve() for one in packages]
        for given, one in zip(packages, self._packages, strict=True):
            if not one.is_dir():
                raise NotADirectoryError(f"packages must be directories, got {str(given)!r}")
        above = (self.folder, *self.folder.parents)[: NEAR + 1]
        self._packages += [one for one in above if (one / PACKAGE).is_file()][:1]

    def find(self, name, where, folder=None):
        """The path of a file that exists, None if there is none; one outside of the directories is a sentence."""
        if not name or "\0" in name:
            raise ValueError(f"{where} must be the name of a file, got {shown(name)}")
        url = urlsplit(name.replace("\\", "/"))
        if url.scheme in ("package", "model"):
            return self._in_package(url.netloc, unquote(url.path).lstrip("/"), name, where)
        if url.scheme not in ("", "file") and len(url.scheme) > 1:  # one letter: a drive of Windows
            raise ValueError(f"{where} must be a file, package:// or file://, got {shown(name)}")
        plain = unquote(url.path) if url.scheme == "file" else name.replace("\\", "/")
        return self._checked((folder or self.folder) / plain, name, where)

    def _in_package(self, package, rest, name, where):
        above = [one for one in (self.folder, *self.folder.parents) if one.name == package]
        homes = [one if one.name == package else one / package for one in self._packages] + above
        for home in homes:
            if (home / rest).exists():
                return self._checked(home / rest, name, where, home)
        if ".." in Path(rest).parts:
            raise ValueError(f"{where} must stay in its package, got {shown(name)}")
        return None

    def _checked(self, path, name, where, *homes):
        """The path with all links followed, if it is below one of the directories."""
        real = Path(os.path.realpath(path))
        if not any(real.is_relative_to(home) for home in (self.folder, *self._packages, *homes)):
            raise ValueError(
                f"{where} must be a file below {str(self.folder)!r} or a package (packages=, --package), got {shown(name)}"
            )
        return real if real.exists() else None


def read_bytes(path, where):
    """The content of a file, or a sentence."""
    if not path.is_file():
        raise ValueError(f"{where} must be a file, got {str(path)!r}")
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise OSError(f"{where} must be a readable file, got: {error.strerror or error}") from None
    if len(data) > LARGEST:
        raise ValueError(f"{where} must be at most {LARGEST} bytes long, got more in {str(path)!r}")
    return data
