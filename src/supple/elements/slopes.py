"""Derivatives of an element with respect to its own few inputs: its place in the Jacobian of a system.

    answer(P, e, t, x, out)      what the element gives (n_out numbers) for the inputs x (n_in numbers): a pure function
    inputs(P, e, t, y, x)        its inputs in the state y, from the kinematics in P.work
    slopes(P, e, t, x, D)        D[i, j] = d out_i / d x_j

A contact has eleven inputs (indentation and rate, slip and spin, internal state) whatever the tree that it hangs on: the
rest of the Jacobian is geometry, which the recursive algorithms know in closed form. A kind declares N_INPUT and N_ANSWER
and writes the first two functions; `slopes` is by central differences unless it writes that one too. Which inputs mean a
length, a speed or a number, a kind says by STEPS: the increments of the differences.
"""

from .._jit import inlined
from .registry import ELEMENTS


@inlined
def _answer(P, e, t, x, out):
    pass


@inlined
def _inputs(P, e, t, y, x):
    pass


answer = ELEMENTS.choose("answer", "answer", _answer)
inputs = ELEMENTS.choose("inputs", "inputs", _inputs)


def slopes_of(kind):
    """slopes(P, e, t, x, D, work) of a kind of elements by its number: its own, or differences of its answers.

    work is scratch of two rows with N_ANSWER numbers each.
    """
    module = ELEMENTS.modules[kind]
    exact = getattr(module, "slopes", None)
    if exact is not None:
        return inlined(lambda P, e, t, x, D, work: exact(P, e, t, x, D))
    answer_of, steps, n_in, n_out = module.answer, module.STEPS, module.N_INPUT, module.N_ANSWER

    @inlined
    def differences(P, e, t, x, D, work):
        for j in range(n_in):
            here, h = x[j], steps[j]
            x[j] = here + h
            ahead = x[j]
            answer_of(P, e, t, x, work[0])
            x[j] = here - h
            behind = x[j]
            answer_of(P, e, t, x, work[1])
            x[j] = here
            for i in range(n_out):
                D[i, j] = (work[0, i] - work[1, i]) / (ahead - behind)

    return differences
