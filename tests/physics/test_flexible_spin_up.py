"""Spin-up of a beam (Kane, Ryan & Banerjee, J. Guid. Control Dyn. 10(2) (1987) 139): it lags, and stands straight again.

    psi' = 6/15 (t - 15/(2 pi) sin(2 pi t/15)) until 15 s, then 6 rad/s        L = 10 m, rho A = 1.2 kg/m, EI = 1.4e4 N m^2

Foreshortening makes it stiff; a model without it, which is linear in the deflections, diverges.
"""

import numpy as np
import pytest
from physics.flexible_beams import beam, model_of
from scipy.optimize import brentq

from supple import Motion, Revolute, Scene, simulate
from supple.spatial.modal_body import C_J2, C_S2, modal_pair

pytestmark = [pytest.mark.validation, pytest.mark.slow]  # runs of seconds, to many digits

L, UP, RATE = 10.0, 15.0, 6.0


def angle(t):
    """psi(t)."""
    s = np.minimum(t, UP)
    c = 2.0 * np.pi / UP
    return RATE / UP * (0.5 * s**2 + (np.cos(c * s) - 1.0) / c**2) + RATE * (t - s)


def spun_up(n, end, step=0.01):
    """The motion is prescribed: a spline through psi, at rest far behind the end of the run."""
    scene = Scene(gravity=(0.0, 0.0, 0.0))
    scene.body("beam", joint=Revolute(axis=(0, 0, 1)), flexible=beam(EIz=1.4e4, rhoA=1.2, L=L, modes=n))
    t = np.arange(0.0, end + 1.0, step)
    scene.add(Motion(body="beam", times=tuple(t), values=tuple(angle(t))))
    return scene


def tip_deflection(run, times, ending=""):
    """Displacement of the tip across the undeformed axis [m], or its rate."""
    beam = run.scene.bodies["beam"].flexible
    columns = [run.names.index(f"beam.{name}{ending}") for name, _ in beam.names]
    return run.at(times)[:, columns] @ beam.station(L).Phi[:, 1]


def lowest(run, near):
    """Time and value of the least deflection within 0.1 s: a zero of its rate."""
    t = near + np.linspace(-0.1, 0.1, 201)
    k = np.argmin(tip_deflection(run, t))
    when = brentq(lambda t: tip_deflection(run, [t], "_rate")[0], t[k - 1], t[k + 1], xtol=1e-12)
    return when, tip_deflection(run, [when])[0]


@pytest.mark.parametrize(("n", "peak"), [(1, -0.57826037), (2, -0.57354939), (4, -0.57433604), (6, -0.57436749)])
def test_a_beam_that_is_spun_up_lags_by_the_reference(n, peak):
    run = simulate(spun_up(n, 8.0), 8.0, rtol=1e-10, atol=1e-12)
    when, value = lowest(run, 6.762)
    assert value == pytest.approx(peak, abs=1e-8)
    if n >= 4:
        assert when == pytest.approx(6.762, abs=5e-4)


def test_a_spun_up_beam_stands_straight_again():
    run = simulate(spun_up(4, 25.0), 25.0, rtol=1e-9, atol=1e-11)
    assert tip_deflection(run, [15.0])[0] == pytest.approx(0.00127425, abs=1e-8)
    assert np.abs(tip_deflection(run, np.linspace(15.0, 25.0, 2001))).max() < 0.0037


def test_without_foreshortening_it_diverges():
    """The same run with S2 and the part of J2 from Psi left out ends because the slopes are too large."""
    n = 4
    model = model_of(spun_up(n, 20.0))
    for i in range(n):
        for j in range(n):
            pair = modal_pair(0, n, i, j)
            model.tables.tree.flex[pair + C_S2 : pair + C_S2 + 3] = 0.0
            xx = model.tables.tree.flex[pair + C_J2]  # int v_i v_j; J2_yy is -int x Gamma, J2_zz their sum
            model.tables.tree.flex[pair + C_J2 + 1 : pair + C_J2 + 3] = 0.0, xx
    run = simulate(model, 20.0)
    assert not run.success
    assert 5.0 < run.t[-1] < 15.0  # the spin softens the first mode in the plane and passes its frequency at 3.8 rad/s
    assert simulate(spun_up(n, 20.0), 20.0).success


def test_a_hub_that_is_turned_by_a_torque():
    scene = Scene(gravity=(0.0, 0.0, 0.0))
    scene.body("hub", inertia=(50.0, 50.0, 50.0), mass=1.0, joint=Revolute(axis=(0, 0, 1)))
    scene.body("beam", parent="hub", flexible=beam(EIz=1.4e4, rhoA=1.2, L=L, modes=4))
    scene.joint_force_table("hub", (0.0, 7.5, 15.0), (0.0, 360.0, 0.0))
    run = simulate(scene, 20.0, rtol=1e-11, atol=1e-13)
    when, value = lowest(run, 7.63)
    assert value == pytest.approx(-0.5569795032, abs=1e-9)
    assert when == pytest.approx(7.6295668, abs=1e-6)
    turned = run.at([15.0, 20.0])[:, [run.names.index("hub.angle"), run.names.index("hub.rate")]]
    np.testing.assert_allclose(turned, [[45.0053166749, 6.0072906790], [75.0048735496, 6.0098207359]], atol=1e-8)
