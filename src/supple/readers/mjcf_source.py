"""MJCF files -> a compiled model of MuJoCo, with no file read but those that the caller allows.

Includes are put in here and meshes are handed over as bytes under plain names, so that MuJoCo itself opens nothing. What is
only drawn (textures, skins) goes out before. Compiler settings that would change names or frames without a word are
overruled or noted; numbers are those that MuJoCo computes: defaults, units of angles, inertias of shapes.
"""

import copy
import math
import warnings
import xml.etree.ElementTree as ET
from pathlib import Path

from .._check import shown
from .files import read_bytes
from .mujoco_package import import_mujoco
from .safe_xml import read_xml

DRAWN = ("skin", "flex")  # elements of <asset> and <deformable> that are only drawn, or that supple cannot have
MOST = 1_000_000  # bodies, or points of a field
UNUSED = ("memory", "nuserdata", "nstack", "njmax", "nconmax")  # sizes that only a run of MuJoCo needs
CHANGES = {
    "balanceinertia": "impossible inertias were healed as MuJoCo does",
    "boundmass": "masses are at least this",
    "boundinertia": "inertias are at least this",
    "settotalmass": "masses and inertias were scaled to this sum",
    "alignfree": "frames of free bodies were turned into their principal axes",
}


def compiled(root, roots, notes):
    """The compiled model of a <mujoco> element, and the package mujoco."""
    mujoco = import_mujoco("MJCF")
    root = copy.deepcopy(root)
    _put_in_includes(root, roots, roots.folder, {})
    _check_counts(root, 1)
    assets = _collect_assets(root, roots, notes)
    _drop_deformables(root, notes)
    said: list[str] = []
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(said.append)  # or it writes to a file in the working directory
    try:
        spec = mujoco.MjSpec.from_string(ET.tostring(root, encoding="unicode"), assets=assets)
        for setting, sentence in CHANGES.items():
            value = getattr(spec.compiler, setting, 0)
            if value and value > 0:
                notes.assumed("compiler setting", setting, sentence)
        if getattr(spec.compiler, "fusestatic", 0):
            spec.compiler.fusestatic = False
            notes.ignored("compiler setting", "fusestatic", "bodies without joints keep their names")
        if getattr(spec.compiler, "discardvisual", 0):
            spec.compiler.discardvisual = False
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            model = spec.compile()
    except (ValueError, RuntimeError, mujoco.FatalError) as error:
        raise ValueError(f"MuJoCo cannot read it: {' '.join(str(error).split())}") from None
    finally:
        mujoco.set_mju_user_warning(before)
    for text in dict.fromkeys((*said, *(str(one.message) for one in warned))):
        notes.assumed("warning of", "MuJoCo", " ".join(text.split()))
    return mujoco, model


# --- includes -----------------------------------------------------------------------------------------------------------
def _put_in_includes(element, roots, folder, seen):
    """Replace every <include> by what the file has; each file once."""
    for i in reversed(range(len(element))):
        child = element[i]
        if child.tag != "include":
            _put_in_includes(child, roots, folder, seen)
            continue
        name = child.get("file", "")
        path = roots.find(name, "file of an include", folder) or roots.find(name, "file of an include")
        if path is None:
            raise FileNotFoundError(f"file of an include must exist, got {shown(name)}")
        if path in seen:
            raise ValueError(f"a file must be included once, got {shown(name)} again")
        seen[path] = None
        part = read_xml(path)
        _put_in_includes(part, roots, path.parent, seen)
        element[i : i + 1] = list(part)


# --- files --------------------------------------------------------------------------------------------------------------
def _collect_assets(root, roots, notes):
    """{plain name: bytes} of the files that MuJoCo needs; elements name them so."""
    folders = {key: "" for key in ("meshdir", "texturedir")}
    stripped = False
    for compiler in root.iter("compiler"):
        both = compiler.attrib.pop("assetdir", None)
        for key in folders:
            folders[key] = compiler.attrib.pop(key, both if both is not None else folders[key])
        stripped = compiler.attrib.pop("strippath", "false") == "true" or stripped
    assets: dict[str, bytes] = {}
    for asset in [*root.iter("asset")]:
        for element in [*asset]:
            if element.tag in ("mesh", "hfield") and element.get("file"):
                file = Path(element.get("file")).name if stripped else element.get("file")
                _take(root, asset, element, file, folders["meshdir"], roots, notes, assets)
            elif element.tag == "texture" and element.get("type") == "skybox":
                asset.remove(element)
            elif element.tag == "texture":
                _blank(element)
            elif element.tag == "model":
                raise ValueError(
                    f"models in models must be written as includes, got model {shown(element.get('name'))}"
                )
            elif element.tag in DRAWN:
                asset.remove(element)
    return assets


def _take(root, asset, element, file, folder, roots, notes, assets):
    where = f"file of {element.tag} {shown(element.get('name') or file)}"
    name = element.get("name") or Path(file).stem
    path = roots.find(str(Path(folder) / file) if "://" not in file else file, where)
    if path is None:
        _without(root, element.tag, name, file, notes)
        asset.remove(element)
        return
    plain = f"asset{len(assets)}{path.suffix.lower()}"
    assets[plain] = read_bytes(path, where)
    element.set("name", name)
    element.set("file", plain)


def _without(root, tag, name, file, notes):
    """Take out the shapes of a file that does not exist, unless a mass depends on them."""
    for parent in [*root.iter()]:
        for geom in [one for one in parent.findall("geom") if one.get(tag) == name]:
            if parent.tag not in ("body", "worldbody") or (parent.tag == "body" and parent.find("inertial") is None):
                raise FileNotFoundError(
                    f"file of {tag} {name!r} must exist, because the mass of {shown(parent.get('name', parent.tag))} "
                    f"comes from it, got {shown(file)}"
                )
            parent.remove(geom)
    notes.ignored(tag, name, f"the file {file} does not exist")


def _blank(texture):
    """A texture of one colour: nothing is drawn here."""
    files = [value for key, value in texture.attrib.items() if key.startswith("file")]
    name = texture.get("name") or Path(files[0] if files else "texture").stem
    texture.attrib.clear()
    texture.attrib |= {"name": name, "type": "2d", "builtin": "flat", "width": "1", "height": "1"}


def _check_counts(element, times):
    """A few letters can ask for more bodies, or a larger field, than there is memory for."""
    for child in element:
        each = [number for key in ("count", "nrow", "ncol") for number in _whole(child.get(key, "1"))]
        total = times * math.prod(each)
        if total > MOST:
            raise ValueError(f"<{child.tag}> must stand for at most {MOST} parts, got {shown(total)}")
        if child.tag == "size":
            for key in UNUSED:
                child.attrib.pop(key, None)
        _check_counts(child, total if child.tag == "replicate" else times)


def _whole(text):
    """The numbers of an attribute; MuJoCo says what is wrong with others."""
    return [max(int(word), 1) for word in text.split() if word.isdecimal()]


def _drop_deformables(root, notes):
    for parent in [*root.iter()]:
        for child in [*parent]:
            if child.tag in ("flexcomp", "deformable"):
                parent.remove(child)
                notes.ignored("deformable body", child.get("name") or child.tag, "supple has beams, but no such bodies")
