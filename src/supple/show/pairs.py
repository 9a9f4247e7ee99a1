"""Contacts by pairs of bodies: a box on a box has many, of which a few touch at a time.

A pair is spelled as the first contact of it that touched, with the body first on which that contact has its force.
"""


def pairs_of(run, names):
    """{contact: its pair of bodies, as a name}; a stop of a joint is its own."""
    spelled = _spelled(run)
    return {name: "/".join(spelled[frozenset(two)]) if two else name for name, two in _bodies(run, names)}


def by_pair(run, names):
    """{pair: its contacts}, in the order of the names."""
    found = {}
    for name, pair in pairs_of(run, names).items():
        found.setdefault(pair, []).append(name)
    return found


def shown_signs(run, names, moving):
    """{contact: -1, if a picture shows the force on the body named second}; else 1.

    Forces of a pair are shown on one body: on that which moves, not on the table below it; of two on the first one.
    """
    spelled, signs = _spelled(run), {}
    for name, two in _bodies(run, names):
        pair = spelled[frozenset(two)] if two else ()
        shown = [body for body in pair if body in moving] or pair
        signs[name] = -1.0 if two and two[0] != shown[0] else 1.0
    return signs


def _bodies(run, names):
    return [(name, run.model.contacts.bodies_of(name)) for name in names]


def _spelled(run):
    """{two bodies: the same in order}."""
    touched = [name for name in run.contacts if name in run.peaks]
    return {frozenset(two): two for _, two in reversed(_bodies(run, touched)) if two}
