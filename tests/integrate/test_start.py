"""The start of a run from Python: what `start_run` sets, what `drive` hands over, and who may end it."""

import re
from pathlib import Path

import numpy as np
import pytest

import supple
from supple.integrate import problem, status
from supple.integrate.methods import choose_method
from supple.integrate.solver import AUTO, FADE, H_MAX, KIND, N_RECORD, ROSENBROCK, SPAN, STEP_LIMIT, STOP, H, T
from supple.integrate.start import FOREVER, Rows, allocate, drive, start_run, take_rows
from supple.integrate.status import MESSAGES, Status
from supple.testing.problems import LINEAR, run_toy, toy

SWING = toy(LINEAR, 2, A=[[0.0, 1.0], [-1.0, 0.0]])


class Pressed:
    """Somebody who presses Ctrl-C during the call of that number."""

    late = False

    def __init__(self, during):
        self.during, self.calls, self.pressed, self.honoured = during, 0, None, False

    def call(self, work):
        self.calls += 1
        if self.calls == self.during:
            self.pressed = 0.0
        return work()


def swing(method="dormand_prince", capacity=8, implicit=True, **options):
    chosen = choose_method(method, 1e-6)
    S = allocate(chosen, 2, n_guard=1, capacity=capacity, log_capacity=capacity, log_width=1, rtol=1e-6, atol=1e-9,
                 resolution=1.0, implicit=implicit)  # fmt: skip
    start_run(S, chosen, [1.0, 0.0], 1.0, 11.0, **options)
    return S, chosen


def test_what_is_not_given_is_chosen():
    S, _ = swing()
    assert S.r[[T, SPAN, H, H_MAX, FADE]].tolist() == [1.0, 10.0, 0.0, 10.0, 0.0]
    assert S.k[STEP_LIMIT] == FOREVER and S.y.tolist() == [1.0, 0.0]


def test_what_is_given_is_taken():
    S, _ = swing("rodas5p", first_step=0.1, max_step=0.5, max_steps=7, fade=0.8)
    assert S.r[[H, H_MAX, FADE]].tolist() == [0.1, 0.5, 0.8]
    assert S.k[[KIND, AUTO, STEP_LIMIT]].tolist() == [ROSENBROCK, 0, 7]


@pytest.mark.parametrize("implicit", [True, False])
def test_auto_needs_matrices_to_change_its_method(implicit):
    S, _ = swing("auto", implicit=implicit)
    assert S.k[AUTO] == implicit


def test_rows_through_many_buffers_are_those_of_one():
    found = []
    for capacity in (3, 1000):
        S, chosen = swing(capacity=capacity)
        rows = Rows()
        assert drive(run_toy, SWING, S, chosen, rows.take) is Status.DONE
        found.append((rows.t(S), rows.y(S), rows.kinds, rows.log))
    assert len(found[0][0]) > 10 and found[0][0][-1] == 11.0
    assert all(np.array_equal(few, many) for few, many in zip(*found, strict=True))


def test_rows_are_taken_once():
    S, chosen = swing(capacity=3)
    counts = []
    drive(run_toy, SWING, S, chosen, lambda S: counts.append(len(take_rows(S)[0])))
    assert len(counts) > 3 and set(counts[:-1]) == {3} and S.k[N_RECORD] == 0
    assert [len(part) for part in take_rows(S)] == [0, 0, 0, 0]


def test_an_interruption_ends_the_run_after_the_present_buffer():
    S, chosen = swing(capacity=3)
    rows, press = Rows(), Pressed(during=2)
    S.k[STOP] = 1  # asked for in an earlier call: forgotten
    assert drive(run_toy, SWING, S, chosen, rows.take, press) is Status.INTERRUPTED
    assert press.calls == 2 and press.honoured and len(rows.t(S)) == 2 * 3 + 1


# --- one definition -----------------------------------------------------------------------------------------------------
def test_every_status_has_its_sentence_and_kernels_use_its_number():
    assert set(MESSAGES) == set(Status)
    numbers = {name: value for name, value in vars(status).items() if name in Status.__members__}
    assert len(numbers) == 9 and all(type(value) is int for value in numbers.values())
    assert all(Status[name] == value for name, value in numbers.items())


def test_flags_of_a_jump_are_defined_once():
    """Two bits, and nobody tests them by number."""
    assert (problem.RESTART, problem.SINGULAR) == (1, 2)
    package = Path(supple.__file__).parent
    texts = {path.name: path.read_text(encoding="utf-8") for path in package.rglob("*.py")}
    assert [name for name, text in texts.items() if re.search(r"flags & \d|^RESTART\b.*=", text, re.M)] == [
        "problem.py"
    ]
