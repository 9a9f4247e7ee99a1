"""The study of a flexible link that strikes a block (Marghitu & Cojocaru): all of it run, expected figures beside ours.

The paper prints three numbers (angle, rate, friction) and no result; what stands under "published" are closed forms, and
figures that a program apart from supple computed for dimensions of our own.
"""

from dataclasses import replace

from ..study import Study
from .ablations import ablation_items, ablations
from .checks import audit_items, disputed_items, friction_items, repeated_items
from .errata import errata_items
from .expected import OVER_MU, OVER_OMEGA, UNCONFIRMED
from .impact_map import impact_map, map_items
from .limits import limit_items
from .tables import (
    coefficient_items,
    convergence,
    convergence_items,
    over_friction,
    over_rate,
    restitution_items,
)

LEFT_OUT = (
    "more than 6 modes",
    "20 impacts repeated at another tolerance and with another method",
    "the map of 2,500 impacts, and in Figs 6 and 7 all links but three and two points of three",
)

NOT_CONFIRMED = "a third program (scipy) and smooth friction find what supple finds: docs/link-rebound.md"


def run(quick=False, out=None, progress=None):
    """Run everything; write the pictures to the directory `out` if there is one. Return the items."""
    say = progress or (lambda fraction: None)
    runs, friction, rate, changed = convergence(quick), over_friction(), over_rate(), ablations()
    say(0.05)
    items = [*convergence_items(runs), *coefficient_items(runs)]
    items += restitution_items(friction, OVER_MU, "mu", "Fig. 6")
    items += restitution_items(rate, OVER_OMEGA, "omega_0", "Fig. 7")
    items += limit_items()
    items += audit_items(runs, [*friction.values(), *rate.values()])
    items += [*friction_items(runs), *disputed_items()]
    items += [] if quick else repeated_items()
    items += ablation_items(changed)
    items += errata_items(runs[3], changed["as it is"], changed["rigid block"])
    say(0.2)
    found = None if quick else impact_map(progress=lambda fraction: say(0.2 + 0.5 * fraction))
    items += [] if found is None else map_items(found)
    if out is not None:
        from .figures import curves, draw_all

        sweeps = curves(quick)
        say(0.9)
        draw_all(out, runs, sweeps, found)
    say(1.0)
    return [_unconfirmed(item) if (item.source, item.name) in UNCONFIRMED else item for item in items]


def _unconfirmed(item):
    """A figure that two other programs contradict is shown and not judged."""
    return replace(item, rule="shown", tolerance=None, ok=True, note=NOT_CONFIRMED)


STUDY = Study(
    name="link-rebound",
    title="Impact of a flexible link on a pin: Marghitu & Cojocaru, rebound over modes, friction and rate",
    run=run,
    left_out=LEFT_OUT,
)
