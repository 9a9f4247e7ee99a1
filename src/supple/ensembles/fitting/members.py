"""Members of a fit: values of the parameters -> a scene -> a run -> its numbers beside the data.

`compute_member` is the one place where a member is computed, and `compute_members` the one place where several are: by
threads, each member in one of them and in no way different from a member on its own, so that results do not depend on how
many there are.

A member that fails (a scene that cannot be built, a run that does not reach its end) has a sentence in place of numbers.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..._check import shown
from ...integrate.status import Status
from ...model import Model
from ...model.build import assemble
from ...scene.documents import SECTIONS, read_document
from ...scene.files import Setup, read_scene
from ...scene.scene import Scene
from ...scene.settings import apply_settings
from ...simulation import simulate
from .columns import Reader
from .parameters import written_value

FAILURES = (ValueError, TypeError, ArithmeticError, np.linalg.LinAlgError)


# --- scenes -------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class SceneFile:
    """A scene file with settings that all members share."""

    path: str
    settings: Mapping[str, Any]
    allow_code: bool

    def __call__(self, values):
        """The setup with these values."""
        return read_scene(self.path, set={**self.settings, **values}, allow_code=self.allow_code)

    def written(self, name):
        """The value that the file has under a name."""
        document = read_document(self.path)
        apply_settings(document.content, self.settings, SECTIONS, document.label)
        value = written_value(document.content, name)
        if value is None:  # there may be a default, or nothing of that name: then this says so
            apply_settings(document.content, {name: 0.0}, SECTIONS, document.label)
        return value


@dataclass(frozen=True)
class SceneFunction:
    """A function of the user's: {name: value} -> Scene, Model or Setup."""

    function: Callable
    path: str = "function"

    def __call__(self, values):
        """The setup with these values."""
        made = self.function(dict(values))
        if isinstance(made, Setup):
            return made
        if not isinstance(made, Scene | Model):
            raise TypeError(f"{self.function} must return a Scene, a Model or a Setup, got {shown(made)}")
        return Setup(made, {}, {})

    def written(self, name):
        """A function has no values written."""
        return None


# --- members ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Task:
    """What all members have in common."""

    scene: SceneFile | SceneFunction
    columns: tuple
    run: Mapping[str, Any] = field(default_factory=dict)  # arguments of simulate that go before those of the file


@dataclass(frozen=True, slots=True)
class Member:
    """Numbers of a run for each column, or why there are none."""

    values: Mapping[str, float]
    predicted: tuple = ()
    failure: str = ""


def run_of(task, values):
    """The run of a member."""
    setup = task.scene(values)
    model = (
        setup.scene if isinstance(setup.scene, Model) else assemble(setup.scene)
    )  # its notes are said once, elsewhere
    return simulate(model, **{**setup.run, **task.run})


def compute_member(task, values):
    """One member; it fails with a sentence, never with an exception of the scene or the run."""
    try:
        run = run_of(task, values)
        if run.status == Status.INTERRUPTED:
            raise KeyboardInterrupt
        if not run.success:
            return Member(values, failure=run.message)
        reader = Reader(run)
        predicted = tuple(reader.values(column) for column in task.columns)
    except FAILURES as error:
        return Member(values, failure=str(error) or type(error).__name__)
    if not all(np.all(np.isfinite(one)) for one in predicted):
        return Member(values, failure="the run has numbers that are not finite")
    return Member(values, predicted)


def compute_members(task, many, workers):
    """Members in the order of their values."""
    if workers == 1 or len(many) < 2:
        return [compute_member(task, values) for values in many]
    with ThreadPoolExecutor(min(workers, len(many))) as pool:
        return list(pool.map(lambda values: compute_member(task, values), many))
