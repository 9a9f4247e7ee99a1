"""Whether functions are compiled at all: NUMBA_DISABLE_JIT=1 runs everything as plain Python."""

import os

JIT = os.environ.get("NUMBA_DISABLE_JIT", "") in ("", "0")
