"""What an ensemble is: one object, written in Python (`Sweep`) or as a TOML file (`read_sweep`).

    scene = "drop.toml"                      relative to this file; or function = "module:function" where code is allowed
    design = "latin"                         grid (if not given), list, random, latin: designs.py
    members = 1000                           of a random or Latin design
    seed = 1                                 of the same
    block = 100                              members that are computed and written together; by default a fiftieth, <= 256
    time_limit = 60                          [s] on the clock that a member may take: one that takes longer has failed

    [parameters]                             values by name of a parameter or by path of any value of the scene
    height = { uniform = [0.2, 2.0] }
    "bodies.ball.mass" = { log_uniform = [0.01, 1.0] }

    [set]                                    values that are the same in all members
    [run]                                    options of the run, which go before those of the scene: end, rtol, ...

    [outputs]                                what is kept: outputs.py
    rest = { type = "Final", channel = "ball.z" }

`facts` is all that the results depend on, as plain data: what a resumed sweep must agree with. Whether code is allowed, who
computes, how long a member may take and where the result goes are not part of it.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from .._check import integer, one_of, positive, shown
from .._reading import read_text
from ..elements.user_controller import imported
from ..options import OPTIONS
from ..scene.files import CodeError
from .designs import Table, table_of, values_of
from .outputs import Reduction, as_plain, output_of
from .sources import FromFile, FromFunction, source_of

LARGEST_BLOCK = 256  # members: some seconds of work for small scenes
BLOCKS = 50  # that a sweep is cut into, if that does not make them larger
TABLES = ("parameters", "set", "run", "outputs")
KEYS = ("scene", "function", "design", "members", "seed", "block", "time_limit", *TABLES)


@dataclass(frozen=True, kw_only=True, eq=False)
class Sweep:
    """Many members of one scene.

    scene        a scene file, a Scene, a Setup, or a function scene(**parameters) -> Scene.
    parameters   {name or path: values}; values are a list, steps, a distribution (`designs.py`) or an object of one.
    outputs      {name: output}; an output is an object of `outputs.py` or a table with its `type`.
    design       "grid", "list", "random" or "latin".
    members      how many; of a random or Latin design.
    seed         of the same.
    set          {name or path: value} for all members.
    run          options of `simulate` for all members: they go before those of a scene file.
    block        members that are computed and written together; None: a fiftieth of all, 256 at most.
    time_limit   [s] on the clock that a member may take; one that takes longer has failed. None: as long as it takes.
    allow_code   whether scene file and outputs may name Python functions.
    """

    scene: Any
    parameters: Mapping[str, Any]
    outputs: Mapping[str, Any]
    design: str = "grid"
    members: int | None = None
    seed: int = 0
    set: Mapping[str, Any] = field(default_factory=dict)
    run: Mapping[str, Any] = field(default_factory=dict)
    block: int | None = None
    time_limit: float | None = None
    allow_code: bool = False

    def __post_init__(self):
        for name in TABLES:
            if not isinstance(getattr(self, name), Mapping):
                raise TypeError(f"{name} must be a table, got {shown(getattr(self, name))}")
        for name in ("parameters", "outputs"):
            if not getattr(self, name):
                raise ValueError(f"{name} must be at least one, got none")
        for name in self.run:
            one_of("run: key", name, tuple(OPTIONS))
        if integer("seed", self.seed) < 0:
            raise ValueError(f"seed must be >= 0, got {self.seed}")
        if self.time_limit is not None:
            object.__setattr__(self, "time_limit", positive("time_limit", self.time_limit, "s"))
        said = {name: values_of(name, values) for name, values in self.parameters.items()}
        object.__setattr__(self, "parameters", said)
        found = {name: output_of(name, output) for name, output in self.outputs.items()}
        object.__setattr__(self, "outputs", found)
        for name in found:
            if name in said:
                raise ValueError(f"an output must not be named like the parameter {name!r}")
        self._check_code()
        self.source.check_names(said)
        size = self.table.size
        block = min(LARGEST_BLOCK, -(-size // BLOCKS)) if self.block is None else integer("block", self.block)
        if block < 1:
            raise ValueError(f"block must be >= 1, got {self.block}")
        object.__setattr__(self, "block", min(block, size))

    def _check_code(self):
        for name, output in self.outputs.items():
            if isinstance(output, Reduction) and isinstance(output.function, str) and not self.allow_code:
                raise CodeError(
                    f"output {name}: a specification may name Python code ({output.function!r}) only where that is "
                    "allowed: allow_code=True, supple sweep --allow-code"
                )

    @cached_property
    def source(self) -> FromFile | FromFunction:
        """Where the scenes come from."""
        return source_of(self.scene, self.set, self.run, self.allow_code)

    @cached_property
    def table(self) -> Table:
        """The values of all members."""
        return table_of(self.design, self.parameters, self.members, self.seed)

    @property
    def facts(self) -> dict[str, Any]:
        """All that the results depend on, as plain data."""
        from .. import __version__

        values = {name: {"kind": type(one).__name__, **asdict(one)} for name, one in self.parameters.items()}
        known = {
            "scene": self.source.label, "scene content": self.source.fingerprint, "design": self.design,
            "members": self.table.size, "seed": self.seed if self.design in ("random", "latin") else None,
            "block": self.block, "parameters": values, "set": dict(self.set), "run": dict(self.run),
            "outputs": {name: as_plain(one) for name, one in self.outputs.items()}, "supple": __version__,
        }  # fmt: skip
        return json.loads(json.dumps(known, default=_as_list))

    @property
    def hash(self) -> str:
        """A short name of the facts."""
        return hash_of(self.facts)


def hash_of(facts):
    """A short name of facts; where the scene stands does not matter, what it says does."""
    compared = {name: value for name, value in facts.items() if name != "scene"}
    return hashlib.sha256(json.dumps(compared, sort_keys=True).encode()).hexdigest()[:16]


def difference(there, asked):
    """What differs between two facts, in a few words."""
    words = []
    for name in dict.fromkeys((*there, *asked)):
        a, b = there.get(name), asked.get(name)
        if a == b or name == "scene":
            continue
        if isinstance(a, dict) and isinstance(b, dict):
            words += [
                f"{name}.{key} ({_was(a, b, key)})" for key in dict.fromkeys((*a, *b)) if a.get(key) != b.get(key)
            ]
        elif name == "scene content":
            words.append("what the scene says")
        else:
            words.append(f"{name} ({_was(there, asked, name)})")
    return ", ".join(words[:5]) + (f" and {len(words) - 5} more" if len(words) > 5 else "")


def _was(a, b, key):
    return f"was {shown(a[key]) if key in a else 'absent'}, is {shown(b[key]) if key in b else 'absent'}"


def _as_list(value):
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "isoformat"):
        return value.isoformat()
    raise TypeError(f"a value must be a number, a text, true, false or a list, got {shown(value)}")


# --- TOML ---------------------------------------------------------------------------------------------------------------
def read_sweep(
    path: str | os.PathLike[str],
    *,
    set: Mapping[str, Any] | None = None,
    allow_code: bool = False,
    time_limit: float | None = None,
) -> Sweep:
    """Read the specification of a sweep; `set` adds values that are the same in all members.

    time_limit   [s] of a member, before that of the file.
    """
    import tomllib

    path = Path(path)
    label = str(path)
    try:
        said = tomllib.loads(read_text(path, "specification"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"{label} is not valid TOML: {error}".replace("\n", " ")) from None
    for key in said:
        one_of(f"{label}: key", key, KEYS)
    if ("scene" in said) == ("function" in said):
        raise ValueError(f"{label} must have either a scene or a function, got {'both' if 'scene' in said else 'none'}")
    for key in ("scene", "function"):
        if key in said and not isinstance(said[key], str):
            raise TypeError(f"{label}: {key} must be a text, got {shown(said[key])}")
    if "function" in said:
        if not allow_code:
            raise CodeError(
                f"{label}: a specification may name Python code ({said['function']!r}) only where that is allowed: "
                "read_sweep(..., allow_code=True), supple sweep --allow-code"
            )
        scene = imported(said.pop("function"))
    else:
        scene = path.parent / said.pop("scene")
    try:
        given = {"parameters": {}, "outputs": {}, **said}
        given["set"] = {**given.get("set", {}), **(set or {})}
        if time_limit is not None:
            given["time_limit"] = time_limit
        return Sweep(scene=scene, allow_code=allow_code, **given)
    except CodeError:
        raise
    except (TypeError, ValueError) as error:
        raise type(error)(f"{label}: {error}") from None
