"""What a scene file may say of its run and of its output; the keys of [run] and [output].

[run] has options of a run (`supple.options`). They are checked here so that a bad one is named with its file, before
anything is computed.
"""

from dataclasses import dataclass

from .._check import shown
from ..options import OPTIONS, check_some
from .words import call, check_keys, told


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What `supple run` writes besides the result.

    picture: whether to draw an overview (PNG); default: unless the run is very long.
    report: whether to write a page with a 3-D animation (HTML); default: the same.
    """

    picture: bool = True
    report: bool = True

    def __post_init__(self):
        for name in ("picture", "report"):
            if not isinstance(getattr(self, name), bool):
                raise TypeError(f"{name} must be true or false, got {shown(getattr(self, name))}")


def check_run(table, where):
    """Check the options of a run that a table has; others may be said later."""
    check_keys(table, OPTIONS, where)
    with told(where):
        check_some(table)


def check_output(table, where):
    """Check what a table says of the output."""
    call(Output, table, where, {})
