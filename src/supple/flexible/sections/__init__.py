"""Cross-sections of beams, one file each. The axis of the beam is x; y and z are the principal axes of the section.

area           [m^2]
Iy, Iz         second moments of area [m^4]: Iz = int y^2 dA bends in the xy-plane, Iy = int z^2 dA in the xz-plane
torsion        torsion constant J [m^4] of Saint-Venant: torque = G J twist'
polar          Iy + Iz [m^4]: times the density it is the inertia about the axis, per length
half_widths    (y, z) [m] of the outline: for pictures, and for stresses of the outermost fibre
rounded        whether the outline is an ellipse; else it is a rectangle
hole           size of a hole in the middle over that of the outline
shear_arm(y, z)    [m]: shear stress of torsion over G twist', at a point of the section
"""

from .registry import SECTIONS

__all__ = [*SECTIONS.names]
__getattr__ = SECTIONS.looked_up(__name__)
