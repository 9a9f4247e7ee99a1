"""A family of things of which each has a file of its own: laws, joints, shapes, elements. One line per member.

    LAWS = Registry("supple.laws.normal", "power_law.PowerLaw", "hertz.Hertz", ...)

A line names the file and the class in it, if users write one. Everything else follows: the names (without an import of the
files), the number by which compiled code knows a file (its place in the list, so new lines go to the end: results on disk
hold numbers), and the functions that choose among the kernels of the files by that number. A class whose kernels are those
of another file says so: `kernels = "power_law"`.
"""

from functools import cached_property
from importlib import import_module


class Registry:
    """The members of a family, in the order of their lines."""

    def __init__(self, package, *lines):
        self.package = package
        parts = [line.partition(".") for line in lines]
        self._file = {name: file for file, _, name in parts if name}
        self._rare = {}  # {name of a module: {name of a kernel: the kernel that stays apart}}
        self._homes = {}  # {number: names of those modules}
        self._found = {}  # {numbers: their units}, of what was asked before: for every run
        self._numbers = {file: 1 + i for i, file in enumerate(dict.fromkeys(file for file, _, _ in parts))}

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

    def looked_up(self, package):
        """A `__getattr__` for a package: the classes by their names, imported when they are used."""

        def look_up(name):
            if name in self._file:
                return self.get(name)
            raise AttributeError(f"module {package!r} has no attribute {name!r}")

        return look_up

    @cached_property
    def classes(self):
        """All classes."""
        return tuple(map(self.get, self._file))

    @cached_property
    def modules(self):
        """{number: module} of all files."""
        return {number: import_module(f"{self.package}.{file}") for file, number in self._numbers.items()}

    def number_of_file(self, file):
        """The number by which compiled code knows a file."""
        return self._numbers[file]

    def number(self, member):
        """The number by which compiled code knows the kernels of a member (an object or its class)."""
        cls = member if isinstance(member, type) else type(member)
        return self._numbers[getattr(cls, "kernels", None) or cls.__module__.rpartition(".")[2]]

    def __contains__(self, member):
        cls = member if isinstance(member, type) else type(member)
        return cls.__name__ in self._file and self.get(cls.__name__) is cls

    def choose(self, name, kernel, otherwise, instead=None, only=None, copied=None):
        """A function `name` (number, *arguments): the kernel of that file; `otherwise` for files without it and for 0.

        instead   name of the kernel that stands in for it where a file has only that one.
        only      what a module must be like to be among them.
        copied    files whose kernels may be copied into callers, all others stay apart; None: all may. Where `otherwise`
                  has annotations they are compiled when something needs them (`units_of`).
        """
        from ._jit import choice  # the name alone costs nothing

        found = {}
        for number, module in self.modules.items():
            function = getattr(module, kernel, None) or (getattr(module, instead, None) if instead else None)
            if function is not None and (only is None or only(module)):
                stays = copied is None or number in (self._numbers[file] for file in copied)
                found[number] = function if stays else self._apart(number, function, otherwise)
        return choice(name, found, otherwise)

    def _apart(self, number, function, like):
        """A kernel that stays apart, the same for all numbers and questions."""
        from ._jit import apart

        home = function.__module__
        self._homes.setdefault(number, set()).add(home)
        known = self._rare.setdefault(home, {})
        if function.__name__ not in known:
            known[function.__name__] = apart(function, like)
            self._found.clear()
        return known[function.__name__]

    @property
    def units(self):
        """{module: rare kernels in it}: what is compiled on demand."""
        return {home: tuple(known[name] for name in sorted(known)) for home, known in sorted(self._rare.items())}

    def units_of(self, numbers):
        """The units of the members with these numbers."""
        numbers = frozenset(numbers)
        if numbers not in self._found:
            units = self.units
            homes = sorted({home for n in numbers for home in self._homes.get(n, ())})
            self._found[numbers] = [units[home] for home in homes]
        return self._found[numbers]
