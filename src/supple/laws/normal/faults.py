"""What makes a function no normal law: questions about its kernels, each answered by the sentences on what is wrong.

Every user's law is asked the quick ones when it is made, every law all of them by the suite in `supple.testing`.

    pushes     F > 0 just inside the surface, at rest and on the way in: else nothing stops a body there
    pulls      no static force < 0: a contact that pulls is lost, and the body falls on
    books      F rate = dU/dt + D
"""

from typing import NamedTuple

# no round numbers: a law may have a kink there
SHALLOW = (1.3e-9, 1.3e-6)  # [m] every contact passes through these
DEPTHS = (1.3e-6, 1.3e-5, 1.3e-4, 1.3e-3, 1.3e-2)  # [m]
RATES = (-10.0, -1.0, -0.1, -1e-3, 0.0, 1e-3, 0.1, 1.0, 10.0)  # [m/s]


class Kernels(NamedTuple):
    """The functions of a normal law."""

    response: object
    energy: object
    holds: object
    release: object
    parts: object
    surface: object
    relax_rate: object
    remember: object
    phase: object
    settled: object


def faults_of_push(kernels, p):
    """Where a contact that has just been made does not push."""
    z = kernels.remember(0.0, 0.0, p)
    for delta in SHALLOW:
        for rate in (rate for rate in RATES if rate >= 0.0):
            F = kernels.response(delta, rate, z, p)[0]
            if not F > 0.0:
                yield f"force must be > 0 N at touch-down, got {F!r} N at delta = {delta} m, rate = {rate} m/s"


def faults_of_pull(kernels, p):
    """Where a contact at rest pulls."""
    for delta in DEPTHS:
        F = kernels.response(delta, 0.0, kernels.remember(0.0, 0.0, p), p)[0]
        if F < 0.0:
            yield f"force must be >= 0 N at rest, got {F!r} N at delta = {delta} m, rate = 0.0 m/s"


def faults_of_books(kernels, p, depths=DEPTHS, rates=RATES, tolerance=1e-6):
    """Where F rate is not dU/ddelta rate + dU/dz zdot + D; at frozen z: where the elastic force is not the slope of U."""
    for delta in depths:
        h = 1e-4 * delta
        for rate in rates:
            for z in states_at(kernels, delta, p):
                F, z_rate, D = kernels.response(delta, rate, z, p)
                by_delta = (kernels.energy(delta + h, z, p) - kernels.energy(delta - h, z, p)) / (2.0 * h)
                by_z = (kernels.energy(delta, z + h, p) - kernels.energy(delta, z - h, p)) / (2.0 * h)
                terms = (F * rate, -by_delta * rate, -by_z * z_rate, -D)
                if not abs(sum(terms)) <= tolerance * max(map(abs, terms)) + 1e-300:
                    yield (
                        f"power {F * rate} W must be stored or dissipated, stored {-terms[1] - terms[2]} W and dissipated "
                        f"{D} W at delta = {delta} m, rate = {rate} m/s, z = {z}"
                    )


def states_at(kernels, delta, p):
    """The internal state just after touch-down at delta, and others below it."""
    return {kernels.remember(delta, s, p) for s in (0.0, 0.5 * delta, delta)}
