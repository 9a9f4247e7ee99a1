"""No edit of a result file goes unnoticed: every variable and every attribute, derived ones too."""

import h5netcdf
import h5py
import numpy as np
import pytest
import xarray as xr

import supple as sp

pytestmark = pytest.mark.slow  # a simulation


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    scene = sp.Scene(gravity=(0, 0, -9.81), name="drop")
    scene.ground(material="floor")
    joint = sp.Free(position=(0, 0, 0.02), velocity=(0.5, 0, 0))
    scene.body("ball", mass=0.066, joint=joint, surfaces=[sp.Sphere(0.0127, material="steel")])
    law = sp.AzadFeatherstone.from_restitution(e=0.7, speed=2.0, mass=0.066, k=1e7)
    scene.contact("steel", "floor", normal=law, friction=sp.StickSlip(mu=0.3, kt=1e5, bt=10))
    path = sp.simulate(scene, 0.06).save(tmp_path_factory.mktemp("sealed") / "run.nc")
    assert sp.load(path).impacts
    return path


def edited(saved, tmp_path, edit, library=h5netcdf):
    """A copy after an edit; h5py does it in a thirtieth of the time, and knows nothing of dimensions."""
    path = tmp_path / "edited.nc"
    path.write_bytes(saved.read_bytes())
    with library.File(path, "r+") as file:
        edit(file)
    return path


def variables(path):
    with h5netcdf.File(path, "r") as file:
        return [("", name) for name in file.variables] + [("supple", name) for name in file["supple"].variables]


def attributes(path):
    with h5netcdf.File(path, "r") as file:
        found = [(None, name) for name in file.attrs]
        return found + [(one, name) for one, variable in file.variables.items() for name in variable.attrs]


def other(value):
    """A value of the same kind that differs."""
    value = np.asarray(value)
    if value.dtype.kind in "OSU":
        return f"{value.reshape(-1)[0]}!"
    first = value.reshape(-1)[0]
    return np.asarray(first + 1 if np.isfinite(first) else 0).astype(value.dtype)


def test_a_file_that_was_not_edited_loads(saved):
    assert sp.load(saved).success


def test_every_variable_is_sealed(saved, tmp_path):
    """The derived ones (impact_peak_force, normal_force, energies, limits, ...) as much as the states."""
    names = variables(saved)
    assert {("", "impact_peak_force"), ("", "normal_force"), ("", "limits"), ("supple", "header")} <= set(names)
    for group, name in names:

        def edit(file, group=group, name=name):
            variable = (file[group] if group else file)[name]
            where = tuple(size - 1 for size in variable.shape) or ...
            values = variable[...]
            variable[where] = other(values[where] if where is not ... else values)

        with pytest.raises(ValueError, match=f"damaged or was changed.*{name}"):
            sp.load(edited(saved, tmp_path, edit, h5py))


def test_every_attribute_is_sealed(saved, tmp_path):
    """Status, message, energy figures and statistics of the run; units, names and flags of variables."""
    names = attributes(saved)
    assert {(None, "status"), (None, "energy_turnover"), ("normal_force", "units")} <= set(names)
    for owner, name in names:

        def edit(file, owner=owner, name=name):
            part = file if owner is None else file[owner]
            part.attrs[name] = other(part.attrs[name])

        with pytest.raises(ValueError, match=f"damaged or was changed.*attribute {name!r}"):
            sp.load(edited(saved, tmp_path, edit, h5py))


EDITS = {
    "a variable is scaled": (
        lambda f: f["state"].attrs.update(scale_factor=2.0),
        "attribute 'scale_factor' of 'state'",
    ),
    "an attribute is gone": (lambda f: f.attrs.__delitem__("status"), "attribute 'status'"),
    "a row is added": (lambda f: f.resize_dimension("time", f.dimensions["time"].size + 1), "shape"),
    "the format is another": (lambda f: f["supple"].attrs.update(supple_format="supple result 2"), "supple result 2"),
    "the ending has another digest": (lambda f: f["supple"].attrs.update(ending_digest="0" * 64), "supple/ending"),
}


@pytest.mark.parametrize("name", EDITS)
def test_other_edits_are_noticed(saved, tmp_path, name):
    edit, words = EDITS[name]
    with pytest.raises(ValueError, match=words):
        sp.load(edited(saved, tmp_path, edit))


def test_rows_that_change_after_loading_are_noticed(saved, tmp_path):
    path = edited(saved, tmp_path, lambda file: None)
    run = sp.load(path)
    with h5netcdf.File(path, "r+") as file:
        file["impact_peak_force"][0] = 1.0
    with pytest.raises(ValueError, match="impact_peak_force"):
        _ = run.impacts
    with pytest.raises(ValueError, match="impact_peak_force"):
        run.to_xarray()


def test_plain_xarray_opens_a_sealed_file(saved):
    with xr.open_dataset(saved, engine="h5netcdf") as data:
        assert data.attrs["status"] == "DONE" and data.sizes["time"] > 10


@pytest.mark.parametrize("part", [0.0, 0.001, 0.3, 0.7, 0.999])
def test_a_file_that_a_power_cut_has_shortened_is_a_sentence(saved, tmp_path, part):
    whole = saved.read_bytes()
    path = tmp_path / "cut.nc"
    path.write_bytes(whole[: int(part * len(whole))])
    with pytest.raises((OSError, ValueError), match=r"cut\.nc.*(truncated or damaged|nothing in it)"):
        sp.load(path)
