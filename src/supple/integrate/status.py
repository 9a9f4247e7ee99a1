"""How a run ended, and the sentence that says so.

The loop returns these numbers; kernels use them as the plain integers below the class, because a member of an enumeration
would be a dynamic global of the compiled code.
"""

from enum import IntEnum


class Status(IntEnum):
    """Reason for the return of the loop."""

    DONE = 0
    BUFFER_FULL = 1  # only between Python and the loop: store the records and call again
    STEP_UNDERFLOW = 2
    CHATTERING = 3
    NOT_FINITE = 4
    MAX_STEPS = 5
    ENERGY = 6  # set by the audit of a finished run: the ledger does not close at the asked tolerance
    INTERRUPTED = 7
    TOO_DEEP = 8
    UNFINISHED = 9  # in a file only: as long as the run goes on, and for ever if it is killed
    LAW_FAILED = 10  # set after the run: where it ended, a user's law gave no number
    SAMPLE = 11  # only between Python and the loop: something has to be computed in Python
    INPUT_FAILED = 12  # a controller gave no number
    TIME_LIMIT = 13  # it took longer than the caller would wait


DONE, BUFFER_FULL, STEP_UNDERFLOW, CHATTERING, NOT_FINITE, MAX_STEPS, TOO_DEEP = (
    Status[name].value
    for name in ("DONE", "BUFFER_FULL", "STEP_UNDERFLOW", "CHATTERING", "NOT_FINITE", "MAX_STEPS", "TOO_DEEP")
)
SAMPLE, INPUT_FAILED = Status["SAMPLE"].value, Status["INPUT_FAILED"].value

MESSAGES = {
    Status.DONE: "the end time was reached",
    Status.BUFFER_FULL: "the record buffer is full",
    Status.STEP_UNDERFLOW: "the step size fell below the resolution of time",
    Status.CHATTERING: "modes switched without end at practically one instant",
    Status.NOT_FINITE: "the right-hand side is not finite at the start of a step",
    Status.MAX_STEPS: "the maximum number of steps was reached",
    Status.ENERGY: "the end time was reached, but the energy ledger does not close at this tolerance",
    Status.INTERRUPTED: "the run was interrupted; what was computed is kept",
    Status.TIME_LIMIT: "the time limit was reached; what was computed is kept",
    Status.TOO_DEEP: "bodies overlap so deeply that their shapes and contact laws mean nothing any more",
    Status.LAW_FAILED: "a user's law failed",
    Status.SAMPLE: "a controller waits for Python",
    Status.INPUT_FAILED: "a controller failed",
    Status.UNFINISHED: "the run was killed or still goes on; what was written is kept",
}
