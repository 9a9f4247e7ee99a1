"""Print the lowest versions of the run-time dependencies that pyproject.toml allows, as constraints for pip.

    .ci/lowest.py > lowest.txt && pip install --constraint lowest.txt .

Every dependency must say from which version on it was tried: `name>=version`, and perhaps an upper bound behind a comma.
"""

import re
import sys
import tomllib
from pathlib import Path

FORM = re.compile(r"(?P<name>[A-Za-z0-9._-]+)>=(?P<version>[0-9][0-9.]*)(,<[0-9.]+)?")


def lowest(requirements):
    """name==version of each requirement."""
    for requirement in requirements:
        found = FORM.fullmatch(requirement.replace(" ", ""))
        if found is None:
            sys.exit(f"a dependency must be name>=version, got {requirement!r}")
        yield f"{found['name']}=={found['version']}"


if __name__ == "__main__":
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    print(*lowest(project["dependencies"]), sep="\n")
