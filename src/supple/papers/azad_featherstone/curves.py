"""AF Figs 3 and 4 and section III: restitution over speed of three laws, how straight it is, and how it scales.

    law                 d                                     e = e(d)
    Azad-Featherstone   lam k^(-3/5) m^(-2/5) v^(1/5)         falls over six decades of speed from 0.9 to 0.3
    Hunt-Crossley       (lam/k) v                             over one and a quarter
    linear              lam (k m)^(-1/2)                      does not depend on v

As functions of ln d the first two curves are of nearly one shape. What makes the new model straight over a logarithmic axis
is the power 1/5 of the speed: an axis of two decades shows a third of its curve, and all of the other's.

Chosen    m = 66 g, k = 1e10 N/m^(3/2) as in AF section II-C (the figures print neither), linear k = 1e7 N/m; in Fig. 3 all
          three laws have the restitution of AF's example (lam = 1e5) at 1 m/s.
Source    Azad & Featherstone, IEEE Trans. Robotics 30(3) (2014) (AF). The nine digits of CLOSED are those of the project's
          specification of the laws; `laws/restitution.py` derives them.
"""

import numpy as np

from ...impacts import impact, restitution_curve
from ...laws import AzadFeatherstone, HuntCrossley, KelvinVoigt
from ...laws.restitution import damping_number, restitution
from ..study import judged

MASS, K, LAM = 0.066, 1e10, 1e5  # [kg], [N/m^(3/2)], [N s/m^(3/2)]
K_LINEAR = 1e7  # [N/m]
FINE = 1e-12  # tolerance of an impact
FAMILY = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4)  # Fig. 4: restitution at 1 m/s
LAWS = {"Azad-Featherstone": AzadFeatherstone, "Hunt-Crossley": HuntCrossley}
EXPONENTS = {"Azad-Featherstone": (1.5, 0.5, 0.2), "Hunt-Crossley": (1.5, 1.5, 1.0)}  # n, p, power of v in d
CLOSED = (
    ("Azad-Featherstone", 0.1, 0.892858876),
    ("Azad-Featherstone", 0.3, 0.722085440),
    ("Azad-Featherstone", 1.0, 0.393930603),
    ("Hunt-Crossley", 0.1, 0.937475580),
    ("Hunt-Crossley", 1.0, 0.593624260),
)
ALPHAS = (0.5, 2.0, 10.0)
SCALING = {"Azad-Featherstone": -1.5, "Hunt-Crossley": -2.5}  # power of alpha on lam
DECADES = (1, 2, 3)
MIDDLE = 0.6  # restitution in the middle of the decades that are compared
SAMPLES = 60


def figure_3(quick=False):
    """Curves e(v) of the three laws, equal at 1 m/s."""
    speeds = np.linspace(0.05, 5.0, 50 if quick else 200)
    e = impact(AzadFeatherstone(k=K, lam=LAM), 1.0, MASS, rtol=FINE).restitution
    laws = {
        "Azad-Featherstone": AzadFeatherstone(k=K, lam=LAM),
        "Hunt-Crossley": HuntCrossley.from_restitution(e=e, speed=1.0, mass=MASS, k=K),
        "linear": KelvinVoigt.from_restitution(e=e, mass=MASS, k=K_LINEAR),
    }
    return {name: restitution_curve(law, speeds, MASS, rtol=1e-10) for name, law in laws.items()}


def figure_4(quick=False):
    """{law: curves over the logarithm of v}, each with its restitution of FAMILY at 1 m/s."""
    speeds = np.geomspace(1e-2, 1e2, 40 if quick else 160)
    return {
        name: [
            restitution_curve(law.from_restitution(e=e, speed=1.0, mass=MASS, k=K), speeds, MASS, rtol=1e-9)
            for e in FAMILY
        ]
        for name, law in LAWS.items()
    }


def closed_form_items():
    """e at given damping numbers, by the impact of a 66 g sphere at 1 m/s."""
    for name, d, e in CLOSED:
        unit = K**0.6 * MASS**0.4 if name == "Azad-Featherstone" else K
        measured = impact(LAWS[name](k=K, lam=d * unit), 1.0, MASS, rtol=FINE).restitution
        yield judged(
            f"e at d = {d:g}, {name}", e, measured, "-", "derived: closed form", rule="absolute", tolerance=1e-8
        )


def figure_3_items(curves):
    """The linear law has one restitution, the others less at a higher speed."""
    e = curves["linear"].restitution
    spread = float(np.ptp(e))
    yield judged("linear: spread of e over v", 0.0, spread, "-", "AF Fig. 3", rule="absolute", tolerance=1e-6)
    for name in LAWS:
        rise = float(np.max(np.diff(curves[name].restitution)))
        note = (
            f"e falls from {curves[name].restitution[0]:.3f} at 0.05 m/s to {curves[name].restitution[-1]:.3f} at 5 m/s"
        )
        yield judged(
            f"{name}: largest change of e to the next speed", 0.0, rise, "-", "AF Fig. 3", rule="less than", note=note
        )


def straightness(name, d_low, d_high):
    """(decades of v, R^2, largest deviation of e) of the best straight line in log v between two damping numbers."""
    n, p, power = EXPONENTS[name]
    d = np.geomspace(d_low, d_high, SAMPLES)
    e = np.array([restitution(one, n, p) for one in d])
    x = np.log10(d) / power
    rest = e - np.polyval(np.polyfit(x, e, 1), x)
    return float(np.ptp(x)), 1.0 - float(np.sum(rest**2) / np.sum((e - e.mean()) ** 2)), float(np.max(np.abs(rest)))


def over_decades(name, decades):
    """`straightness` over decades of v with e = MIDDLE in their middle."""
    n, p, power = EXPONENTS[name]
    d, reach = damping_number(MIDDLE, n, p), 10.0 ** (0.5 * decades * power)
    return straightness(name, d / reach, d * reach)


def over_restitution(name, high=0.9, low=0.3):
    """`straightness` where e falls from high to low."""
    n, p, _ = EXPONENTS[name]
    return straightness(name, damping_number(high, n, p), damping_number(low, n, p))


def figure_4_items():
    """How far e bends from a straight line in log v."""
    ours, theirs = LAWS
    for decades in DECADES:
        (_, r2, bend), (_, r2_other, other) = over_decades(ours, decades), over_decades(theirs, decades)
        note = f"{bend:.4f} and {other:.4f}, e = {MIDDLE} in the middle; R^2 {r2:.4f} and {r2_other:.4f}"
        name = f"bend of new model / Hunt-Crossley, {decades} decade{'s' if decades > 1 else ''} of v"
        yield judged(name, 1.0, bend / other, "-", "AF Fig. 4", rule="less than", note=note)
    for name in LAWS:
        decades, r2, bend = over_restitution(name)
        note = f"{decades:.2f} decades of v, R^2 {r2:.4f}: over an equal range of e neither is the straighter"
        yield judged(f"bend from e = 0.9 to 0.3, {name}", None, bend, "-", "AF Fig. 4", rule="shown", note=note)


def scaling_items(speed=1.0):
    """(alpha^-2.5 k, alpha^-1.5 lam): the same e, alpha times the duration; Hunt-Crossley alpha^-2.5 lam."""
    for name, law in LAWS.items():
        lam = LAM if name == "Azad-Featherstone" else 0.3 * K
        before = impact(law(k=K, lam=lam), speed, MASS, rtol=FINE)
        for alpha in ALPHAS:
            after = impact(law(k=alpha**-2.5 * K, lam=alpha ** SCALING[name] * lam), speed, MASS, rtol=FINE)
            words = f"alpha = {alpha:g}, {name}"
            yield judged(
                f"e, {words}", before.restitution, after.restitution, "-", "AF section III: scaling", tolerance=1e-9
            )
            ratio = after.duration / before.duration
            yield judged(f"ratio of durations, {words}", alpha, ratio, "-", "AF section III: scaling", tolerance=1e-9)
