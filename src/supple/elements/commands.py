"""What a drive is told to do: a number, a generator of motions, or an output that another element holds.

command = 12.0                     constant
command = Polynomial(...)          any generator of supple.motions, as it is at every time; steps end at its knots
command = "hip control"            output 0 of the element of this name: P.hold[e, 0]
command = ("hip control", 1)       another output
"""

from .._check import is_number, shown
from ..motions.generator import Generator
from ..quantities import Range
from ..tables import EL_B


def is_generator(command):
    """Whether a command is a generator of motions."""
    return isinstance(command, Generator)


def _check(name, value, unit):
    if is_number(value):
        if not abs(float(value)) < float("inf"):
            raise ValueError(f"{name} must be finite [{unit}], got {shown(value)}")
        return float(value)
    if is_generator(value) or (isinstance(value, str) and value):
        return value
    if isinstance(value, list | tuple) and len(value) == 2:
        element, output = value
        if isinstance(element, str) and element and is_number(output) and float(output).is_integer() and output >= 0:
            return element, int(output)
    raise TypeError(
        f'{name} must be a number [{unit}], a generator of motions, the name of an element or ("name", output), got '
        f"{shown(value)}"
    )


COMMAND = Range('a number, a generator of motions, the name of an element or ("name", output)', _check)


def _check_controller(name, value, unit):
    if isinstance(value, str | list | tuple):
        return _check(name, value, unit)
    raise TypeError(f'{name} must be the name of a controller or ("name", output), got {shown(value)}')


CONTROLLER = Range('the name of a controller or ("name", output)', _check_controller)


def output_of(command):
    """Which output of a controller a command is, 0 if it is none."""
    return command[1] if isinstance(command, tuple) else 0


def connect_command(table, e, command):
    """Write the number of the controller that holds a command into the row of element e, -1 if none does."""
    named = (command, 0) if isinstance(command, str) else command
    table.set(e, EL_B, table.output_of(*named) if isinstance(named, tuple) else -1)
