"""Users' controllers of a model: Python answers for those that are not compiled, and tells what ended a run."""

from ..elements.python_controller import ADDRESS, Asked, measured
from ..elements.user_controller import describe
from ..integrate.solver import BY_ELEMENT, WHO, T
from ..integrate.status import BUFFER_FULL, INPUT_FAILED
from ..tables import EL_ROW

KIND = "python_controller"


def controllers_of(model):
    """{number: PythonController} of a model in whose process the functions are."""
    numbers = [e for e, one in enumerate(model.elements) if one.kind == KIND]
    if not numbers:
        return {}
    if not hasattr(model.scene, "elements"):
        raise ValueError(
            f"controller {model.elements[numbers[0]].name!r} is a Python function that no file keeps: results of "
            f"{model.scene.name!r} can be read, but not gone on with; build the scene and simulate it"
        )
    return {e: model.scene.elements[model.elements[e].name] for e in numbers}


def answering(model):
    """A function for `drive`: answers what the loop asks; None if there are no such controllers. Forgets old failures."""
    known = {e: (element.name, element.user) for e, element in controllers_of(model).items()}
    for _, user in known.values():
        user.failure = ""
    if not known:
        return None

    def fail(S, e, t, happened):
        name, user = known[e]
        user.failure = f"{name!r}, {user.where}, {happened} at t = {t:.9g} s"
        S.k[WHO] = BY_ELEMENT + e
        return INPUT_FAILED

    tables, asked = [None], []  # of the run, which may be replaced by longer ones

    def of(P):
        if tables[0] is not P:
            tables[0] = P
            asked[:] = [(e, user, Asked(P, e)) for e, (_, user) in known.items() if user.address == 0]
        return asked

    def answer(P, S, status):
        t = S.r.item(T)
        if status == INPUT_FAILED:
            e = int(S.k[WHO]) - BY_ELEMENT
            return fail(S, e, t, known[e][1].what_happened(t, measured(P, e)))
        for e, user, sample in of(P):
            if sample.waits(t):
                try:
                    sample.outputs[:] = user.outputs_at(t, sample.measured)
                except Exception as error:
                    return fail(S, e, t, describe(error))
                sample.answered()
        return BUFFER_FULL

    return answer


def failure_of(model, counters):
    """The sentence on the controller that ended a run."""
    e = int(counters[WHO]) - BY_ELEMENT
    return controllers_of(model)[e].user.failure if e < len(model.elements) else ""


def without_functions(model, par):
    """Parameters for a file: addresses of functions mean nothing elsewhere."""
    for e, one in enumerate(model.elements):
        if one.kind == KIND:
            par[model.tables.el_i[e, EL_ROW], ADDRESS] = 0.0
    return par
