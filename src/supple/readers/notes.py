"""What a reader did not take over as it stands: ignored, approximated or assumed, each by name, in a sentence.

Things of a kind that met the same fate are one note with many names: a robot has thirty joints with a largest speed.
"""

from dataclasses import dataclass

IGNORED, APPROXIMATED, ASSUMED = "ignored", "approximated", "assumed"
FEW = 4  # names that a sentence lists


@dataclass(frozen=True, slots=True)
class Note:
    """What was done with some things of a file."""

    kind: str  # "ignored", "approximated" or "assumed"
    what: str  # what the things are: "speed limit of the joint"
    names: tuple[str, ...]  # which ones
    text: str  # what was done, and why

    def __str__(self) -> str:
        names = ", ".join(self.names[:FEW]) + (f" and {len(self.names) - FEW} more" if len(self.names) > FEW else "")
        return f"{self.kind}: {self.what} {names}: {self.text}"

    def as_dict(self) -> dict:
        """For JSON."""
        return {"kind": self.kind, "what": self.what, "names": list(self.names), "text": self.text}


class Notes:
    """Collects notes while a file is read."""

    def __init__(self):
        self._names = {}  # (kind, what, text) -> names

    def ignored(self, what, name, text):
        """Something is not in the scene."""
        self._add(IGNORED, what, name, text)

    def approximated(self, what, name, text):
        """Something in the scene is not quite what the file says."""
        self._add(APPROXIMATED, what, name, text)

    def assumed(self, what, name, text):
        """The file does not say it."""
        self._add(ASSUMED, what, name, text)

    def start(self, joint, value, limits):
        """The coordinate [rad or m] at which a joint starts: in its range, where a file may begin far beyond it."""
        inside = min(max(value, limits[0]), limits[1])
        if inside != value:
            self.assumed("start of the joint", joint, f"{inside:g}, because {value:g} rad or m is out of its range")
        return inside

    def _add(self, kind, what, name, text):
        self._names.setdefault((kind, what, text), {})[name] = None

    def told(self):
        """All notes."""
        return tuple(Note(kind, what, tuple(names), text) for (kind, what, text), names in self._names.items())
