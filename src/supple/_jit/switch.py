"""What the environment says: numba's own variables, so that our code and a user's law obey the same ones.

NUMBA_DISABLE_JIT=1     nothing is compiled: everything runs as plain Python
NUMBA_BOUNDSCHECK=1     every index is checked: other machine code, which no package carries
"""

import os


def _on(name):
    return os.environ.get(name, "") not in ("", "0")


JIT = not _on("NUMBA_DISABLE_JIT")
BOUNDS_CHECKED = _on("NUMBA_BOUNDSCHECK")
