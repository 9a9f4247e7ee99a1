"""XML that strangers wrote -> a tree of elements, or a sentence.

Refused: a document type (with it entities, which can grow without end or read other files), files that are too long,
elements nested too deeply or too many, text that is not UTF-8. Comments and processing instructions are left out.
"""

from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from .._check import shown
from .._reading import read_text

LONGEST = 16 * 2**20  # [characters] the largest robot that we know has a thirtieth of it
DEEPEST = 200  # elements in elements
MOST = 500_000  # elements


class _Refused(Exception):
    """Why a file is not read on; expat lets it through."""


def read_xml(path):
    """The root element of a file."""
    return parse_xml(read_text(path, "robot file"), str(path))


def parse_xml(text, label) -> Element:
    """The root element of a text; `label` names it in messages."""
    if len(text) > LONGEST:
        raise ValueError(f"{label} must be at most {LONGEST} characters long, got {len(text)}")
    if not text.strip():
        raise ValueError(f"{label} must hold a robot, got an empty file")
    if "\0" in text:
        raise ValueError(f"{label} must be text, got a NUL byte in it")
    parser, builder = expat.ParserCreate("utf-8"), _Builder()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_doctype
    parser.EntityDeclHandler = _refuse_doctype
    parser.StartElementHandler, parser.EndElementHandler = builder.start, builder.end
    parser.CharacterDataHandler = builder.tree.data
    try:
        parser.Parse(text.encode("utf-8"), True)
    except _Refused as error:
        raise ValueError(f"{label} {error}") from None
    except expat.ExpatError as error:
        raise ValueError(
            f"{label} must be valid XML, got {expat.ErrorString(error.code)} in line {error.lineno}"
        ) from None
    return builder.tree.close()


def _refuse_doctype(*declared):
    raise _Refused(f"must have no document type and no entities, got a declaration of {shown(declared[0])}")


class _Builder:
    """A tree that stops growing."""

    def __init__(self):
        self.tree = TreeBuilder()
        self._depth, self._count = 0, 0

    def start(self, tag, attributes):
        """An element begins."""
        self._depth += 1
        self._count += 1
        if self._depth > DEEPEST:
            raise _Refused(f"must have elements nested at most {DEEPEST} deep, got more at <{tag}>")
        if self._count > MOST:
            raise _Refused(f"must have at most {MOST} elements, got more")
        self.tree.start(tag, attributes)

    def end(self, tag):
        """An element ends."""
        self._depth -= 1
        self.tree.end(tag)
