"""All families of random encounters: same family and seed, same encounter.

    draw(family, seed) -> Encounter

of the first of its draws that starts with all bodies apart.
"""

from . import convex_families as convex
from . import families as plain
from .dice import Dice

TRIES = 200
FAMILIES = {
    function.__name__: function
    for function in (
        plain.two_balls, plain.off_centre_balls, plain.thrown_on_ball, plain.thrown_on_capsule, plain.balls_and_many,
        plain.gas, plain.slider_ramp, plain.log_on_log, plain.rod_on_post, plain.rod_on_plane, plain.steady_box,
        plain.tumbling_box, plain.moving_plane, plain.spinning_bar, plain.arm, plain.pendulum, plain.joint_limit,
        plain.chain,
        convex.two_ellipsoids, convex.ball_and_ellipsoid, convex.ellipsoid_on_plane, convex.plane_on_ellipsoid,
        convex.superellipsoids, convex.thin_and_fast, convex.ellipsoid_arm, convex.ellipsoid_chain, convex.ellipsoid_gas,
        convex.through_ellipsoids,
    )
}  # fmt: skip
FIRST = 18  # families, numbered by their names; those that came later are numbered as they came
NUMBER = {name: i for i, name in enumerate([*sorted(list(FAMILIES)[:FIRST]), *list(FAMILIES)[FIRST:]])}


def draw(family, seed):
    """The encounter of that family and seed."""
    for attempt in range(TRIES):
        dice = Dice(NUMBER[family], seed, attempt)
        found = FAMILIES[family](dice)
        if found.clear_at_start:
            return found
    raise RuntimeError(f"no draw of {family} with seed {seed} starts apart")
