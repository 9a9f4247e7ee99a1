"""A family of things of which each has a file of its own: laws, joints, shapes, elements. One line per member.

    LAWS = Registry("supple.laws.normal", "power_law.PowerLaw", "hertz.Hertz", ...)

A line names the file and the class in it. Everything else follows: the names (without an import of the files), the number
by which compiled code knows a file (its place in the list, so new lines go to the end: results on disk hold numbers), and
the functions that choose among the kernels of the files by that number. A class whose kernels are those of another file
says so: `kernels = "power_law"`.
"""

from functools import cached_property
from importlib import import_module


class Registry:
    """The members of a family, in the order of their lines."""

    def __init__(self, package, *lines):
        self.package = package
        self._file = {name: file for file, name in (line.split(".") for line in lines)}
        self._numbers = {file: 1 + i for i, file in enumerate(dict.fromkeys(self._file.values()))}

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the classes."""
        return tuple(self._file)

    def home(self, name):
        """The module of a class."""
        return f"{self.package}.{self._file[name]}"

    def get(self, name):
        """The class of this name."""
        return getattr(import_module(self.home(name)), name)

    @cached_property
    def classes(self):
        """All classes."""
        return tuple(map(self.get, self._file))

    def number(self, member):
        """The number by which compiled code knows the kernels of a member (an object or its class)."""
        cls = member if isinstance(member, type) else type(member)
        return self._numbers[getattr(cls, "kernels", None) or cls.__module__.rpartition(".")[2]]

    def __contains__(self, member):
        cls = member if isinstance(member, type) else type(member)
        return self._file.get(cls.__name__) is not None and self.get(cls.__name__) is cls

    def choose(self, name, kernel, otherwise):
        """A function `name` (number, *arguments): the kernel of that file; `otherwise` for files without it and for 0."""
        from ._jit import choice  # the names alone cost nothing

        modules = {number: import_module(f"{self.package}.{file}") for file, number in self._numbers.items()}
        found = {number: getattr(module, kernel) for number, module in modules.items() if hasattr(module, kernel)}
        return choice(name, found, otherwise)
