"""A material as people have it: elastic constants, density, strength, each with where it comes from.

Symbols   E               Young's modulus       [Pa]      > 0
          nu              Poisson's ratio       [-]       -1 < nu <= 0.5
          density                               [kg/m^3]  > 0
          yield_strength                        [Pa]      > 0; `strength_kind` says if it is another strength
          hardness        force per indented area [Pa]    > 0; Brinell (1 HB = 9.807e6 Pa) unless the note says Vickers
None means that the number is not known here: whoever needs it gets a sentence, not a guess.
"""

from dataclasses import dataclass

from .._check import finite, items, one_of, positive, shown, within

UNITS = {"E": "Pa", "nu": "-", "density": "kg/m^3", "yield_strength": "Pa", "hardness": "Pa"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What is known of a material; `ranges` holds (name, low, high) where a source gives a spread."""

    name: str
    E: float | None = None  # [Pa] Young's modulus
    nu: float | None = None  # [-] Poisson's ratio
    density: float | None = None  # [kg/m^3]
    yield_strength: float | None = None  # [Pa]
    hardness: float | None = None  # [Pa] Brinell, or as the note says
    ranges: tuple = ()  # (name, low, high) each
    source: str = ""  # a text, or keys of the table of sources with "; " between them
    kind: str = ""  # what it is a kind of, for measured pairs: "steel"
    strength_kind: str = "yield"  # what `yield_strength` is: "yield", "ultimate", "ultimate, compression", ...
    note: str = ""
    aliases: tuple = ()  # other names in the table

    def __post_init__(self):
        for field, unit in UNITS.items():
            value = getattr(self, field)
            if value is not None and field != "nu":
                object.__setattr__(self, field, positive(f"{field} of {self.name!r}", value, unit))
        if self.nu is not None:
            nu = within(f"nu of {self.name!r}", self.nu, -1.0, 0.5)
            if nu == -1.0:
                raise ValueError(f"nu of {self.name!r} must be > -1, got {self.nu!r}")
            object.__setattr__(self, "nu", nu)
        object.__setattr__(self, "ranges", tuple(map(self._range, self.ranges)))

    def _range(self, row):
        name = f"a range of {self.name!r}"
        form = "a name, a low and a high number"
        if len(items(name, row, form)) != 3:
            raise ValueError(f"{name} must be {form}, got {shown(row)}")
        field, low, high = row
        one_of(name, field, tuple(UNITS))
        return field, finite(name, low, UNITS[field]), finite(name, high, UNITS[field])

    def range(self, field: str) -> tuple[float, float] | None:
        """(low, high) of a number, None where its source gives one value only."""
        return next(((low, high) for name, low, high in self.ranges if name == field), None)

    def known(self, field: str) -> float:
        """The number `field`; a sentence where it is not known."""
        value = getattr(self, field)
        if value is None:
            example = "density=..." if field == "density" else "E=..., nu=..."
            raise ValueError(
                f"{field} of {self.name!r} is not known: give a Material with it, e.g. Material(name=..., {example})"
            )
        return value
