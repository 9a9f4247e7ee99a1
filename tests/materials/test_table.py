"""The table of materials: complete, plausible, found under the names people use, shipped with the package."""

import math
import subprocess
import sys
from importlib.resources import files

import pytest

from supple.materials import Material, find_material, material_names, source_texts
from supple.materials._read import names, rows, sources
from supple.materials.kinds import kind_names
from supple.materials.material import UNITS
from supple.materials.names import key

ALL = [find_material(name) for name in material_names()]
TABLES = ("materials.csv", "friction_pairs.csv", "restitution.csv")


def test_the_tables_ship_with_the_package():
    folder = files("supple.materials") / "data"
    for file in (*TABLES, "kinds.csv", "sources.json"):
        assert (folder / file).is_file(), file
    assert (len(ALL), len(rows("friction_pairs.csv")), len(rows("restitution.csv"))) == (39, 33, 73)


@pytest.mark.parametrize("material", ALL, ids=lambda m: m.name)
def test_a_material_is_plausible(material):
    for field, low, high in material.ranges:
        assert low < high and getattr(material, field) == pytest.approx(0.5 * (low + high), rel=1e-9), field
    if material.nu is not None:
        assert 0.0 <= material.nu <= 0.5
    if material.E and material.density:
        sound = math.sqrt(material.E / material.density)  # [m/s] in a bar: 30 in soft rubber, 12 000 in beryllium
        assert 30.0 < sound < 13e3
    if material.E and material.yield_strength:
        assert material.yield_strength < 0.1 * material.E or material.kind == "rubber"
    if material.hardness and material.yield_strength and material.strength_kind == "yield":
        assert 1.0 < material.hardness / material.yield_strength < 10.0  # about 3 by theory
    assert material.kind in kind_names()
    assert material.E is not None or material.note  # a row without E says why


def test_every_source_is_in_the_list_and_every_listed_source_is_used():
    used = {source for table in TABLES for row in rows(table) for source in names(row["sources"])}
    assert used == set(sources())
    assert all(names(row["sources"]) for table in TABLES for row in rows(table))


def test_no_name_or_alias_means_two_things():
    seen = [key(name) for m in ALL for name in (m.name, *m.aliases)]
    assert len(seen) == len(set(seen))
    kinds = [key(name) for row in rows("kinds.csv") for name in (row["name"], *names(row["aliases"]))]
    assert len(kinds) == len(set(kinds))
    assert {row["is_a"] for row in rows("kinds.csv")} <= {"", *kind_names()}


def test_an_alias_that_is_also_a_kind_leads_to_a_material_of_that_kind():
    from supple.materials.kinds import distance, find_kind

    for m in ALL:
        for alias in m.aliases:
            kind = find_kind(alias)
            assert kind is None or distance(kind, m.kind) is not None, (alias, m.name)


@pytest.mark.parametrize(
    "typed, found",
    [
        ("steel", "steel, structural A36"),
        ("  STEEL ", "steel, structural A36"),
        ("mild steel", "steel, structural A36"),
        ("Stainless Steel", "steel, stainless 302 cold-rolled"),
        ("cast iron", "cast iron, range"),
        ("gray cast iron", "cast iron, grey ASTM A-48"),
        ("brass", "brass, range"),
        ("aluminium", "aluminium, pure"),
        ("Aluminum", "aluminium, pure"),
        ("aluminum 6061-T6", "aluminium 6061-T6"),
        ("copper", "copper, annealed"),
        ("lead", "lead, pure (CRC)"),
        ("cork", "cork, natural"),
        ("rubber", "rubber, range"),
        ("glass", "glass, range"),
        ("alumina", "aluminium oxide, DEM benchmark"),
        ("nylon", "nylon 6-6"),
        ("concrete", "concrete, contact"),
        ("wood", "wood, dry"),
        ("bone", "bone, compact"),
        ("billiard ball", "billiard ball, phenolic"),
    ],
)
def test_names_people_type(typed, found):
    assert find_material(typed).name == found


@pytest.mark.parametrize(
    "typed, sentence",
    [
        ("stel", "material must be one of the table, got 'stel'; did you mean 'steel'?"),
        ("brasss", "material must be one of the table, got 'brasss'; did you mean 'brass'?"),
        ("carbide", "'tungsten carbide, Co binder', 'tungsten carbide' or 'tungsten carbide, Ni binder'?"),
        ("Douglas", "did you mean 'Douglas fir' or 'wood, Douglas fir along grain'?"),
        ("unobtainium", "material must be one of the table, got 'unobtainium'"),
        ("teflon", "elastic constants of 'teflon' are not in the table: give a Material"),
    ],
)
def test_a_name_that_is_not_there_gets_a_sentence(typed, sentence):
    with pytest.raises(ValueError) as error:
        find_material(typed)
    assert sentence in str(error.value) and str(error.value).count("'") <= 8


def test_a_name_must_be_a_text():
    with pytest.raises(TypeError, match="material must be a name or a Material, got 3"):
        find_material(3)


def test_what_is_not_known_stays_unknown():
    foot = find_material("shod foot pad")
    assert foot.E is None and "E/(1-nu^2)" in foot.note
    assert find_material("steel, stainless 302 cold-rolled").hardness is None
    assert find_material("cast iron, grey ASTM A-48").strength_kind == "ultimate"
    assert find_material("cork").yield_strength is None and find_material("cork").nu == 0.0
    with pytest.raises(ValueError, match="nu of 'lead, pure' is not known: give a Material with it"):
        find_material("lead, pure").known("nu")


def test_values_keep_what_their_source_prints():
    cork = find_material("cork, agglomerate CR-12J")
    assert (cork.E, cork.range("E"), cork.range("nu")) == (17.0e6, (15.17e6, 18.83e6), None)
    assert find_material("steel").hardness == pytest.approx(120 * 9.807e6)
    assert find_material("tungsten carbide").range("hardness") == pytest.approx((1500 * 9.807e6, 1600 * 9.807e6))
    for name, scale in (("tungsten carbide", "HV"), ("glass, plate", "1550 HB")):
        assert scale in find_material(name).note


@pytest.mark.parametrize(
    "numbers, sentence",
    [
        ({"E": 0.0}, "E of 'x' must be > 0 Pa, got 0.0"),
        ({"nu": 0.6}, "nu of 'x' must be between -1.0 and 0.5"),
        ({"nu": -1.0}, "nu of 'x' must be > -1, got -1.0"),
        ({"density": -1}, "density of 'x' must be > 0 kg/m"),
    ],
)
def test_a_material_of_ones_own_is_checked(numbers, sentence):
    with pytest.raises(ValueError, match=sentence.replace("^", r"\^")):
        Material(name="x", **numbers)


def test_a_source_of_ones_own_stands_for_itself():
    assert source_texts("SB; my lab") == {"SB": sources()["SB"], "my lab": "my lab"}
    assert set(UNITS) == {"E", "nu", "density", "yield_strength", "hardness"}


def test_the_tables_load_without_numba():
    code = (
        "import sys; from supple.materials import find_material; find_material('steel'); print('numba' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "False\n"
