"""What type checkers see of supple; the same names as in `__init__.py`, which looks them up when they are used."""

from . import impacts as impacts
from . import materials as materials
from . import show as show
from . import testing as testing
from .impacts import (
    design_damping as design_damping,
)
from .impacts import (
    fit as fit,
)
from .impacts import (
    from_drop_height as from_drop_height,
)
from .impacts import (
    impact as impact,
)
from .impacts import (
    restitution_curve as restitution_curve,
)
from .impacts import (
    restitution_map as restitution_map,
)
from .integrate.methods import (
    method_names as method_names,
)
from .integrate.status import (
    Status as Status,
)
from .joints.fixed import (
    Fixed as Fixed,
)
from .joints.free import (
    Free as Free,
)
from .joints.planar import (
    Planar as Planar,
)
from .joints.prismatic import (
    Prismatic as Prismatic,
)
from .joints.revolute import (
    Revolute as Revolute,
)
from .joints.spherical import (
    Spherical as Spherical,
)
from .laws import (
    AzadFeatherstone as AzadFeatherstone,
)
from .laws import (
    AzadFeatherstoneRecovery as AzadFeatherstoneRecovery,
)
from .laws import (
    BlimanSorine as BlimanSorine,
)
from .laws import (
    CollisionFriction as CollisionFriction,
)
from .laws import (
    Dahl as Dahl,
)
from .laws import (
    Frictionless as Frictionless,
)
from .laws import (
    Hertz as Hertz,
)
from .laws import (
    HuntCrossley as HuntCrossley,
)
from .laws import (
    KelvinVoigt as KelvinVoigt,
)
from .laws import (
    LeeWang as LeeWang,
)
from .laws import (
    LinearSD1 as LinearSD1,
)
from .laws import (
    LinearSD2 as LinearSD2,
)
from .laws import (
    LuGre as LuGre,
)
from .laws import (
    PowerLaw as PowerLaw,
)
from .laws import (
    RegularisedCoulomb as RegularisedCoulomb,
)
from .laws import (
    SmoothStribeck as SmoothStribeck,
)
from .laws import (
    StickSlip as StickSlip,
)
from .laws import (
    UserFriction as UserFriction,
)
from .laws import (
    UserNormal as UserNormal,
)
from .laws import (
    damping_number as damping_number,
)
from .laws import (
    hertz_stiffness as hertz_stiffness,
)
from .laws import (
    in_series as in_series,
)
from .laws import (
    layer_stiffness as layer_stiffness,
)
from .laws import (
    reduced_modulus as reduced_modulus,
)
from .laws import (
    reduced_radius as reduced_radius,
)
from .laws import (
    restitution as restitution,
)
from .laws import (
    tangential_stiffness as tangential_stiffness,
)
from .materials import (
    Material as Material,
)
from .materials import (
    contact_modulus as contact_modulus,
)
from .materials import (
    find_friction as find_friction,
)
from .materials import (
    find_material as find_material,
)
from .materials import (
    find_restitution as find_restitution,
)
from .materials import (
    material_names as material_names,
)
from .materials import (
    sphere_mass as sphere_mass,
)
from .model import (
    Model as Model,
)
from .model import (
    build as build,
)
from .model.algorithms import (
    centre_of_mass as centre_of_mass,
)
from .model.algorithms import (
    forward_dynamics as forward_dynamics,
)
from .model.algorithms import (
    inverse_dynamics as inverse_dynamics,
)
from .model.algorithms import (
    jacobian as jacobian,
)
from .model.algorithms import (
    mass_matrix as mass_matrix,
)
from .model.algorithms import (
    momentum as momentum,
)
from .model.notes import (
    SceneWarning as SceneWarning,
)
from .results.files import (
    load as load,
)
from .scene.files import (
    Setup as Setup,
)
from .scene.files import (
    UserLawError as UserLawError,
)
from .scene.files import (
    parse_setting as parse_setting,
)
from .scene.files import (
    read_scene as read_scene,
)
from .scene.files import (
    scene_from_toml as scene_from_toml,
)
from .scene.files import (
    scene_to_toml as scene_to_toml,
)
from .scene.files import (
    write_scene as write_scene,
)
from .scene.inertia import (
    rod_inertia as rod_inertia,
)
from .scene.scene import (
    Scene as Scene,
)
from .shapes.box import (
    Box as Box,
)
from .shapes.box import (
    box_inertia as box_inertia,
)
from .shapes.capsule import (
    Capsule as Capsule,
)
from .shapes.half_space import (
    HalfSpace as HalfSpace,
)
from .shapes.point import (
    Point as Point,
)
from .shapes.sphere import (
    Sphere as Sphere,
)
from .shapes.sphere import (
    sphere_inertia as sphere_inertia,
)
from .simulation import (
    simulate as simulate,
)
from .trajectory import (
    Trajectory as Trajectory,
)

__version__: str
__all__: list[str]
