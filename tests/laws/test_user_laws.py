"""Users' laws: what is no law is a sentence when it is made, what fails in a run is a status that names it.

Hostile functions in tables: nothing here may hang, print from compiled code, or end in success.
"""

import functools
import math
import os
import pickle
import random
import re
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from types import FunctionType

import numpy as np
import pytest
from processes import BOUND, begun

import supple as sp
from supple._jit import JIT
from supple.impacts import impact
from supple.laws.normal import user
from supple.laws.normal.dispatch import kernels_of
from supple.testing import check_friction_law, check_normal_law

HERE = __file__
STIFFNESS = 1e5  # [N/m]
TABLE, VALUES = np.linspace(0.0, 1.0, 11), 1e5 * np.linspace(0.0, 1.0, 11)


def linear(delta, rate, p):
    return STIFFNESS * delta


def linear_energy(delta, rate, p):
    return 0.5 * STIFFNESS * delta * delta


def smooth(speed, F, p):
    return 0.3 * math.tanh(speed / 0.01)


# --- what is refused when the law is made -------------------------------------------------------------------------------
def plain_helper(x):
    return 2.0 * x


def prints(delta, rate, p):
    print(delta)
    return STIFFNESS * delta


def opens(delta, rate, p):
    open(os.devnull).close()
    return STIFFNESS * delta


def imports(delta, rate, p):
    import os  # noqa: F401

    return STIFFNESS * delta


def calls_python(delta, rate, p):
    return plain_helper(delta)


def calls_itself(delta, rate, p):
    return delta if delta < 1.0 else calls_itself(delta / 2.0, rate, p)


def counts(delta, rate, p):
    global STIFFNESS
    STIFFNESS += 1.0
    return STIFFNESS * delta


def unknown_name(delta, rate, p):
    return no_such_stiffness * delta  # noqa: F821


def writes_parameters(delta, rate, p):
    p[0] = 1.0
    return p[0] * delta


def adds_text(delta, rate, p):
    return delta + "N"


def raises(delta, rate, p):
    if delta >= 0.0:
        raise ValueError("never")
    return delta


def raises_backwards(delta, rate, p):
    if rate < 0.0:
        raise RuntimeError("only forwards")
    return STIFFNESS * delta


def divides_by_zero(delta, rate, p):
    return STIFFNESS * delta / (delta * 0.0)


def nan_at_one_speed(delta, rate, p):
    return STIFFNESS * delta if rate != 0.1 else math.nan


def too_far_in_an_array(delta, rate, p):
    return VALUES[11 + int(delta)]


def too_far_by_a_computed_index(delta, rate, p):
    i = 0
    while i < 7 + delta:
        i += 1
    return p[i] * delta


def no_return(delta, rate, p):
    STIFFNESS * delta


def no_return_at_rest(delta, rate, p):
    if rate != 0.0:
        return STIFFNESS * delta


def at_random(delta, rate, p):
    return delta * random.random()


def wrong_sign(delta, rate, p):
    return -STIFFNESS * delta


def preloaded(delta, rate, p):
    return STIFFNESS * delta - 1e-3


def pulls_when_fast(delta, rate, p):
    return STIFFNESS * delta * (1.0 - 0.5 * rate)


def pulls_when_deep(delta, rate, p):
    return STIFFNESS * delta * (1.0 - delta / 1e-3)


def dead_zone(delta, rate, p):
    return max(0.0, STIFFNESS * (delta - 1e-5))


def generator(delta, rate, p):
    yield delta


async def coroutine(delta, rate, p):
    return delta


class Callable:
    """A class with __call__."""

    def __call__(self, delta, rate, p):
        return STIFFNESS * delta

    def method(self, delta, rate, p):
        return STIFFNESS * delta


REFUSED = {
    "raise": (raises, r"force must be finite \[N\], but 'raises' .*raised ValueError.* at delta = 0 m, rate = -10 m/s"),
    "raise at negative rate": (raises_backwards, r"raised RuntimeError: only forwards at delta = 0 m, rate = -10 m/s"),
    "0/0": (divides_by_zero, r"'divides_by_zero' .*returned nan at delta = 0 m"),
    "nan at one speed": (nan_at_one_speed, r"returned nan at delta = 0 m, rate = 0.1 m/s"),
    "constant nan": (lambda delta, rate, p: math.nan, r"returned nan"),
    "constant inf": (lambda delta, rate, p: math.inf, r"returned inf"),
    "index of an array": (too_far_in_an_array, r"raised IndexError: index 11 is out of bounds"),
    "computed index": (too_far_by_a_computed_index, r"raised IndexError: tuple index out of range"),
    "index": (lambda delta, rate, p: p[7] * delta, r"tuple index out of range"),
    "no return": (no_return, r"'no_return' .*return(s|ed) None"),
    "no return on a path": (no_return_at_rest, r"'no_return_at_rest' .*return(s|ed) None"),
    "returns a text": (lambda delta, rate, p: "1 N", r"return(s unicode_type|ed '1 N')"),
    "returns a complex": (lambda delta, rate, p: 1j * delta, r"return(s complex128|ed \S*0j)"),
    "returns a bool": (lambda delta, rate, p: delta > 0.0, r"return(s bool|ed \S*False)"),
    "returns a tuple": (lambda delta, rate, p: (delta, rate), r"return(s UniTuple|ed \()"),
    "returns an array": (lambda delta, rate, p: VALUES, r"return(s readonly array|ed array)"),
    "writes its parameters": (writes_parameters, r"setitem|does not support item assignment"),
    "adds a text": (adds_text, r"add\(float64|raised .*(add|ufunc)"),
    "unknown name": (unknown_name, r"name 'no_such_stiffness' is not defined"),
    "random": (at_random, r"force must have one value, but 'at_random'"),
    "wrong sign": (wrong_sign, r"force must be > 0 N at touch-down, got -.* N at delta = 1.3e-09 m, rate = 0.0 m/s: 'wr"),
    "preload": (preloaded, r"force must be > 0 N at touch-down, got -"),
    "dead zone": (dead_zone, r"force must be > 0 N at touch-down, got 0.0 N"),
    "pulls when fast": (pulls_when_fast, r"force must be > 0 N at touch-down, got -.* rate = 10.0 m/s"),
    "pulls when deep": (pulls_when_deep, r"force must be >= 0 N at rest, got -.* at delta = 0.0013 m"),
    "generator": (generator, r"plain function of \(delta, rate, p\), got the generator 'generator'"),
    "coroutine": (coroutine, r"got the coroutine 'coroutine'"),
    "two arguments": (lambda delta, rate: delta, r"force must take \(delta, rate, p\), got \(delta, rate\)"),
    "four arguments": (lambda delta, rate, p, q: delta, r"got \(delta, rate, p, q\)"),
    "*args": (lambda *args: args[0], r"got \(\*args\)"),
    "**kwargs": (lambda delta, rate, p, **more: delta, r"got \(delta, rate, p, \*\*more\)"),
    "keyword": (lambda delta, rate, p, *, k=1.0: k * delta, r"got \(delta, rate, p, \*, k=1.0\)"),
    "no function": (3.0, r"force must be a plain function of \(delta, rate, p\), got 3.0"),
    "None": (None, r"force must be a plain function"),
    "partial": (functools.partial(linear, p=()), r"plain function .* got functools.partial.*belong into parameters"),
    "class with __call__": (Callable(), r"plain function .* got <"),
    "method": (Callable().method, r"plain function .* got <bound method"),
    "built-in": (math.hypot, r"plain function .* got <built-in function hypot>"),
}  # fmt: skip
ONLY_COMPILED = {
    "print": (prints, r"'prints' .*needs the Python interpreter"),
    "open": (opens, r"line \d+, `open\(os.devnull\).close\(\)`\): 'open' is not compiled code"),
    "import": (imports, r"IMPORT_NAME"),
    "Python function": (
        calls_python,
        r"`return plain_helper\(delta\)`\): 'plain_helper' is not compiled code.*numba.njit",
    ),
    "recursion": (calls_itself, r"'calls_itself' is not compiled code"),
    "global state": (counts, r"STORE_GLOBAL"),
}


def sentence_of(make):
    """The message of the error, which must be one short line."""
    with pytest.raises((ValueError, TypeError)) as caught:
        make()
    text = str(caught.value)
    assert "\n" not in text and len(text) < 600 and caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None, "numba's traceback must not be shown"
    return text


@pytest.mark.parametrize(("function", "sentence"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_law_is_a_sentence(function, sentence, capfd):
    text = sentence_of(lambda: sp.UserNormal(force=function, parameters=(1.0, 2.0)))
    assert re.search(sentence, text), text
    if isinstance(function, FunctionType):
        assert f"{HERE}, line " in text
    assert capfd.readouterr() == ("", ""), "compiled code must not print"


@pytest.mark.jit
@pytest.mark.parametrize(("function", "sentence"), ONLY_COMPILED.values(), ids=ONLY_COMPILED)
def test_what_cannot_be_compiled_is_a_sentence(function, sentence, capfd):
    text = sentence_of(lambda: sp.UserNormal(force=function))
    assert re.search(sentence, text), text
    assert capfd.readouterr() == ("", "")


@pytest.mark.jit
def test_helpers_that_print_or_call_themselves_are_refused():
    import numba

    @numba.njit
    def talks(x):
        print(x)
        return x

    @numba.njit
    def falls(x):
        return 1.0 if x < 0.0 else 1.0 + falls(x + 1.0)

    assert "needs the Python interpreter" in sentence_of(lambda: sp.UserNormal(force=lambda x, v, p: talks(x)))
    assert "calls itself" in sentence_of(lambda: sp.UserNormal(force=lambda x, v, p: falls(x)))


def test_energy_and_coefficient_are_asked_too():
    wrong = "power .* W must be stored or dissipated, stored .* at delta = .*: 'linear' .* and 'linear'"
    with pytest.raises(ValueError, match=wrong):
        sp.UserNormal(force=linear, energy=linear)
    with pytest.raises(ValueError, match=r"energy must be finite \[J\], but 'raises'"):
        sp.UserNormal(force=linear, energy=raises)
    for bad, sentence in (
        (lambda v, F, p: -0.1, r"coefficient must be finite and >= 0 \[-\], but .* returned -0.1 at speed = 1e-06 m/s"),
        (lambda v, F, p: math.log(v), r"returned -"),
        (lambda v, F: 0.1, r"coefficient must take \(speed, F, p\), got \(v, F\)"),
        (lambda v, F, p: p[0], r"tuple index out of range"),
    ):
        with pytest.raises(ValueError, match=sentence):
            sp.UserFriction(coefficient=bad)


def test_a_function_that_never_returns_is_a_sentence():
    """In a process of its own: the thread that still asks cannot be ended."""
    code = """
        from supple.laws import user_function
        import supple as sp

        def endless(delta, rate, p):
            while delta >= 0.0:
                delta += 1e-9
            return delta

        user_function.PATIENCE = 0.5
        try:
            sp.UserNormal(force=endless)
        except ValueError as error:
            print(error)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=BOUND)
    assert "force must return, but 'endless'" in done.stdout and "at delta = 0 m, rate = -10 m/s" in done.stdout
    assert done.stderr == "" and done.returncode == 0


def test_ctrl_c_ends_the_wait_for_a_function_that_never_returns():
    code = """
        import signal
        import supple as sp

        signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever this process was started by

        def endless(delta, rate, p):
            while delta >= 0.0:
                delta += 1e-9
            return delta

        print("now", flush=True)
        sp.UserNormal(force=endless)
    """
    command = [sys.executable, "-c", textwrap.dedent(code)]
    with begun(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "now\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=BOUND)
    assert "KeyboardInterrupt" in errors and process.returncode != 0


# --- what works ---------------------------------------------------------------------------------------------------------
def compiled_by_the_user():
    import numba

    return numba.njit(linear)


def factory(k):
    def force(delta, rate, p):
        return k * delta

    return force


def slow(delta, rate, p):
    total = 0.0
    for i in range(20_000 if JIT else 20):
        total += math.sin(i)
    return STIFFNESS * delta + 0.0 * total


def catches(delta, rate, p):
    try:
        if rate > 1.0:
            raise ValueError("fast")
        return STIFFNESS * delta
    except Exception:
        return STIFFNESS * delta


def unpacks(delta, rate, p):
    k, c = p
    return k * delta + c * max(rate, 0.0) * delta


def by_array(delta, rate, p):
    return np.array([STIFFNESS, rate])[0] * delta


def by_table(delta, rate, p):
    return np.interp(delta, TABLE, VALUES)


WORKS = {
    "lambda": lambda delta, rate, p: STIFFNESS * delta,
    "closure": factory(STIFFNESS),
    "default argument": lambda delta, rate, p, k=STIFFNESS: k * delta,
    "default parameters": lambda delta, rate, p=(): STIFFNESS * delta,
    "compiled by the user": compiled_by_the_user(),
    "slow": slow,
    "catches": catches,
    "unpacks": unpacks,
    "sum over p": lambda delta, rate, p: sum([x * delta for x in p]),
    "array inside": by_array,
    "table": by_table,
    "float32": lambda delta, rate, p: np.float32(STIFFNESS * delta),
    "clipped": lambda delta, rate, p: max(0.0, STIFFNESS * delta * (1.0 + 0.1 * rate)),
    "positional only": lambda delta, rate, p, /: STIFFNESS * delta,
}


@pytest.mark.parametrize("force", WORKS.values(), ids=WORKS)
def test_functions_that_are_laws(force):
    run = drop(sp.UserNormal(force=force, parameters=(STIFFNESS, 0.0)), rtol=1e-5)
    assert run.success and len(run.impacts) == 1, run.message
    assert run.impacts[0].peak_force == pytest.approx(math.sqrt(STIFFNESS * 0.1) * 0.5, rel=0.05)


def test_an_integer_is_a_number():
    assert sp.UserFriction(coefficient=lambda v, F, p: 1).functions[0](1.0, 1.0, np.zeros(8)) == 1.0


def test_numbers_around_a_function_are_those_of_the_moment():
    """A closure that changes later: the law stays, a new law sees the change. The same with globals and arrays."""
    k = 1.0
    numbers = np.array([1.0])

    def force(delta, rate, p):
        return k * STIFFNESS * numbers[0] * delta

    def value(law):
        return law.functions[0](1.0, 0.0, np.array(law.row()))

    first = sp.UserNormal(force=force)
    k = 2.0
    second = sp.UserNormal(force=force)
    numbers[0] = 3.0
    third = sp.UserNormal(force=force)
    assert [value(law) for law in (first, second, third)] == [1e5, 2e5, 6e5]


def test_the_same_function_is_compiled_once():
    laws = [sp.UserNormal(force=factory(2.0), parameters=(float(i),)) for i in range(3)]
    assert len({law.functions for law in laws}) == 1
    assert sp.UserNormal(force=factory(3.0), parameters=(0.0,)).functions != laws[0].functions
    assert sp.UserNormal(force=factory(2.0), parameters=(0.0, 1.0)).functions != laws[0].functions


def test_laws_are_compared_copied_and_sent_by_their_functions():
    law = sp.UserNormal(force=linear, energy=linear_energy, parameters=[1, 2.0])
    again = pickle.loads(pickle.dumps(law))
    assert again == law and again.functions == law.functions and len({law, again}) == 1 and law.parameters == (1.0, 2.0)


def test_suites_ask_the_guarded_functions():
    check_normal_law(sp.UserNormal(force=linear, energy=linear_energy))
    check_friction_law(sp.UserFriction(coefficient=smooth))


def test_the_kernels_for_python_are_those_of_the_loop():
    law = sp.UserNormal(force=WORKS["clipped"], energy=linear_energy)
    kernels, row = kernels_of(law), np.array(law.row())
    for delta in (-1e-3, 0.0, 1e-3):
        for rate in (-20.0, -1.0, 0.0, 1.0):
            assert kernels.response(delta, rate, 0.0, row) == user.response(delta, rate, 0.0, row)
            assert repr(kernels.holds(delta, rate, 0.0, row)) == repr(user.holds(delta, rate, 0.0, row))
            assert repr(kernels.parts(delta, rate, 0.0, 0.0, row)) == repr(user.parts(delta, rate, 0.0, 0.0, row))
        assert kernels.energy(delta, 0.0, row) == linear_energy(abs(delta), 0.0, ())


# --- what fails in a run ------------------------------------------------------------------------------------------------
def raises_deep(delta, rate, p):
    if delta > 1e-4:
        raise ValueError("too deep")
    return STIFFNESS * delta


def raises_beyond(delta, rate, p):
    if delta > p[0]:
        raise ValueError("too deep")
    return STIFFNESS * delta


def nan_deep(delta, rate, p):
    return STIFFNESS * delta if delta < 1e-4 else math.nan


def minus_infinite_deep(delta, rate, p):
    return STIFFNESS * delta if delta < 1e-4 else -math.inf


def too_far_deep(delta, rate, p):
    return STIFFNESS * delta + 0.0 * VALUES[int(delta * 1e5)]


def raises_on_the_way_out(delta, rate, p):
    if rate < -1e-3 and delta > 1e-5:
        raise RuntimeError("no way out")
    return STIFFNESS * delta


def raises_energy(delta, rate, p):
    if delta > 1e-4:
        raise ValueError("no energy")
    return 0.5 * STIFFNESS * delta * delta


def lets_go(delta, rate, p):
    return max(0.0, STIFFNESS * delta * (1.0 - delta / 2e-2)) * 1e-3


def huge(delta, rate, p):
    return 1e300 * delta


def negative_under_load(speed, F, p):
    return 0.3 * math.tanh(speed / 0.01) if F < 101.0 else -0.1


def raises_under_load(speed, F, p):
    if F > 101.0:
        raise IndexError("load")
    return 0.3 * math.tanh(speed / 0.01)


def drop(normal, friction=None, *, speed=0.5, end=0.02, **options):
    """A ball of 0.1 kg just above the ground on its way down."""
    scene = sp.Scene(gravity=(0, 0, 0), name="own law")
    scene.ground(material="floor")
    joint = sp.Free(position=(0, 0, 0.021), velocity=(0.3, 0, -speed))
    scene.body("ball", mass=0.1, joint=joint, surfaces=[sp.Sphere(0.02, material="ball")])
    scene.contact("ball", "floor", normal=normal, friction=friction)
    return sp.simulate(scene, end, **options)


RUNS = {
    "raise when deep": (raises_deep, r"raised ValueError: too deep at delta = 0.0001 m, rate = 0.4"),
    "nan when deep": (nan_deep, r"returned nan at delta = 0.0001 m"),
    "-inf when deep": (minus_infinite_deep, r"returned -inf at delta = 0.0001 m"),
    "index when deep": (too_far_deep, r"raised IndexError: index 11 is out of bounds"),
    "raise on the way out": (raises_on_the_way_out, r"raised RuntimeError: no way out at delta = 0.000.* rate = -0.001"),
}  # fmt: skip


@pytest.mark.jit
@pytest.mark.parametrize(("force", "sentence"), RUNS.values(), ids=RUNS)
@pytest.mark.parametrize(
    "method", ["auto", *(pytest.param(one, marks=pytest.mark.jit) for one in ("rodas5p", "trapezoid", "dop853"))]
)
def test_a_law_that_fails_ends_the_run_in_a_status_that_names_it(force, sentence, method, capfd):
    run = drop(sp.UserNormal(force=force), method=method, end=0.2)
    assert not run.success and 0.0 < run.t[-1] < 0.2, "what was computed is kept"
    assert run.status == sp.Status.LAW_FAILED and re.search(sentence, run.message), run.message
    assert f"force {force.__name__!r} ({HERE}, line " in run.message and "of contact 'ball/ground'" in run.message
    assert capfd.readouterr() == ("", "")


@pytest.mark.jit
@pytest.mark.parametrize(
    ("mu", "happened"), [(negative_under_load, "returned -0.1"), (raises_under_load, "raised IndexError: load")]
)
def test_a_coefficient_that_fails(mu, happened):
    run = drop(sp.Hertz(k=1e8), sp.UserFriction(coefficient=mu), speed=1.0)
    assert run.status == sp.Status.LAW_FAILED and not run.success
    assert f"coefficient {mu.__name__!r}" in run.message and f"{happened} at speed = 0." in run.message


def test_a_function_without_source_that_asserts():
    """Not in this file: pytest rewrites its asserts, which numba does not compile."""
    names = {}
    exec("def asserts(x, v, p):\n    assert x <= p[0], f'too deep: {x}'\n    return 1e5 * x", names)
    with pytest.raises(ValueError, match=r"'asserts' \(<string>, line 1\) raised AssertionError: too deep"):
        sp.UserNormal(force=names["asserts"], parameters=(-1.0,))
    run = drop(sp.UserNormal(force=names["asserts"], parameters=(1e-4,)))
    assert run.status == sp.Status.LAW_FAILED and "raised AssertionError: too deep: 0.0001" in run.message


def test_the_example_of_the_documentation_runs_as_printed():
    page = (Path(__file__).parents[2] / "docs" / "extending.md").read_text(encoding="utf-8")
    exec(page.split("## A law of your own")[1].split("```python\n")[1].split("```")[0], {})


@pytest.mark.jit
def test_a_force_that_falls_to_zero_on_the_way_in_does_not_let_a_body_through():
    run = drop(sp.UserNormal(force=lets_go), end=0.2)
    assert run.status == sp.Status.LAW_FAILED and run.t[-1] < 0.2 and run["ball.z"][-1] > -1e-3
    assert re.search(r"fell to 0 N while the bodies approach, at delta = 0.02 m, rate = 0.34", run.message)


def test_an_energy_that_fails_spoils_the_ledger_and_says_so():
    run = drop(sp.UserNormal(force=linear, energy=raises_energy))
    assert run.status == sp.Status.LAW_FAILED and not run.success and run.t[-1] == 0.02
    assert "energy 'raises_energy'" in run.message and "raised ValueError: no energy" in run.message


def test_a_start_where_the_law_has_no_value():
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.ground(material="floor")
    scene.body("ball", mass=0.1, joint=sp.Free(position=(0, 0, 0.019)), surfaces=[sp.Sphere(0.02, material="ball")])
    scene.contact("ball", "floor", normal=sp.UserNormal(force=raises_deep))
    with pytest.raises(
        ValueError, match=r"law must have a value at the start: force 'raises_deep'.* raised ValueError"
    ):
        sp.simulate(scene, 0.1)


def test_a_huge_force_is_a_status():
    run = drop(sp.UserNormal(force=huge))
    assert not run.success and run.status in (sp.Status.STEP_UNDERFLOW, sp.Status.NOT_FINITE)


@pytest.mark.jit
@pytest.mark.parametrize("method", ["auto", "rodas5p", "bogacki_shampine"])
def test_a_failure_of_a_trial_stage_that_was_rejected_is_none(method):
    """Steps that are too long look deeper than the ball comes, where the law has no value; those that count do not."""
    law = sp.UserNormal(force=raises_beyond, parameters=(1.01 * 0.5 * math.sqrt(0.1 / STIFFNESS),))
    run = drop(law, method=method)
    assert run.success and law.functions[0].failure is not None


@pytest.mark.jit
def test_a_later_run_knows_nothing_of_a_failure_before(tmp_path):
    law = sp.UserNormal(force=raises_deep)
    failed = drop(law)
    assert failed.status == sp.Status.LAW_FAILED
    again = drop(law, speed=0.05)
    assert again.success
    stored = sp.load(failed.save(tmp_path / "failed.nc"))  # after the other run
    assert stored.status == failed.status and stored.message == failed.message
    streamed = drop(law, out=tmp_path / "streamed.nc")
    assert streamed.status == failed.status and streamed.message == failed.message


@pytest.mark.jit
def test_the_contact_that_failed_is_named():
    law = sp.UserNormal(force=raises_deep)
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.ground(material="floor")
    for i, speed in enumerate((0.0, 0.05, 0.5, 0.01)):
        joint = sp.Free(position=(0.1 * i, 0, 0.021), velocity=(0, 0, -speed))
        scene.body(f"ball{i}", mass=0.1, joint=joint, surfaces=[sp.Sphere(0.02, material="ball")])
    scene.contact("ball", "floor", normal=law)
    scene.no_contact("ball", "ball")
    run = sp.simulate(scene, 0.02)
    assert run.status == sp.Status.LAW_FAILED and "of contact 'ball2/ground'" in run.message


@pytest.mark.slow
def test_an_impact_that_fails_names_the_law():
    with pytest.raises(
        ValueError, match=r"law failed in the impact at 1 m/s: force 'raises_deep' .*raised ValueError: too"
    ):
        impact(sp.UserNormal(force=raises_deep), 1.0, 0.1)
    assert impact(sp.UserNormal(force=raises_deep), 0.01, 0.1).restitution == pytest.approx(1.0)
