"""One function for a family of kernels: the number chooses.

    if number == 1: return kernel_1(...)      if number == 2: return kernel_2(...)     ...     return otherwise(...)

The text of the function is written from the list of kernels, so that nobody writes the same chain once per question. A
chain of closures does the same but is compiled as one function per link; first-class functions cannot be inlined.
"""

import inspect


def choice(name, kernels, otherwise):
    """A function (number, *arguments) that calls kernels[number], or `otherwise` for any other number.

    All take the same arguments. The result is plain Python until it is marked `kernel` or `inlined`.
    """
    wanted = _arguments(otherwise)
    for number, kernel in kernels.items():
        if len(_arguments(kernel)) != len(wanted):
            raise TypeError(f"{name} takes {', '.join(wanted)}, got {', '.join(_arguments(kernel))} of number {number}")
    called = f"({', '.join(wanted)})"
    lines = [f"def {name}(number, {', '.join(wanted)}):"]
    for number in kernels:
        lines += [f"    if number == {number}:", f"        return kernel_{number}{called}"]
    lines.append(f"    return otherwise{called}")
    space = {f"kernel_{number}": kernel for number, kernel in kernels.items()} | {"otherwise": otherwise}
    exec("\n".join(lines), space)
    return space[name]


def _arguments(kernel):
    function = getattr(kernel, "function", kernel)  # of a marked one
    return tuple(inspect.signature(function).parameters)
