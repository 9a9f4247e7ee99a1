"""A model in a file: its arrays, and a header (plain data) for the rest. Written and read back here."""

from dataclasses import asdict, dataclass, fields

import numpy as np

from ..model.build import Layout, Model
from ..model.contacts import Contacts
from ..model.controllers import without_functions
from ..model.elements import Element
from ..model.features import Feature
from ..model.rules import Laws
from ..model.tree import Frame, Frames
from ..model.user_laws import without_addresses
from ..scene.files import CodeError, scene_from_toml
from ..system.robot import Robot, no_scratch
from ..tables import Tree
from ..trajectory.origin import source_of


@dataclass(frozen=True, slots=True)
class StoredScene:
    """What a file keeps of a scene with users' own laws: the name. The tables of the model hold the numbers."""

    name: str


@dataclass(frozen=True, slots=True)
class StoredLaw:
    """A law as a file keeps it: its name, parameters and source."""

    name: str
    parameters: tuple  # (name, value) pairs
    source: str


# --- writing ------------------------------------------------------------------------------------------------------------
def model_arrays(model):
    """All arrays of a model by name."""
    arrays = {f"tree.{name}": value for name, value in model.tables.tree._asdict().items()}
    left_out = {"tree", *no_scratch()}
    arrays |= {f"tables.{name}": value for name, value in model.tables._asdict().items() if name not in left_out}
    arrays["tables.par"] = without_functions(model, without_addresses(model))
    frames = list(model.frames.values())
    return arrays | {
        "y0": model.y0,
        "layout.magnitude": model.layout.magnitude,
        "layout.resolution": model.layout.resolution,
        "frames.node": np.array([frame.node for frame in frames], dtype=np.int64),
        "frames.R": np.array([frame.R for frame in frames]),
        "frames.p": np.array([frame.p for frame in frames]),
    }


def model_header(model):
    """What a model has besides arrays."""
    layout = model.layout
    return {
        "layout": {"n_q": layout.n_q, "n_v": layout.n_v, "names": layout.names, "units": layout.units},
        "scene": model.scene.name,
        "frames": list(model.frames),
        "features": model.contacts.features,
        "elements": model.elements,
        "laws": [[_law(law) for law in pair] for pair in model.rules],
        "notes": model.notes,
    }


def _law(law):
    if law is None:
        return None
    if isinstance(law, StoredLaw):
        return asdict(law)
    values = ((field.name, getattr(law, field.name)) for field in fields(law))
    known = [(name, value) for name, value in values if isinstance(value, (bool, int, float, str, tuple))]
    return {"name": type(law).__name__, "parameters": known, "source": source_of(law)}


def plain(value):
    """A value that JSON does not know."""
    return value.item() if isinstance(value, np.generic) else str(value)


# --- reading ------------------------------------------------------------------------------------------------------------
def read_model(header, arrays):
    """The model of a header and arrays."""
    kept = header["layout"]
    layout = Layout(kept["n_q"], kept["n_v"], tuple(kept["names"]), tuple(kept["units"]), **named(arrays, "layout"))
    nodes, R, p = (arrays[f"frames.{part}"] for part in ("node", "R", "p"))
    laws = [[None if law is None else _stored_law(law) for law in pair] for pair in header["laws"]]
    tables = Robot(**{**named(arrays, "tables"), **no_scratch(), "tree": Tree(**named(arrays, "tree"))})
    return Model(
        scene=_scene(header),
        tables=tables,
        layout=layout,
        frames=Frames({name: Frame(int(nodes[i]), R[i], p[i]) for i, name in enumerate(header["frames"])}),
        contacts=Contacts([Feature(*feature) for feature in header["features"]], tables),
        elements=tuple(Element(*element) for element in header["elements"]),
        rules=tuple(Laws(*pair) for pair in laws),
        notes=tuple(header["notes"]),
        y0=arrays["y0"],
    )


def _scene(header):
    try:
        return scene_from_toml(header["scene_toml"]).scene if header["scene_toml"] else StoredScene(header["scene"])
    except CodeError:
        return StoredScene(header["scene"])


def named(arrays, prefix):
    """The arrays whose names begin with a prefix, without it."""
    return {name.removeprefix(f"{prefix}."): value for name, value in arrays.items() if name.startswith(f"{prefix}.")}


def _stored_law(law):
    parameters = ((name, tuple(value) if isinstance(value, list) else value) for name, value in law["parameters"])
    return StoredLaw(law["name"], tuple(parameters), law["source"])
