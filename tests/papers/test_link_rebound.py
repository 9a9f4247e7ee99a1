"""The study of a flexible link that strikes a block, by Marghitu & Cojocaru."""

import math
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from amounts import amount

from supple import simulate
from supple.flexible import Beam
from supple.laws.friction.coulomb import Coulomb
from supple.papers import find_study
from supple.papers.link_rebound import (
    ablations,
    checks,
    errata,
    expected,
    figures,
    impact_map,
    limits,
    link,
    plain,
    tables,
)
from supple.papers.link_rebound.expected import UNCONFIRMED
from supple.papers.link_rebound.link import ANGLE, CONTACT, LENGTH, Case, highest, rebound, scene_of

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module", autouse=True)
def _every_impact_is_computed_once():
    """Studies and their parts ask for the same ones: each is followed to its end by the first who asks."""
    once = cache(link.rebound)
    with pytest.MonkeyPatch.context() as patch:
        for module in (ablations, checks, figures, limits, tables):
            patch.setattr(module, "rebound", once)
        patch.setattr(checks, "plain_rebound", cache(plain.plain_rebound))  # the third way: half a second each
        yield


@pytest.fixture(scope="module")
def three():
    return rebound(Case(modes=3), tables.RTOL)


def missed(items):
    return [(item.source, item.name, item.published, item.measured) for item in items if not item.ok]


# --- what is run ---------------------------------------------------------------------------------------------------------
def test_quick_says_what_it_leaves_out():
    left_out = find_study("link-rebound").left_out
    assert len(left_out) == 3 and left_out[0] == f"more than {tables.QUICK} modes"


def test_the_scene_is_what_the_case_says():
    scene = scene_of(Case(modes=4, mu=0.2, damping=0.01, gravity=True))
    assert scene.bodies["link"].flexible.modes == 4 and scene.bodies["link"].flexible.damping == 0.01
    assert scene.rules[0].friction == Coulomb(mu=0.2)
    assert scene.gravity == (0.0, link.GRAVITY, 0.0)
    assert not isinstance(scene_of(Case(modes=0)).bodies["link"].flexible, Beam)
    assert link.friction_of(Case(mu=0.0)) is None
    assert link.law_of(rigid_block=True).k == pytest.approx(2.0 * link.law_of().k, rel=1e-14)


def test_a_peak_between_samples():
    t = np.linspace(-1.0, 1.3, 47)
    assert highest(2.0 - 3.0 * (t - 0.123) ** 2) == pytest.approx(2.0, abs=1e-13)
    assert highest(t) == t[-1] and highest(-t) == -t[0] and highest(np.ones(5)) == 1.0


# --- one impact ----------------------------------------------------------------------------------------------------------
@pytest.mark.jit
def test_an_impact_ends_only_when_the_link_is_clear_of_its_vibration(three):
    """Between its two touches it is in the air and turns back, but would not be clear."""
    case, (first, second) = three.case, three.touches
    short = simulate(scene_of(case), 0.5 * (first.end + second.start), rtol=1e-9)
    assert short.impacts[-1].end is not None and not link.clear(case, short)
    assert link.clear(case, three.run)
    touching = simulate(scene_of(case), 0.5 * first.end, rtol=1e-9)
    assert not link.clear(case, touching)


@pytest.mark.jit
def test_results_agree_with_the_event_and_with_the_ledger(three):
    event, ledger = three.event, three.run.ledger
    assert event.number == three.collisions == 2
    assert event.e_kinematic == pytest.approx(three.e, rel=1e-14)
    assert event.duration == pytest.approx(three.t_f, rel=1e-14)
    assert event.time_in_contact == pytest.approx(three.in_contact, rel=1e-14)
    assert event.peak_force == three.peak and event.max_indentation == three.depth
    law = link.law_of()
    assert three.permanent == pytest.approx(law.plastic_compliance * (three.peak - law.yield_force), rel=1e-6)
    work = law.yield_force * three.permanent + 0.5 * three.permanent**2 / law.plastic_compliance
    assert three.plastic == pytest.approx(work, rel=1e-6)
    kept = event.work_compression - event.work_restitution
    assert kept == pytest.approx(three.plastic, rel=1e-5)  # all that the normal contact loses
    stored = np.interp(three.end, three.run.t, ledger.stored["flexible bodies"])
    assert three.bending == pytest.approx(stored, rel=0.02)


@pytest.mark.jit
def test_a_jam_is_told_as_one():
    one = rebound(Case(modes=0, mu=0.6))
    assert one.jammed and math.isnan(one.e) and math.isnan(one.e_rigid) and math.isnan(one.permanent)
    assert one.run.t[-1] == link.MOST and one.collisions == 1 and one.event.e_kinematic is None


@pytest.mark.jit
def test_a_ledger_that_does_not_close_is_repeated_more_finely():
    loose = rebound(Case(modes=0, mu=0.1), 1e-8)
    assert loose.run.success and loose.run.options.rtol <= 1e-8


@pytest.mark.jit
def test_the_tip_is_where_modes_and_angle_say(three):
    t = np.array([three.start + 0.3 * three.t_f])
    place = three.run.position("link", t, point=(LENGTH, 0.0, 0.0))[0]
    delta = three.run.contact(CONTACT, t).delta[0]
    assert place[1] - LENGTH * math.sin(ANGLE) - link.GAP == pytest.approx(delta, abs=1e-12)
    straight = LENGTH * math.sin(three.angle(t)[0])
    assert place[1] - straight == pytest.approx(three.deflection(t)[0], abs=1e-5)  # but for the foreshortening


# --- figures of the other program ----------------------------------------------------------------------------------------
@pytest.mark.jit
@pytest.mark.validation
def test_over_the_modes():
    runs = tables.convergence(quick=True)
    assert list(runs) == [0, 1, 2, 3, 4, 5, 6] and missed(tables.convergence_items(runs)) == []
    assert missed(checks.friction_items(runs)) == []


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.validation
def test_over_many_modes():
    assert missed(tables.convergence_items(tables.convergence())) == []


@pytest.mark.jit
@pytest.mark.validation
def test_over_friction_and_rate_but_for_what_is_not_confirmed():
    friction, rate = tables.over_friction(), tables.over_rate()
    items = [
        *tables.restitution_items(friction, expected.OVER_MU, "mu", "Fig. 6"),
        *tables.restitution_items(rate, expected.OVER_OMEGA, "omega_0", "Fig. 7"),
        *ablations.ablation_items(ablations.ablations()),
    ]
    assert len(items) == 75 + 57 + 14
    assert {(source, name) for source, name, *_ in missed(items)} == UNCONFIRMED
    assert missed(checks.audit_items({0: rebound(Case(modes=0), 1e-10)}, [*friction.values(), *rate.values()])) == []


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.validation
def test_what_is_not_confirmed_is_found_by_two_other_ways():
    assert missed(checks.disputed_items()) == []
    assert set(checks.DISPUTED) >= {"mu = 0.25", "mu = 0.45", "damping ratio 0.01", "rigid block"}


@pytest.mark.jit
@pytest.mark.validation
def test_known_answers():
    assert missed(limits.limit_items()) == []


def test_the_closed_form_has_the_digits_that_were_computed_apart():
    for mu, (_, formula, _) in expected.RIGID.items():
        assert limits.closed_form(mu)[0] == pytest.approx(formula, abs=6e-7)


def test_every_erratum_that_needs_no_run():
    items = [*errata.plastic_indentation(), *errata.first_yield(), *errata.arc()]
    assert missed(items) == []
    shown = [item for item in items if item.rule == "shown"]
    assert len(shown) == 4 and all(abs(item.measured - item.published) > 1e-7 for item in shown)


@pytest.mark.jit
def test_errata(three):
    items = errata.errata_items(three, three, rebound(Case(modes=3, rigid_block=True)))
    assert missed(items) == []
    assert {item.name.split()[0] for item in items} == {"e1", "e3", "e4", "e5", "e9", "e11"}


@pytest.mark.slow
@pytest.mark.jit
def test_other_tolerances_and_methods():
    assert missed(checks.repeated_items()) == []


def test_flips_at_one_instant_are_not_events():
    log = [(0.0, "made"), (1e-6, "yields"), (5e-5, "unloads"), (5e-5, "yields"), (5e-5, "unloads"), (9e-5, "lost")]
    assert checks.kinds(SimpleNamespace(log=log)) == ["made", "yields", "unloads", "lost"]
    log = [(1e-6, "yields"), (5e-5, "unloads"), (5.1e-5, "yields")]
    assert checks.kinds(SimpleNamespace(log=log)) == ["yields", "unloads", "yields"]


# --- the third way -------------------------------------------------------------------------------------------------------
def test_constants_of_the_third_way_are_those_of_the_beam():
    square, mass, D, G = plain.constants(3)
    beam = link.beam_of(3)
    inv = beam.invariants()
    np.testing.assert_allclose(np.diag(inv.K) / mass, square, rtol=1e-10)
    np.testing.assert_allclose(inv.M, mass * np.eye(3), atol=1e-12)
    np.testing.assert_allclose(inv.J2[..., 2, 2], D, atol=1e-10)
    np.testing.assert_allclose(-beam.station(LENGTH).Psi, G, rtol=1e-9)


def test_the_third_way_keeps_its_energy():
    """The force of the contact has the potential of its law, so that slope and tip belong together."""
    one = plain.Link(Case(modes=3, mu=0.0, smoothing=1.0), foreshortened=True)
    rng = np.random.default_rng(5)
    for _ in range(10):
        y = np.concatenate([[ANGLE + 2e-4], 5e-6 * rng.normal(size=3), [3.0], 0.1 * rng.normal(size=3)])

        def energy(y):
            q, speed = y[1:4], y[5:]
            kinetic = 0.5 * (link.INERTIA + q @ one.D @ q) * y[4] ** 2 + 0.5 * one.mass * speed @ speed
            delta = one.tip(y)[0]
            return kinetic + 0.5 * one.mass * one.square @ q**2 + 0.4 * one.law.k * abs(delta) ** 2.5

        assert one.tip(y)[0] > 0.0
        slope, h = one.slope(0.0, y), 1e-8
        power = (energy(y + h * slope) - energy(y - h * slope)) / (2.0 * h)
        assert abs(power) < 1e-4 * one.force(one.tip(y)[0]) * abs(one.tip(y)[2])


# --- map and pictures ----------------------------------------------------------------------------------------------------
@pytest.mark.jit
def test_a_small_map():
    done = []
    found = impact_map.impact_map((0.1, 0.3, 2), (5.0, 10.0, 3), workers=1, progress=done.append)
    assert found.e.shape == found.e_rigid.shape == found.collisions.shape == (2, 3) and done == [0.5, 1.0]
    one = rebound(Case(modes=3, mu=0.3, omega=10.0))
    assert (found.e[1, 2], found.e_rigid[1, 2], found.collisions[1, 2]) == (one.e, one.e_rigid, one.collisions)
    assert missed(impact_map.map_items(found)) == []


@pytest.mark.slow
@pytest.mark.jit
def test_a_map_has_the_same_bits_on_two_processes():
    one, two = (impact_map.impact_map((0.0, 0.6, 4), (1.0, 20.0, 3), workers=n) for n in (1, 2))
    for name in ("e", "e_rigid", "collisions"):
        assert np.array_equal(getattr(one, name), getattr(two, name), equal_nan=True)


@pytest.mark.slow
@pytest.mark.jit
def test_the_whole_study(tmp_path, monkeypatch):
    """With a map of a few impacts in place of 2,500, and a part of the points of the curves in two pictures."""
    monkeypatch.setattr(figures, "FRICTIONS", figures.FRICTIONS[:: amount(7, 3)])
    monkeypatch.setattr(figures, "RATES", figures.RATES[:: amount(6, 3)])
    few = partial(impact_map.impact_map, (0.0, 0.6, amount(3, 6)), (1.0, 20.0, amount(4, 6)), workers=1)
    monkeypatch.setattr("supple.papers.link_rebound.study.impact_map", few)
    done = []
    items = find_study("link-rebound").run(out=tmp_path, progress=done.append)
    assert missed(items) == []
    assert {(item.source, item.name) for item in items if "third program" in item.note} == UNCONFIRMED
    assert done == sorted(done) and done[-1] == 1.0
    assert len({(item.source, item.name) for item in items}) == len(items)
    names = (
        "bent_link", "convergence", "fig2_loop", "fig3_angle", "fig4_deflection", "fig5_force", "fig6_friction",
        "fig7_rate", "ledger", "map",
    )  # fmt: skip
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{name}.png" for name in names]
    assert all(path.stat().st_size > 20_000 for path in tmp_path.iterdir())
    shown = sum(item.rule == "shown" for item in items)
    page = (ROOT / "docs" / "link-rebound.md").read_text(encoding="utf-8")
    assert f"{len(items) - shown} figures are judged, all within their tolerance; {shown} are shown" in page


@pytest.mark.slow
@pytest.mark.jit
def test_the_quick_study_has_the_same_figures_but_for_what_it_leaves_out(tmp_path):
    study = find_study("link-rebound")
    quick = study.run(quick=True, out=tmp_path)
    assert missed(quick) == []
    assert not any("20 impacts" in item.source or "2500" in item.source or "12 modes" in item.source for item in quick)
    assert len(list(tmp_path.iterdir())) == 9 and not (tmp_path / "map.png").exists()
