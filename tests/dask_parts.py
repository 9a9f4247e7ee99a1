"""A reduction of the tests of the engine dask: worker processes import it."""

import os
import signal


def deadly(run):
    """The end; a run that began below 0.3 m ends its process."""
    if run.y[0, 0] < 0.3:
        os.kill(os.getpid(), signal.SIGKILL)
    return run.final[0]
