"""What is printed by Marghitu & Cojocaru, and what it should be, as numbers.

Not here, because nothing can be computed: symbols used twice, an l for a 1 in (9) (e2), indices (e6, e7), a motion that is
said to be prescribed and then solved for (e8), the contact force that (15) does not show (e10). `docs/link-rebound.md` has
all of them.
"""

import math

import numpy as np

from ...laws import Hertz
from ..study import judged
from .link import CONTACT, LENGTH, NU, TIP, YIELD, E, beam_of, law_of

FORCE = 5000.0  # [N] at which (8) is read
FIRST_YIELD = 1.1  # mean pressure over yield strength at which Hertz's contact first yields below its surface
BENT = (1e-3, -4e-4, 2e-4)  # [m] of a bent link
PLACES = 601


def errata_items(one, same, rigid):
    """Every slip that can be computed; `one` is an impact with two touches, `same` and `rigid` those on the two blocks."""
    return [*plastic_indentation(), *stiffness(same, rigid), *first_yield(), *arc(), *kept_indentation(one), *sign(one)]


def plastic_indentation():
    """(8): eta is missing, and it holds beyond F_c only."""
    law = law_of()
    source = "e1, (8), q_p at 5 kN: q less q_e of (13)"
    q = (FORCE / law.k) ** (2.0 / 3.0) + law.plastic_compliance * (FORCE - law.yield_force)
    left = q - (FORCE / law.k) ** (2.0 / 3.0)
    printed, right = FORCE - law.yield_force, law.plastic_compliance * (FORCE - law.yield_force)
    yield judged("e1 as printed", left, printed, "m", source, rule="shown", note="newtons, not metres")
    yield judged("e1 corrected", left, right, "m", source, rule="absolute", tolerance=1e-15)
    below = law.plastic_compliance * (0.5 - 1.0) * law.yield_force
    yield judged("e1 below F_c", 0.0, below, "m", "e1, (8), q_p at F_c/2: nothing has yielded", rule="shown",
                 note="(8) and (13) hold beyond F_c; below it q_p is 0")  # fmt: skip


def stiffness(same, rigid):
    """(11): e is E; the factor 2/3 is a block of the same material, the abstract has a rigid one."""
    printed = 2.0 / 3.0 * E * math.sqrt(TIP) / (1.0 - NU * NU)
    source = "e3, (11), k_I: Hertz"
    equal = Hertz.from_hertz(E1=E, nu1=NU, E2=E, nu2=NU, R1=TIP).k
    hard = Hertz.from_hertz(E1=E, nu1=NU, E2=math.inf, nu2=NU, R1=TIP).k
    yield judged("e3 with E, block of the same material", equal, printed, "N/m^(3/2)", source, tolerance=1e-12)
    note = f"the rebound: e {same.e:.4f} and {rigid.e:.4f}, force {same.peak:.0f} and {rigid.peak:.0f} N (3 modes)"
    yield judged(
        "e3 for the rigid surface of the abstract", hard, printed, "N/m^(3/2)", source, rule="shown", note=note
    )


def first_yield():
    """(10): which pressure it stands for."""
    law = law_of()
    q = (law.yield_force / law.k) ** (2.0 / 3.0)
    pressure = law.yield_force / (math.pi * TIP * q) / YIELD
    source = "e4, (10), mean pressure of Hertz at F_c over the yield strength: "
    yield judged("e4 mean pressure", 2.0, pressure, "-", source + "2", tolerance=1e-12)
    note = f"which would be {law.yield_force * (FIRST_YIELD / 2.0) ** 3:.2f} N instead of {law.yield_force:.2f} N"
    yield judged("e4 against first yield", FIRST_YIELD, pressure, "-", source + "first yield", rule="shown", note=note)


def arc():
    """(5): the axis keeps its length; the upper limit is x plus the axial displacement, not x plus the stretch."""
    beam, x = beam_of(len(BENT)), np.linspace(0.0, LENGTH, PLACES)
    place = beam.shape(x, BENT).place
    slope = np.gradient(place[:, 1], place[:, 0], edge_order=2)
    length = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(place[:, 0]), np.diff(place[:, 1])))])
    grown = np.sqrt(1.0 + slope**2) - 1.0
    excess = float(np.sum(0.5 * (grown[1:] + grown[:-1]) * np.diff(x)))
    source = "e5, (5), arc of a bent link less x + s, s = 0: "
    note = "it vanishes only where y' = 0; the tip is 0.8 mm aside"
    yield judged("e5 as printed", 0.0, 1e6 * excess, "um", source + "none", rule="shown", note=note)
    off = float(np.max(np.abs(length - x)))
    yield judged("e5 corrected", 0.0, 1e6 * off, "um", source + "none", rule="absolute", tolerance=1e-3)


def kept_indentation(one):
    """(12), (13) are first loading; where a dent is forgotten the next touch begins with a force."""
    law, first = law_of(), one.touches[0]
    dent = float(one.run.contact(CONTACT, [first.end]).delta[0])
    again = float(one.run.contact(CONTACT, [one.touches[1].start]).force[0])
    source = "e9, force at the second touch, 3 modes: none"
    yield judged("e9 with the dent forgotten", 0.0, law.k * dent**1.5, "N", source, rule="shown",
                 note=f"the dent of the first touch is {1e6 * dent:.1f} um")  # fmt: skip
    yield judged("e9 with the dent kept", 0.0, again, "N", source, rule="absolute", tolerance=1e-3)


def sign(one):
    """A force that becomes positive is the separation: with y into the block."""
    touching = one.run.contact(CONTACT, one.times)
    along = touching.force * touching.normal[:, 1] + 0.0  # on the link
    source = "e11, largest force on the link along y into the block, in contact: not positive"
    yield judged(
        "e11 sign", 0.0, float(np.max(along[touching.delta > 0.0])), "N", source, rule="absolute", tolerance=1e-9
    )
