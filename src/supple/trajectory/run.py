"""What is known of a run besides its rows: how it was asked for, how it ended, what it took, where its laws come from."""

import sys
from functools import cached_property
from itertools import takewhile
from typing import Any

from ..integrate.solver import (
    EVENTS,
    FACTORISATIONS,
    JACOBIANS,
    K_RHS,
    NEWTON,
    REJECTED,
    STEPS,
    STEPS_EXPLICIT,
    STEPS_STIFF,
    SWITCHES,
)
from ..integrate.status import Status
from ..integrate.tableaus import METHODS
from ..scene.files import scene_to_toml
from .summary import Summary
from .units import ContactUnits, contact_units


class Run:
    """The facts of a run."""

    def __init__(self, *, model, method, options, counters, wall):
        self.model, self.method, self.options = model, method, options
        self.counters, self.wall = counters, wall

    @cached_property
    def summary(self) -> Summary:
        """How the run ended and what it took; from whoever has read its rows."""
        raise AttributeError("a run has a summary when its rows have been read")

    @property
    def status(self) -> Status:
        """How the run ended."""
        return self.summary.status

    @property
    def message(self) -> str:
        """Why the run ended, as a sentence."""
        return self.summary.message

    @property
    def success(self) -> bool:
        """Whether the end was reached with a ledger that closes."""
        return self.status == Status.DONE

    @property
    def limits(self) -> dict[str, int]:
        """What limited the steps and how often, most frequent first."""
        return self.summary.limits

    @property
    def statistics(self) -> dict[str, Any]:
        """Counters of the run."""
        k = self.counters
        return {
            "steps": int(k[STEPS]), "rejected": int(k[REJECTED]), "right-hand sides": int(k[K_RHS]),
            "Jacobians": int(k[JACOBIANS]), "factorisations": int(k[FACTORISATIONS]), "Newton iterations": int(k[NEWTON]),
            "events": int(k[EVENTS]), "explicit steps": int(k[STEPS_EXPLICIT]), "implicit steps": int(k[STEPS_STIFF]),
            "changes of method": int(k[SWITCHES]), "wall time": self.wall,
        }  # fmt: skip

    @property
    def provenance(self) -> dict[str, Any]:
        """What made this result."""
        from importlib.metadata import version

        o = self.options
        packages = {name: version(name) for name in ("numpy", "numba")}
        return {
            "supple": _own_version(), **packages, "scene": self.model.scene.name, "method": self.method.name,
            "rtol": o.rtol, "atol": "physical" if o.atol is None else o.atol, "max_step": o.max_step, "sample": o.sample,
        }  # fmt: skip

    @cached_property
    def contact_units(self) -> dict[str, ContactUnits]:
        """Units of each contact by its name: Nm, rad and rad/s for the stops of revolute joints, else N, m and m/s."""
        return contact_units(self.model)

    @property
    def scene(self) -> Any:
        """The scene that was simulated."""
        return self.model.scene

    @cached_property
    def scene_toml(self) -> str:
        """The scene as a scene file, ready to run again; empty if it has something that no file can hold (users' laws)."""
        try:
            return scene_to_toml(self.scene, run=self.options.settings())
        except ValueError:
            return ""

    def citation(self) -> str:
        """Where the methods and laws of this run come from, one line each."""
        used: list[str] = []
        kinds = {name for name in METHODS if name in self.method.name}
        used.extend(f"{name}: {METHODS[name].citation}" for name in sorted(kinds))
        laws = {law for pair in self.model.laws for law in pair if law is not None}
        for law in sorted(laws, key=lambda law: type(law).__name__):
            used.append(f"{type(law).__name__}: {source_of(law)}")
        return "\n".join(dict.fromkeys(used))

    def __str__(self) -> str:
        s, end = self.statistics, self.summary
        limits = ", ".join(f"{name} {count}" for name, count in list(self.limits.items())[:3])
        return "\n".join(
            [
                f"{self.model.scene.name}: {self.message}",
                f"  time        {end.start:g} to {end.end:g} s in {self.wall * 1e3:.3g} ms",
                f"  method      {self.method.name}, rtol {self.options.rtol:g}",
                f"  steps       {s['steps']} ({s['rejected']} rejected, {s['right-hand sides']} right-hand sides)",
                f"  events      {s['events']}, contacts made {end.contacts_made}",
                f"  energy      turned over {end.turnover:.6g} J, residual {end.relative_residual:.1e} of it",
                f"  steps were limited by {limits}",
                *(f"  note        {note}" for note in self.model.notes),
            ]
        )

    __repr__ = __str__


def _own_version():
    from importlib.metadata import version

    try:
        return version("supple")
    except Exception:  # run from a source tree that is not installed
        return "unknown"


def source_of(law):
    """The `Source` paragraph of a law's page."""
    lines = (sys.modules[type(law).__module__].__doc__ or "").splitlines()
    for i, line in enumerate(lines):
        if line.startswith("Source"):
            more = takewhile(lambda text: text.startswith("          "), lines[i + 1 :])
            return " ".join([line.removeprefix("Source").strip(), *(text.strip() for text in more)])
    return "user"
