"""The study of elastic robots (Lens, Radkhah & von Stryk): its parts one after the other.

A part is a module of this package with two functions, and a name in PARTS:

    items(quick, progress)   its figures, each with its verdict; `progress` is told the fraction done
    draw(out)                writes its pictures and animations to a directory; returns the paths

and, if `quick` leaves something out, a tuple LEFT_OUT of sentences.
"""

from importlib import import_module

from ..study import Study

PARTS = ("rubber_and_tennis", "biorob", "biobiped")  # modules of this package, in the order of the paper


def run(quick=False, out=None, progress=None):
    """Run all parts; write pictures and animations to the directory `out` if there is one. Return the items."""
    say = progress or (lambda fraction: None)
    items = []
    for i, part in enumerate(_parts()):
        items += part.items(quick, lambda fraction, i=i: say((i + 0.8 * fraction) / len(PARTS)))
        if out is not None:
            part.draw(out)
        say((i + 1) / len(PARTS))
    return items


def _parts():
    return [import_module(f"{__package__}.{name}") for name in PARTS]


def _left_out():
    return tuple(sentence for part in _parts() for sentence in getattr(part, "LEFT_OUT", ()))


STUDY = Study(
    name="elastic-robots",
    title="Robots with elastic joints and what they touch: Lens, Radkhah & von Stryk",
    run=run,
    left_out=_left_out(),
)
