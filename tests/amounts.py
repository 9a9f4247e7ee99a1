"""How much a test does, as cases or as time: a part in every run of the checks, all of it before a release."""

import os


def amount(usual, full):
    """The full amount with SUPPLE_FULL=1 in the environment."""
    return full if os.environ.get("SUPPLE_FULL") == "1" else usual
