"""Scenes of many bodies, rules, contacts and long names: linear in time and memory, or a sentence with the limit."""

import re
import time
import tracemalloc
from itertools import combinations

import numpy as np
import pytest
from amounts import amount

import supple as sp
from supple._check import one_of
from supple.elements.features import motion
from supple.model.room import state_size
from supple.scene.files import scene_from_toml
from supple.scene.settings import parse_setting
from supple.shapes.touching import no_contact_of, touch_of
from supple.system.entries import begin
from supple.tables import EL_A, EL_B, LEDGER_NAMES, N_NEAR, S_PAIRS

LAW = sp.HuntCrossley(k=1e6, lam=1e5)
# balls that pass through each other, and rules at random: that they are warned of is tested elsewhere
pytestmark = pytest.mark.filterwarnings("ignore::supple.SceneWarning")


def balls(n, *, floor=True, touch_each_other=False):
    """Balls side by side, a tenth of a millimetre deep in the floor."""
    scene = sp.Scene()
    side = int(n**0.5) + 1
    for i in range(n):
        at = (0.3 * (i % side), 0.3 * (i // side), 0.1 - 1e-5)
        scene.body(f"b{i}", mass=0.1, joint=sp.Free(position=at), surfaces=[sp.Sphere(0.1, material="steel")])
    if floor:
        scene.ground(material="floor")
        scene.contact("steel", "floor", normal=LAW)
    if touch_each_other:
        scene.contact("steel", "steel", normal=LAW)
    return scene


def chain(n):
    scene, parent = sp.Scene(), "world"
    for i in range(n):
        joint = sp.Revolute(axis=(0, 1, 0), at=(0, 0, -1.0 if i else 0.0), angle=0.0 if i else 0.001)
        parent = scene.body(f"b{i}", mass=1.0, inertia=(0.1, 0.1, 0.1), com=(0, 0, -0.5), parent=parent, joint=joint)
    return scene


def seconds(work, n):
    """CPU time, the least of three."""
    times = []
    for _ in range(3):
        start = time.process_time()
        work(n)
        times.append(time.process_time() - start)
    return min(times)


def body_rules(n):
    scene = balls(n, floor=False)
    for i in range(1, n):
        scene.pair(f"b{i - 1}", f"b{i}", normal=LAW)


def forces(n):
    scene = balls(1)
    for _ in range(n):
        scene.force("b0", (0, 0, 1))
        scene.joint_force("b0", 1.0)


def reversed_file(n):
    scene_from_toml("".join(f'[bodies.b{i}]\nparent = "b{i + 1}"\n' for i in range(n)) + f"[bodies.b{n}]")


@pytest.mark.parametrize("work", [chain, body_rules, forces, reversed_file])
def test_four_times_as_much_takes_about_four_times_as_long(work):
    """By the square it would be sixteen times: of these sizes most of the time went into looking through the others."""
    assert seconds(work, 8000) < 9.0 * seconds(work, 2000)


# --- memory -------------------------------------------------------------------------------------------------------------
def peak_of_build(scene):
    tracemalloc.start()
    try:
        sp.build(scene)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_model_takes_memory_by_the_number_of_bodies():
    sp.build(balls(1))
    assert peak_of_build(balls(200)) < 200 * 20_000  # [bytes]; a mass matrix of the 1,200 velocities alone has 11 MB


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.parametrize(("scene", "each"), [(chain, 10_000), (balls, 20_000)])
def test_ten_thousand_bodies_run(scene, each):
    """Memory [bytes] for each body is measured with fewer: that makes Python slow, and what goes by the square shows."""
    few, many = amount((2_500, 10_000), (5_000, 20_000))
    assert peak_of_build(scene(few)) < few * each
    run = sp.simulate(scene(many), 1e-4, max_steps=3)
    assert run.summary.end > 0.0 and np.all(np.isfinite(run.final))
    assert str(run) and len(run.peaks) == len(run.contacts)


@pytest.mark.parametrize("method", ["rodas5p", "ode23t"])
def test_a_method_with_matrices_says_how_large_they_would_be(method):
    """Where derivatives are not known by parts: exact stick."""
    scene = balls(250, floor=False)
    scene.ground(material="floor")
    scene.contact("steel", "floor", normal=LAW, friction=sp.Coulomb(mu=0.3))
    model = sp.build(scene)
    n = state_size(model.system())
    size = re.escape(f"{16 * n * n / 1e9:.3g} GB for the {n} components")
    with pytest.raises(ValueError, match=f"more than 3000 components, got .* {size}"):
        sp.simulate(model, 1.0, method=method)


@pytest.mark.parametrize("method", ["rodas5p", "ode23t"])
def test_a_method_with_equations_of_many_bodies_makes_no_matrix(method):
    """3,250 coordinates and velocities: a matrix of them has 85 MB."""
    model = sp.build(balls(250))
    run = sp.simulate(model, 1e-3, method=method, rtol=1e-3)
    assert run.success and np.ptp(run.final[2 : 250 * 7 : 7]) < 1e-9 and run.statistics["Jacobians"] > 0


# --- contacts -----------------------------------------------------------------------------------------------------------
def test_what_could_touch_costs_nothing():
    """A million possible pairs: no list of them is made, neither of rows nor of names nor of components."""
    scene = balls(1500, floor=False, touch_each_other=True)
    assert peak_of_build(scene) < 1500 * 20_000
    model = sp.build(scene)
    assert len(model.y0) == 1500 * 13 + len(LEDGER_NAMES) and model.contact_names == ()
    assert model.contacts.name(0, 1) == "b1/b0" and model.contacts.find("b7/b3")[:2] == (3, 7)


def test_surfaces_that_move_as_one_do_not_count():
    scene = sp.Scene()
    scene.body("comb", mass=1.0, surfaces=[sp.Sphere(0.1, at=(i, 0, 0), material="steel") for i in range(1500)])
    scene.contact("steel", "steel", normal=LAW)
    assert sp.build(scene).contact_names == ()


def mixed_scene(seed):
    """Bodies with several surfaces and materials, some fixed to others, and rules between materials and bodies."""
    rng = np.random.default_rng(seed)
    scene, names = sp.Scene(), []
    kinds = (
        lambda m: sp.Sphere(0.1, material=m), lambda m: sp.Point(material=m), lambda m: sp.Box((1, 1, 1), material=m),
        lambda m: sp.Capsule((0, 0, 0), (1, 0, 0), 0.1, material=m), lambda m: sp.HalfSpace(material=m),
    )  # fmt: skip
    for i in range(7):
        shapes = [kinds[k](rng.choice(["a", "b", "c", None])) for k in rng.integers(0, 5, size=rng.integers(0, 4))]
        parent = str(rng.choice([*names, "world"]))
        joint = sp.Revolute() if rng.random() < 0.7 else sp.Fixed()
        names.append(scene.body(f"b{i}", mass=1.0, inertia=(1, 1, 1), joint=joint, parent=parent, surfaces=shapes))
    for a, b in (("a", "a"), ("b", "a"), ("c", "d")):
        scene.contact(a, b, normal=LAW)
    for a, b in rng.choice(np.array(list(combinations(names, 2))), size=3, replace=False):
        scene.pair(str(a), str(b), normal=LAW)
    return scene


def every_pair(scene, frames):
    """The rules by the letter, for all pairs of bodies."""
    by_bodies = {frozenset((rule.a, rule.b)): rule for rule in scene.rules if rule.by_body}
    by_materials = {frozenset((rule.a, rule.b)): rule for rule in scene.rules if not rule.by_body}
    for a, b in combinations(scene.bodies.values(), 2):
        if frames[a.name].node == frames[b.name].node:
            continue
        adjacent = a.parent == b.name or b.parent == a.name
        for x in a.surfaces:
            for y in b.surfaces:
                rule = by_bodies.get(frozenset((a.name, b.name)))
                if rule is None and not adjacent and x.material is not None and y.material is not None:
                    rule = by_materials.get(frozenset((x.material, y.material)))
                if rule is not None:
                    yield rule, a, x, b, y


@pytest.mark.parametrize("seed", range(20))
def test_contacts_are_those_of_the_rules_in_the_order_of_the_bodies(seed):
    scene = mixed_scene(seed)
    model = sp.build(scene)
    wanted = list(every_pair(scene, model.frames))
    features, found = model.contacts.features, []
    for a, b, rule in model.contacts.listed:
        first, second = sorted((features[a], features[b]), key=lambda feature: list(scene.bodies).index(feature.body))
        bodies = [scene.bodies[feature.body] for feature in (first, second)]
        found.append((model.rules[rule].normal, *(part for body, feature in zip(bodies, (first, second), strict=True)
                                                  for part in (body, body.surfaces[feature.surface]))))  # fmt: skip
    can = [(rule.normal, *pair) for rule, *pair in wanted if not no_contact_of(touch_of(pair[1]), touch_of(pair[3]))]
    assert list(dict.fromkeys(map(ids, found))) == list(map(ids, can))


def ids(things):
    return tuple(map(id, things))


@pytest.mark.parametrize("seed", range(6))
def test_the_broad_phase_finds_what_lists_would(seed):
    """Random clouds of balls and capsules over a floor: near ones are listed, and every overlap is near."""
    rng = np.random.default_rng(seed)
    scene = sp.Scene()
    scene.ground(material="floor")
    for i in range(40):
        place, turn = rng.uniform(-0.6, 0.6, 3) + (0, 0, 0.7), rng.normal(size=4)
        shape = sp.Sphere(0.1, material="a") if i % 2 else sp.Capsule((-0.1, 0, 0), (0.1, 0.05, 0), 0.05, material="b")
        scene.body(f"b{i}", mass=1.0, joint=sp.Free(position=tuple(place), attitude=tuple(turn)), surfaces=[shape])
    for a, b in (("a", "a"), ("a", "b"), ("b", "b"), ("a", "floor"), ("b", "floor")):
        scene.contact(a, b, normal=LAW)
    model = sp.build(scene)
    P = model.system()
    begin(P, 0.0, model.y0)
    near = {tuple(P.el_i[e, [EL_A, EL_B]].tolist()) for e in P.near[: P.count[N_NEAR]]}
    assert P.size[S_PAIRS] == 1 and len(near) < len(model.contacts.listed)
    for e, (a, b, _) in enumerate(model.contacts.listed, start=len(model.elements)):
        assert motion(P, e).delta <= 0.0 or (a, b) in near


# --- names and keys -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("x" * 100_000, r"name of a body must be at most 1000 characters long, got 100000: 'xxx"),
        ("a\0b", "must be text without NUL and halves of characters"),
        ("\ud800", "must be text without NUL and halves of characters"),
    ],
)
def test_names_that_no_result_could_hold_are_refused(name, sentence):
    with pytest.raises(ValueError, match=sentence) as caught:
        sp.Scene().body(name, mass=1.0)
    assert str(caught.value).isprintable() and len(str(caught.value)) < 400


def test_a_name_of_a_thousand_characters_is_fine():
    scene = balls(1)
    assert scene.body("x" * 1000, mass=1.0, joint=sp.Prismatic()) in scene.bodies


LONG_KEY = ".".join(["a"] * 100_000)


@pytest.mark.parametrize(
    "text",
    [f"{LONG_KEY} = 1", f"[{LONG_KEY}]", f"x = {{ {LONG_KEY} = 1 }}", LONG_KEY.replace("a", '"a.b"') + " = 1"],
)
def test_a_key_of_many_parts_is_refused_before_it_is_read(text):
    with pytest.raises(ValueError, match=r"scene: a key must have at most 100 parts between dots, got 100000$"):
        scene_from_toml(text)


def test_dots_that_belong_to_no_key_are_none():
    text = f'name = "scene"\n[[forces]]\nbody = "b"\nforces = [{"[0.0, 0.1, -0.2], " * 500}]\n# {LONG_KEY}'
    with pytest.raises(ValueError, match="times must be given"):
        scene_from_toml(text)
    source = ".".join(["www"] * 500)
    assert scene_from_toml(f'[materials.m]\nsource = "{source}"').scene.materials["m"].source == source


@pytest.mark.parametrize("setting", [f"{LONG_KEY}=1", "a" * 100_000 + "=1", "a" + "=" * 100_000, '"' + "=" * 100_000])
def test_long_settings_are_read_or_refused_at_once(setting):
    try:
        parse_setting(setting)
    except ValueError as error:
        assert len(str(error)) < 300 and "must" in str(error)


def test_a_long_name_is_not_compared_with_all_others():
    with pytest.raises(ValueError, match=r"body must be one of b0, .*, \.\.\., got 'xxx") as caught:
        one_of("body", "x" * 100_000, {f"b{i}": None for i in range(100_000)})
    assert len(str(caught.value)) < 600


def test_of_a_table_a_list_is_no_key():
    with pytest.raises(ValueError, match=r"body must be one of b, got \['b'\]"):
        one_of("body", ["b"], {"b": None})
