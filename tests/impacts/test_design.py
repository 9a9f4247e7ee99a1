"""Inverse design: what is asked for comes out."""

import numpy as np
import pytest
from laws.law_zoo import ON_A_LINE, name

from supple.impacts import design_damping, from_drop_height, impact
from supple.impacts.names import damping_name
from supple.laws import AzadFeatherstone, HuntCrossley, PowerLaw, restitution
from supple.laws.restitution import damping_number_of

ALL = ["AzadFeatherstone", "AzadFeatherstoneRecovery", "HuntCrossley", "KelvinVoigt", "LeeWang", "LinearSD1"]


@pytest.mark.parametrize("law", ALL)
@pytest.mark.parametrize("e", [0.05, 0.6, 0.98])
def test_one_point(law, e):
    design = design_damping(law, k=1e7, mass=0.3, points=[(2.0, e)])
    assert impact(design.law, 2.0, 0.3, rtol=1e-10).restitution == pytest.approx(e, abs=1e-9)
    assert abs(design.residuals[0]) < 1e-8


@pytest.mark.parametrize("law", [law for law in ON_A_LINE if hasattr(law, "exponents")], ids=name)
def test_the_exponents_of_a_law_are_those_of_its_impacts(law):
    damping = getattr(law, damping_name(type(law)))
    n, p, q = law.exponents
    d = damping_number_of(damping, 0.8, 0.3, law.k, n, p, q)
    assert impact(law, 0.8, 0.3, rtol=1e-10).restitution == pytest.approx(restitution(d, n, p, q), abs=1e-8)


def test_every_law_with_k_and_a_damper_names_its_exponents():
    """Else its damping would be searched for, instead of computed."""
    missing = {name(law) for law in ON_A_LINE if not hasattr(law, "exponents")}
    assert missing == {"Hertz", "LinearSD2", "ElastoPlastic"}


def test_a_law_without_closed_form():
    design = design_damping("LinearSD2", k=5e4, mass=0.3, points=[(2.0, 0.7)], others={"k2": 2.5e5})
    assert design.restitution[0] == pytest.approx(0.7, abs=1e-8)
    with pytest.raises(ValueError, match=r"e must be reachable, got 0\.01: no damping of this law gives so little"):
        design_damping("LinearSD2", k=5e4, mass=0.3, points=[(2.0, 0.01)], others={"k2": 2.5e5})


def test_several_points_find_the_law_that_made_them():
    truth = AzadFeatherstone(k=1e8, lam=2e4)
    points = [(v, impact(truth, v, 0.1).restitution) for v in (0.1, 0.5, 2.0)]
    design = design_damping(AzadFeatherstone, k=1e8, mass=0.1, points=points)
    assert design.law.lam == pytest.approx(2e4, rel=1e-6) and np.abs(design.residuals).max() < 1e-7


def test_durations_tell_the_stiffness():
    truth = HuntCrossley(k=3e8, lam=2e7)
    found = [impact(truth, v, 0.1) for v in (0.1, 0.5, 2.0)]
    points = [(x.speed, x.restitution, x.duration) for x in found]
    design = design_damping("HuntCrossley", k=1e7, mass=0.1, points=points, fit=("lam", "k"))
    assert design.law.k == pytest.approx(3e8, rel=1e-4) and design.law.lam == pytest.approx(2e7, rel=1e-4)


def test_an_exponent_can_be_fitted():
    truth = PowerLaw(k=1e7, n=1.5, lam=1e4, p=0.8)
    points = [(v, impact(truth, v, 0.1).restitution) for v in (0.02, 0.1, 0.5, 2.0, 8.0)]
    design = design_damping("PowerLaw", k=1e7, mass=0.1, points=points, fit=("p",), others={"n": 1.5, "p": 0.5})
    assert design.law.p == pytest.approx(0.8, abs=1e-3)


def test_a_drop():
    speed, e = from_drop_height(1.0, 0.49, gravity=10.0)
    assert speed == pytest.approx(20.0**0.5) and e == pytest.approx(0.7)
    design = design_damping("AzadFeatherstone", k=1e10, mass=0.066, points=[(speed, e)])
    assert design.law == AzadFeatherstone.from_restitution(e=e, speed=speed, mass=0.066, k=1e10)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: design_damping("Hertz", k=1.0, mass=1.0, points=[(1.0, 0.5)]), "law must have a damping"),
        (lambda: design_damping("LeeWang", k=1.0, mass=1.0, points=[]), "points must be one or more"),
        (lambda: design_damping("LeeWang", k=1.0, mass=1.0, points=[(1.0, 1.5)]), "e must be between 0.0 and 1.0"),
        (lambda: design_damping("LeeWang", k=1.0, mass=1.0, points=[(-1.0, 0.5)]), "speed must be > 0 m/s"),
        (lambda: design_damping("LeeWang", k=1.0, mass=1.0, points=[(1.0, 0.5)], fit=("k",)), "k must be fixed"),
        (lambda: design_damping("LeeWang", k=1.0, mass=1.0, points=[(1.0, 0.5)], fit=("kk",)), "did you mean 'k'"),
        (lambda: from_drop_height(1.0, 1.1), "rebound must be between 0.0 and 1.0 m"),
    ],
)
def test_errors_are_sentences(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()
