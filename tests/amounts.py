"""How many random cases a test draws: a part of them in every run of the checks, all of them before a release."""

import os


def amount(usual, full):
    """The full number with SUPPLE_FULL=1 in the environment."""
    return full if os.environ.get("SUPPLE_FULL") == "1" else usual
