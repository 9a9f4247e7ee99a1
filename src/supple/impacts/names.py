"""Normal laws by name and text: "AzadFeatherstone k=1e10 lam=1e5" <-> AzadFeatherstone(k=1e10, lam=1e5)."""

from dataclasses import MISSING, fields

from .._check import one_of
from ..quantities import quantities_of
from ..scene.words import NORMAL_WORDS

# laws that need no place on a surface: an impact here is that of a mass on a line
WORDS = {name: kind for name, kind in NORMAL_WORDS.items() if not hasattr(kind, "onset")}
DAMPING = ("lam", "b", "plastic_compliance")  # how the laws call what they lose energy by


def law_class(law):
    """The class of a normal law from its name; a class passes through."""
    if isinstance(law, type):
        return law
    return WORDS[one_of("law", law, WORDS)]


def parameters(cls):
    """Names of the parameters of a law."""
    return tuple(field.name for field in fields(cls))


def damping_name(cls):
    """Name of the damping of a law, or of what is its like; refused if it has none."""
    for name in DAMPING:
        if name in parameters(cls):
            return name
    raise ValueError(
        f"law must have a damping (lam or b) or a plastic_compliance to be designed or fitted, got {cls.__name__}"
    )


def make_law(cls, values):
    """A law from a dict of its parameters; the messages name what is missing or unknown."""
    known = {field.name: field for field in fields(cls)}
    for name in values:
        one_of(f"parameter of {cls.__name__}", name, tuple(known))
    missing = [name for name, field in known.items() if field.default is MISSING and name not in values]
    if missing:
        raise ValueError(f"{cls.__name__} must be given {', '.join(missing)}, got {', '.join(values) or 'nothing'}")
    return cls(**values)


def law_from_text(text):
    """A law from "NAME parameter=value ..."."""
    name, *words = text.replace(",", " ").split() or [""]
    cls = law_class(name)
    return make_law(cls, values_from_text(words, cls))


def values_from_text(words, cls):
    """A dict of the parameters of a law from "name=value" words."""
    values = {}
    texts = [name for name, quantity in quantities_of(cls).items() if not quantity.unit]
    for word in words:
        name, sign, number = word.partition("=")
        if name in texts and number:
            values[name] = number
            continue
        try:
            values[name] = float(number)
        except ValueError:
            sign = ""
        if not (name and sign):
            raise ValueError(f"a parameter must be written name=number, got {word!r}")
    return values


def label(law):
    """What a law is called in a table or a legend."""
    cls = type(law)
    if cls.__name__ == "UserNormal":
        return " ".join([law.force.__name__, *(f"{value:.4g}" for value in law.parameters)])
    return " ".join([cls.__name__, *(f"{name}={_short(getattr(law, name))}" for name in parameters(cls))])


def _short(value):
    return value if isinstance(value, str) else f"{value:.4g}"
