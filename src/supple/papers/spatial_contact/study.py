"""The study of spatial contact (Stramigioli & Duindam 2004): all of it run, expected figures beside ours.

The paper prints no number: what stands under "published" are closed forms, and figures that a program apart from supple
computed for parameters of our own. Everything has a tolerance but the outcome of choices that nobody else has tried, and
what a naive law creates.
"""

from ..study import Study
from .errata import errata_items
from .limits import limit_items
from .scenario import OURS, VARIANTS, fall, scenario_items, sensitivity_items
from .stiffness import plain_bounce, stiffness_items

LEFT_OUT = ("open choices: all but ours, the whole normal force and the force halfway",)


def run(quick=False, out=None, progress=None):
    """Run everything; write the pictures to the directory `out` if there is one. Return the items."""
    say = progress or (lambda fraction: None)
    choices = [choice for choice, expected in VARIANTS.items() if expected or not quick]
    falls = {choice: fall(choice) for choice in choices}
    say(0.3)
    items = [*scenario_items(falls[OURS]), *sensitivity_items(falls)]
    say(0.4)
    naive = plain_bounce(frozen=False)
    items += [*limit_items(), *stiffness_items(naive), *errata_items(falls[OURS], naive)]
    say(0.6)
    if out is not None:
        from .figures import draw_all

        draw_all(out, falls, naive)
    say(1.0)
    return items


STUDY = Study(
    name="spatial-contact",
    title="Contact of two bodies in space: Stramigioli & Duindam 2004, two ellipsoids and a floor, and limit cases",
    run=run,
    left_out=LEFT_OUT,
)
