"""What a scene file may say of its run and of its output; the keys of [run] and [output].

[run] has options of a run (`supple.options`). They are checked here so that a bad one is named with its file, before
anything is computed.
"""

from dataclasses import dataclass
from typing import Annotated

from ..options import OPTIONS, check_some
from ..quantities import SWITCH, Quantity, check_quantities, described
from .words import call, check_keys, told


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What `supple run` writes besides the result."""

    picture: Annotated[
        bool, Quantity("whether to draw an overview (PNG)", "", SWITCH, note="default: unless the run is very long")
    ] = True
    report: Annotated[
        bool, Quantity("whether to write a page with a 3-D animation (HTML)", "", SWITCH, note="default: the same")
    ] = True

    def __post_init__(self):
        check_quantities(self)


def check_run(table, where):
    """Check the options of a run that a table has; others may be said later."""
    check_keys(table, OPTIONS, where)
    with told(where):
        check_some(table)


def check_output(table, where):
    """Check what a table says of the output."""
    call(Output, table, where, {})
