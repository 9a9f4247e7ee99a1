"""Print where pip found what it installed, as constraints for another install of a part of it: that looks for nothing.

    PIP_REPORT=report.json pip install '.[test]' && .ci/found.py report.json > found.txt
    PIP_CONSTRAINT=found.txt pip install .

Without a report (an old pip writes none) nothing is printed, and the other install looks for itself.
"""

import json
import sys
from pathlib import Path


def found(report):
    """name @ address of each file that was installed; a directory is no file."""
    for one in report["install"]:
        if "archive_info" in one["download_info"]:
            yield f"{one['metadata']['name']} @ {one['download_info']['url']}"


if __name__ == "__main__":
    path = Path(sys.argv[1])
    print(*found(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else (), sep="\n")
