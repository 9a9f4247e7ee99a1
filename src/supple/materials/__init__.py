"""Materials: what is known of them and of their pairs, and from where.

find_material("steel").E                     elastic constants, density, strength, hardness of one material
find_friction("steel", "brass")              measured friction of a pair
find_restitution("steel", "aluminium")       measured restitution of a pair
contact_modulus("steel", "cast iron")        E* of a pair, from the elastic constants of both
"""

from .combine import contact_modulus, contact_modulus_range, reduced_modulus, sphere_mass
from .friction import FrictionPair, find_friction, friction_pairs
from .material import Material
from .restitution import Restitution, find_restitution, restitution_points
from .table import as_material, find_material, material_names, source_texts

__all__ = [
    "FrictionPair",
    "Material",
    "Restitution",
    "as_material",
    "contact_modulus",
    "contact_modulus_range",
    "find_friction",
    "find_material",
    "find_restitution",
    "friction_pairs",
    "material_names",
    "reduced_modulus",
    "restitution_points",
    "source_texts",
    "sphere_mass",
]
