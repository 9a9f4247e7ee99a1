"""A flexible beam, as a user writes it: uniform, straight, slender; its axis is the x axis of its frame.

    r = (x + s - 1/2 int_0^x v'^2 + w'^2,  v,  w)        v = v_i(x) y_i    w = w_i(x) z_i    s = s_i(x) stretch_i
    section rotation (t, -w', v')                        t = t_i(x) twist_i

The term of second order keeps the arc of the bent beam as long as it was (foreshortening): from it come the stiffness of
spinning beams and the softness of beams under axial load (Kane, Ryan & Banerjee 1987). It is always there.

The frame of the beam is at `at` in the frame of the body, turned by `orientation`. Its origin is x = 0: the clamped or
pinned end, or the middle of a free-free beam.

Limits   slopes below 0.2; no shear, no rotary inertia of bending (`notes` says when modes are too short for that); no
         coupling of bending with torsion (lateral buckling).
"""

from dataclasses import dataclass
from math import pi, sqrt
from typing import Annotated, Any, NamedTuple

import numpy as np

from .._check import one_of, shown
from ..materials import Material, as_material
from ..quantities import (
    NONNEGATIVE,
    POSITIVE,
    QUATERNION,
    UNCHECKED,
    WHOLE,
    Quantity,
    between,
    check_quantities,
    choice,
    described,
    numbers,
    optional,
)
from . import integrals
from .invariants import Array, Invariants, MassPoints, Station
from .modes.bending import MOST
from .modes.registry import MODES
from .sections.registry import SECTIONS

ORIGIN = (0.0, 0.0, 0.0)
UPRIGHT = (1.0, 0.0, 0.0, 0.0)
USUAL = 5  # bending modes per plane
FULL, SECOND_ORDER = "full", "second-order"
RODS = {"clamped-free": "fixed-free", "pinned-free": "fixed-free", "free-free": "free-rod"}
SHEAR = 0.2  # relative error of a frequency by shear and rotary inertia, from which on a note is made
USUAL_NU = 0.3  # for that note, where the shear modulus is not known
SHEAR_COEFFICIENT = 0.87  # of round sections, and nearly that of rectangles (Cowper 1966)


class Constants(NamedTuple):
    """Of the material of a beam."""

    E: float  # [Pa]
    G: float  # [Pa]; 0 where it is not known and there is no torsion
    density: float  # [kg/m^3]


class Group(NamedTuple):
    """Coordinates of one kind: displacement along y or z, twist, stretch."""

    word: str
    shapes: Any
    number: int


class Shape(NamedTuple):
    """Where the axis of a bent beam is, in the frame of the beam."""

    place: Array  # (..., n, 3) [m]
    turn: Array  # (..., n, 3) rotation of the sections [rad], small


class Stress(NamedTuple):
    """Stresses at points of sections, and the loads that the sections carry."""

    sigma: Array  # normal stress [Pa], tension > 0
    tau: Array  # shear stress of torsion [Pa]
    force: Array  # normal force E A s' [N]
    moment_y: Array  # -E Iy w'' [N m]
    moment_z: Array  # E Iz v'' [N m]
    torque: Array  # G J t' [N m]


Ends = Annotated[
    Any, Quantity("clamped-free, pinned-free, free-free, or shapes of your own, in the xy-plane", "", UNCHECKED)
]
Start = optional(numbers())


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Beam:
    """A uniform slender beam along x in assumed modes."""

    length: Annotated[float, Quantity("of the axis", "m", POSITIVE)]
    section: Annotated[Any, Quantity("cross-section: Round, Tube, Rectangle or Section", "", UNCHECKED)]
    material: Annotated[
        str | Material | None,
        Quantity("name of the table of materials; gives E, nu and density where they are not given", "", UNCHECKED),
    ] = None
    density: Annotated[float | None, Quantity("of the material", "kg/m^3", optional(POSITIVE))] = None
    E: Annotated[float | None, Quantity("Young's modulus", "Pa", optional(POSITIVE))] = None
    nu: Annotated[float | None, Quantity("Poisson's ratio, for torsion", "-", optional(between(-0.99, 0.5)))] = None
    G: Annotated[float | None, Quantity("shear modulus, for torsion, instead of nu", "Pa", optional(POSITIVE))] = None
    modes: Annotated[
        int | None,
        Quantity("number of bending modes per plane", "-", optional(WHOLE), note="None: 5, or all shapes of your own"),
    ] = None
    modes_z: Annotated[
        int | None, Quantity("in the xz-plane, if others", "-", optional(WHOLE), note="None: as `modes`")
    ] = None
    planes: Annotated[str, Quantity("in which it bends", "", choice("xy", "xz", "both"))] = "both"
    torsion: Annotated[int, Quantity("number of torsional modes", "-", WHOLE)] = 0
    stretch: Annotated[int, Quantity("number of longitudinal modes", "-", WHOLE)] = 0
    ends: Ends = "clamped-free"
    ends_z: Annotated[Any, Quantity("the same for the xz-plane", "", UNCHECKED, note="None: as `ends`")] = None
    ends_x: Annotated[
        Any,
        Quantity(
            "of torsion and stretch: fixed-free, free-rod, or shapes of your own", "", UNCHECKED,
            note="None: free-rod for a free-free beam, else fixed-free",
        ),
    ] = None  # fmt: skip
    damping: Annotated[float, Quantity("damping ratio of every mode", "-", NONNEGATIVE)] = 0.0
    alpha: Annotated[float, Quantity("damping over mass", "1/s", NONNEGATIVE)] = 0.0
    beta: Annotated[float, Quantity("damping over stiffness", "s", NONNEGATIVE)] = 0.0
    inertia: Annotated[
        str,
        Quantity(
            "terms of inertia by the deflection", "", choice(FULL, SECOND_ORDER),
            note="second-order: faster, but indefinite at some per cent of deflection on a light hinge",
        ),
    ] = FULL  # fmt: skip
    at: Annotated[tuple, Quantity("origin of its frame (x = 0) in the body", "m", numbers(3))] = ORIGIN
    orientation: Annotated[tuple, Quantity("of its frame in the body", "-", QUATERNION)] = UPRIGHT
    deflection: Annotated[
        tuple | None, Quantity("coordinates at the start, in the order of `names`", "", Start, note="None: straight")
    ] = None
    speed: Annotated[tuple | None, Quantity("their rates at the start", "", Start, note="None: at rest")] = None

    def __post_init__(self):
        check_quantities(self)
        if self.section not in SECTIONS:
            raise TypeError(f"section must be one of {', '.join(SECTIONS.names)}, got {shown(self.section)}")
        self._check_constants()
        self._check_modes()
        for name in ("deflection", "speed"):
            given = getattr(self, name)
            if given is not None and len(given) != len(self.names):
                modes = ", ".join(coordinate for coordinate, _ in self.names)
                raise ValueError(
                    f"{name} must be {len(self.names)} numbers ({modes}), got {len(given)}: {shown(given)}"
                )

    def _check_constants(self):
        if self.nu is not None and self.G is not None:
            raise ValueError(f"nu or G must be given, not both, got nu={self.nu!r} and G={self.G!r} Pa")
        if self.material is not None:
            as_material(self.material)  # or a sentence
        for name, unit in (("density", "kg/m^3"), ("E", "Pa")):
            if getattr(self, name) is None and self.material is None:
                raise ValueError(f"{name} must be given [{unit}], or a material that has it")
        G = self.constants.G  # or a sentence on what the material does not have
        if self.torsion and G == 0.0:
            raise ValueError(
                f"nu or G must be given for torsion={self.torsion}, or a material that has nu; got neither"
            )

    def _check_modes(self):
        if not self.names:
            raise ValueError("a beam must have at least one mode, got modes=0, torsion=0 and stretch=0")
        needed = {"y": "Iz", "z": "Iy", "twist": "torsion"}
        for group in self.groups:
            if group.number > MOST:
                raise ValueError(f"the modes of {group.word} must be at most {MOST}, got {group.number}")
            if group.shapes.span(self.length) != self.span:
                raise ValueError(
                    f"all shapes must have one origin, got {self.span} m and {group.shapes.span(self.length)} m"
                )
            if group.word in needed and getattr(self.section, needed[group.word]) == 0.0:
                raise ValueError(
                    f"{needed[group.word]} of the section must be > 0 m^4 for modes of {group.word}, got 0.0"
                )
        if self.torsion and self.section.polar == 0.0:
            raise ValueError("polar of the section must be > 0 m^4 for modes of twist, got 0.0")

    # --- what it is made of ---------------------------------------------------------------------------------------------
    @property
    def constants(self) -> Constants:
        """E, G and density, as given or from the material."""
        material = Material(name="beam") if self.material is None else as_material(self.material)
        density = material.known("density") if self.density is None else self.density
        E = material.known("E") if self.E is None else self.E
        nu = material.nu if self.nu is None else self.nu
        if self.G is not None:
            return Constants(E, self.G, density)
        return Constants(E, 0.0 if nu is None else E / (2.0 * (1.0 + nu)), density)

    @property
    def mass(self) -> float:
        """Mass [kg]."""
        return self.constants.density * self.section.area * self.length

    @property
    def groups(self) -> tuple[Group, ...]:
        """The kinds of deformation that it has, with shapes and number, in the order of the coordinates."""
        found = []
        ends_z = self.ends if self.ends_z is None else self.ends_z
        modes_z = self.modes if self.modes_z is None else self.modes_z
        for word, count, ends in (("y", self.modes, self.ends), ("z", modes_z, ends_z)):
            if self.planes in (f"x{word}", "both"):
                shapes = _shapes("ends" if word == "y" else "ends_z", ends, "bending")
                found.append(Group(word, shapes, _number("modes", count, shapes)))
        for word, name, count in (("twist", "torsion", self.torsion), ("stretch", "stretch", self.stretch)):
            if count:
                shapes = self._rod()
                found.append(Group(word, shapes, _number(name, count, shapes)))
        return tuple(group for group in found if group.number)

    def _rod(self):
        if self.ends_x is not None:
            return _shapes("ends_x", self.ends_x, "rod")
        if not isinstance(self.ends, str):
            raise ValueError("ends_x must be given for torsion or stretch of a beam whose ends are shapes of your own")
        return _shapes("ends_x", RODS[self.ends], "rod")

    @property
    def span(self) -> tuple[float, float]:
        """Where it begins and ends, a <= x <= b [m], from the origin of its frame."""
        return self.groups[0].shapes.span(self.length)

    @property
    def names(self) -> list[tuple[str, str]]:
        """(name, unit) of the modal coordinates."""
        units = {"y": "m", "z": "m", "twist": "rad", "stretch": "m"}
        return [(f"{group.word}{1 + i}", units[group.word]) for group in self.groups for i in range(group.number)]

    # --- what the dynamics need -----------------------------------------------------------------------------------------
    def invariants(self) -> Invariants:
        """The constant integrals, in the axes and about the origin of the beam; kept, so not to be written to."""
        return integrals.invariants(self)

    def mass_points(self) -> MassPoints:
        """Its mass as points, for an inertia without a limit on the order; kept, so not to be written to."""
        return integrals.mass_points(self)

    def station(self, x: float) -> Station:
        """What the motion of the section at x [m], and a force there, need; kept, so not to be written to."""
        return integrals.station(self, float(self._places(x)[()]))

    def _places(self, x):
        x, (a, b) = np.asarray(x, float), self.span
        near = 1e-12 * self.length
        if not (np.all(x >= a - near) and np.all(x <= b + near)):
            raise ValueError(f"x must be on the beam, between {a!r} and {b!r} m, got {shown(x.tolist())}")
        return np.clip(x, a, b)

    def _coordinates(self, eta):
        eta = np.asarray(eta, float)
        if eta.ndim == 0 or eta.shape[-1] != len(self.names):
            raise ValueError(f"eta must have {len(self.names)} coordinates in its last axis, got the shape {eta.shape}")
        return eta

    # --- what can be known of it ----------------------------------------------------------------------------------------
    def frequencies(self) -> Array:
        """Natural frequencies [Hz] with its frame held fast (each kind by itself, rising), in the order of `names`.

        Of clamped-free and fixed-free modes these are the frequencies of the clamped beam; of pinned-free and free-free
        modes, whose frame does not take part, those of the hinged and of the free beam.
        """
        inv = self.invariants()
        parts = integrals.vibrations(self, inv.M, inv.K)
        return np.concatenate([omega for _, omega, _ in parts]) / (2.0 * pi)

    def shape(self, x: Any, eta: Any) -> Shape:
        """Its bent axis at the places x [m], for coordinates eta (m,) or (..., m)."""
        places, eta = np.atleast_1d(self._places(x)), self._coordinates(eta)
        at = [integrals.station(self, float(one)) for one in places]
        place = np.stack([s.r0 + eta @ s.Phi for s in at], axis=-2)
        place[..., 0] += 0.5 * np.stack([np.einsum("...i,ij,...j->...", eta, s.Psi, eta) for s in at], axis=-1)
        return Shape(place, np.stack([eta @ s.Theta for s in at], axis=-2))

    def stress(self, x: Any, eta: Any, y: Any = 0.0, z: Any = 0.0) -> Stress:
        """Stress at the points y, z [m] of the sections at x [m], for coordinates eta (m,) or (..., m).

        It is that of the modes: at a clamped end it converges as 1/n^2 with their number, slower than the displacement.
        """
        eta, E = self._coordinates(eta), self.constants.E
        strain = integrals.fields(self, np.atleast_1d(self._places(x))).strain
        s, v, w, t = (eta @ strain[:, k] for k in range(4))
        EA, EIz, EIy, GJ = integrals.stiffnesses(self)
        sigma = E * (s - np.asarray(y, float) * v - np.asarray(z, float) * w)
        tau = self.constants.G * self.section.shear_arm(y, z) * t
        return Stress(sigma, tau, EA * s, -EIy * w, EIz * v, GJ * t)

    def strain_energy(self, eta: Any) -> Any:
        """Elastic energy [J] for coordinates eta (m,) or (..., m)."""
        eta = self._coordinates(eta)
        return 0.5 * np.einsum("...i,ij,...j->...", eta, self.invariants().K, eta)

    def notes(self) -> tuple[str, ...]:
        """Sentences on what this description leaves out and what would matter: modes too short for a slender beam."""
        E, G, density = self.constants
        ratio = E / G if G > 0.0 else 2.0 * (1.0 + USUAL_NU)
        highest, first, found = self.frequencies(), 0, []
        for group in self.groups:
            first += group.number
            if group.word in ("y", "z"):
                gyration = sqrt((self.section.Iz if group.word == "y" else self.section.Iy) / self.section.area)
                square = 2.0 * pi * highest[first - 1] * gyration * sqrt(density / E)  # (wave number times gyration)^2
                error = 0.5 * square * (1.0 + ratio / SHEAR_COEFFICIENT)
                if error > SHEAR:
                    found.append(
                        f"bending mode {group.word}{group.number} is too short for a slender beam: without shear and "
                        f"rotary inertia its frequency is about {100.0 * error:.0f} % too high"
                    )
        return tuple(found)


def _shapes(name, ends, kind):
    """The shapes of a word, or those of the user."""
    if ends in MODES and ends.kind in ("", kind):
        return ends
    words = {cls.word: cls for cls in MODES.classes if cls.kind == kind}
    if not isinstance(ends, str):
        own = [cls.__name__ for cls in MODES.classes if not cls.kind]
        raise TypeError(f"{name} must be one of {', '.join(words)}, or {' or '.join(own)}, got {shown(ends)}")
    return words[one_of(name, ends, words)]()


def _number(name, count, shapes):
    """How many of the shapes."""
    if count is None:
        return USUAL if shapes.count is None else shapes.count
    if shapes.count is not None and count > shapes.count:
        raise ValueError(f"{name} must be at most the number of shapes given, {shapes.count}, got {count}")
    return count
