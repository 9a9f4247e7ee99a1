"""supple: robots that touch things, with contact forces one can trust.

Names are looked up when they are first used (PEP 562): `supple --help` and `import supple` load neither numba nor scipy.
`__init__.pyi` says the same to type checkers: `tools/write_stub.py` writes it from what is here.
"""

from importlib import import_module

from .elements.curves.registry import CURVES
from .elements.levers.registry import LEVERS
from .elements.registry import ELEMENTS
from .flexible.modes.registry import MODES
from .flexible.sections.registry import SECTIONS
from .joints.registry import JOINTS
from .laws import COEFFICIENTS, FRICTION, NORMAL
from .shapes.registry import SHAPES

__version__ = "0.1.0"

_HOME = {
    "laws": (
        *NORMAL.names, *FRICTION.names, *COEFFICIENTS, "RollingResistance", "damping_number", "elliptical_patch",
        "restitution",
    ),
    "model": ("Model", "build"),
    "model.notes": ("SceneWarning",),
    "model.algorithms": (
        "bias_forces", "centre_of_mass", "forward_dynamics", "forward_kinematics", "gravity_forces", "inverse_dynamics",
        "jacobian", "mass_matrix", "momentum", "velocity",
    ),
    "model.derivatives": ("Derivatives", "derivatives"),
    "model.inverse_kinematics": ("inverse_kinematics",),
    "model.tree_derivatives": ("bias_derivatives", "jacobian_derivatives", "mass_matrix_derivatives"),
    "materials": (
        "Material", "contact_modulus", "find_friction", "find_material", "find_restitution", "material_names",
        "sphere_mass",
    ),
    "scene.files": (
        "SceneFile", "Setup", "UserLawError", "parse_setting", "read_scene", "scene_from_toml", "scene_to_toml",
        "write_scene",
    ),
    "elements": ELEMENTS.names,
    "elements.curves": CURVES.names,
    "elements.curves.curve": ("elongation_of", "energy_of", "tension_of"),
    "elements.levers": LEVERS.names,
    "elements.levers.lever": ("way_of",),
    "flexible": ("Beam", *SECTIONS.names, *MODES.names),
    "joints": JOINTS.names,
    "shapes": SHAPES.names,
    "shapes.box": ("box_inertia",),
    "shapes.curved": ("curvatures_of",),
    "shapes.ellipsoid": ("ellipsoid_inertia",),
    "shapes.sphere": ("sphere_inertia",),
    "scene.inertia": ("rod_inertia",),
    "readers.read": ("read",),
    "readers.imported": ("Imported",),
    "readers.notes": ("Note",),
    "readers.write_urdf": ("write_urdf",),
    "scene.dh": ("Link",),
    "scene.dh_file": ("read_dh",),
    "scene.scene": ("Scene",),
    "integrate.methods": ("method_names",),
    "integrate.status": ("Status",),
    "simulation": ("simulate",),
    "linear.equilibrium": ("Equilibrium", "equilibrium"),
    "linear.linearise": ("LinearWarning", "linearise"),
    "linear.inputs": ("PointForce",),
    "linear.modes": ("Modes", "modes"),
    "linear.outputs": ("PointMotion",),
    "linear.state_space": ("StateSpace",),
    "ensembles.fit_scene": ("fit_scene",),
    "impacts": ("design_damping", "fit", "from_drop_height", "impact", "restitution_curve", "restitution_map"),
    "trajectory": ("Instant", "Trajectory"),
    "results.reader": ("load",),
    "ensembles": ("Ensemble", "Sweep", "ensemble", "open_ensemble", "read_sweep"),
}  # fmt: skip
# as in supple.show.plot_overview(run)
_PARTS = ("materials", "motions", "impacts", "robots", "ensembles", "show", "testing")
_MODULE = {name: module for module, names in _HOME.items() for name in names}

__all__ = sorted((*_MODULE, *_PARTS))


def __getattr__(name):
    if name in _PARTS:
        return import_module(f".{name}", __name__)
    if name not in _MODULE:
        raise AttributeError(f"module 'supple' has no attribute {name!r}")
    value = getattr(import_module(f".{_MODULE[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__():
    return [*globals(), *__all__]
