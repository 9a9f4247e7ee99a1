"""What type checkers see of supple.joints: written by tools/write_stub.py."""

from .fixed import Fixed as Fixed
from .free import Free as Free
from .planar import Planar as Planar
from .prismatic import Prismatic as Prismatic
from .revolute import Revolute as Revolute
from .spherical import Spherical as Spherical

__all__: list[str]
