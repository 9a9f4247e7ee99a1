"""`read`: a robot file of any format -> a scene and notes."""

import os
from collections.abc import Sequence
from pathlib import Path

from .._check import shown
from ..joints.written import ORIGIN
from ..scene.dh_file import read_dh
from .files import Roots
from .imported import Imported, Making
from .notes import Notes
from .rules import Softness, stop_law
from .safe_xml import read_xml
from .urdf import read_urdf

STOP_INERTIA = 1.0  # [kg m^2 or kg] of a table: it does not say what a joint carries before the scene is there


def read(
    path: str | os.PathLike[str],
    *,
    base: str = "fixed",
    at: Sequence[float] = ORIGIN,
    ground: bool = False,
    key: str | None = None,
    convention: str = "standard",
    angles: str = "rad",
    packages: Sequence[str | os.PathLike[str]] = (),
) -> Imported:
    """Read a robot from a URDF file, an MJCF file or a CSV table of Denavit and Hartenberg.

    path: name of the file: .urdf, .xml (URDF or MJCF, by its first element) or .csv.
    base: of a URDF robot whose first link is not named "world": "fixed" to the world or "free".
    at: where the first link of a URDF robot, or frame 0 of a table, is at the start [m].
    ground: whether to add the plane z = 0 and a contact with it; an MJCF file has its own.
    key: keyframe of an MJCF file to start from; default: the pose of the file.
    convention: of a table: "standard" (Paul) or "modified" (Craig).
    angles: unit of the angles of a table: "rad" or "deg".
    packages: directories in which package:// is looked for, besides those above the file; meshes and includes may be in
        them or below the directory of the file, and nowhere else.
    """
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"path must be the name of a robot file, got {shown(path)}")
    suffix = Path(path).suffix.lower()
    if suffix == ".csv":
        _left_out(path, "a table", ground=(ground, False), base=(base, "fixed"), key=(key, None))
        return _read_table(path, at, convention, angles)
    if suffix == ".toml":
        raise ValueError(f"{path} must be a robot file (.urdf, .xml, .csv), got a scene file: read_scene reads those")
    if suffix == ".xacro":
        raise ValueError(f"{path} must be a robot file (.urdf, .xml, .csv), got macros: expand them with xacro first")
    root = read_xml(path)
    roots = Roots(path, packages)
    try:
        if root.tag == "robot":
            _left_out(path, "URDF", key=(key, None), convention=(convention, "standard"), angles=(angles, "rad"))
            return read_urdf(root, roots, base=base, at=at, ground=ground)
        if root.tag == "mujoco":
            from .mjcf import read_mjcf

            table = {"convention": (convention, "standard"), "angles": (angles, "rad")}
            _left_out(path, "MJCF", base=(base, "fixed"), at=(tuple(at), ORIGIN), **table)
            return read_mjcf(root, roots, ground=ground, key=key)
    except RecursionError:
        raise ValueError(f"{path} must be a robot, got elements that are nested too deeply") from None
    except ArithmeticError:
        raise ValueError(f"{path}: numbers must give finite results, got some too large or too small") from None
    except (ValueError, TypeError) as error:
        raise (TypeError if isinstance(error, TypeError) else ValueError)(f"{path}: {error}") from None
    raise ValueError(f"{path} must have <robot> (URDF) or <mujoco> (MJCF) as its first element, got <{root.tag}>")


def _left_out(path, form, **given):
    """Arguments that say nothing for a format must have their defaults."""
    for name, (value, default) in given.items():
        if value != default:
            raise ValueError(f"{name} must be left out for {form}, got {shown(value)}")


def _read_table(path, at, convention, angles):
    """The robot of a CSV table."""
    links, notes = read_dh(path, angles=angles), Notes()
    name = Path(path).stem
    making = Making(name, (0.0, 0.0, -9.80665), notes)
    chain = making.scene.robot(name, links, at=at, convention=convention, limit_law=stop_law(Softness(), STOP_INERTIA))
    notes.assumed("gravity of", name, "9.80665 m/s^2 downwards")
    if convention == "standard":
        notes.assumed("convention of", name, "standard (Paul); convention='modified' is Craig's")
    for body in chain.joints:
        making.moves(body.removesuffix(".joint"), body)
        if making.scene.bodies[body].joint.limits is not None:
            notes.assumed(
                "stops of the joint", body, f"as stiff as MuJoCo's with its defaults, for {STOP_INERTIA:g} kg m^2 or kg"
            )
    return making.done("DH")
