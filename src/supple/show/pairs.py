"""Contacts by pairs of bodies: a box on a box has many, of which a few touch at a time."""


def pairs_of(run, names):
    """{contact: its pair of bodies, as a name}: both ways around are one pair; a stop of a joint is its own."""
    spelled = {}  # two bodies -> how the first contact of theirs has them
    pairs = {}
    for name in names:
        two = run.model.contacts.bodies_of(name)
        pairs[name] = name if two is None else spelled.setdefault(frozenset(two), "/".join(two))
    return pairs


def by_pair(run, names):
    """{pair: its contacts}, in the order of the names."""
    found = {}
    for name, pair in pairs_of(run, names).items():
        found.setdefault(pair, []).append(name)
    return found


def shown_sign(run, name, moving):
    """-1 if a picture shows the force on the body named second: on a thing that moves, not on the table below it."""
    two = run.model.contacts.bodies_of(name)
    return -1.0 if two is not None and two[0] not in moving and two[1] in moving else 1.0
