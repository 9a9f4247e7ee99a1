"""Tables of a report on what touched: forces and impacts."""

from collections import Counter
from html import escape

from ..trajectory.impact_events import groups
from ..trajectory.units import unit_table
from .html import FIRST, of, section, table
from .pairs import by_pair

MANY = 6  # contacts: of more, pairs of bodies have a table


def forces(run):
    """Largest forces of what touched: of pairs of bodies, where these have many contacts, and of contacts."""
    largest = {name: force for name, (force, _) in run.peaks.items()}
    if not largest:
        return section("Largest forces", "<p>Nothing touched.</p>")
    made = Counter(impact.contact for impact in run.impacts)
    strongest = sorted(largest, key=lambda name: -largest[name])
    rows = [(name, made[name], _force(run, name, largest)) for name in strongest[:FIRST]]
    head = ("contact", "times made", "largest normal force")
    title = of("Largest forces", len(strongest))
    return section(title, _pairs(run, strongest, made, largest) + table(head, rows))


def _pairs(run, strongest, made, largest):
    """A table of pairs of bodies, where many contacts of few pairs touched."""
    pairs = by_pair(run, strongest)
    if len(strongest) <= MANY or len(pairs) > 0.5 * len(strongest):
        return ""
    rows = [
        (
            pair,
            len(names),
            sum(made[name] for name in names),
            f"{largest[names[0]]:.5g} {run.contact_units[names[0]].force}",
        )
        for pair, names in list(pairs.items())[:FIRST]
    ]
    more = f"<p>and {len(pairs) - FIRST} more pairs</p>" if len(pairs) > FIRST else ""
    return table(("pair of bodies", "contacts", "times made", "largest normal force of one"), rows) + more + "<br>"


def impacts(run):
    """The first impacts."""
    found = run.impacts
    if not found:
        return ""
    rows = [
        (
            run.contact_units[i.contact],
            [
                i.contact, f"{i.start:.6g}", f"{i.speed:.4g}", "-" if i.restitution is None else f"{i.restitution:.3f}",
                "holds" if i.duration is None else f"{i.duration * 1e3:.4g}", f"{i.peak_force:.5g}",
                f"{i.max_indentation * 1e3:.4g}",
            ],
        )
        for i in found[:FIRST]
    ]  # fmt: skip
    columns = (
        ("contact", lambda units: ""), ("t", lambda units: "s"), ("speed", lambda units: units.speed),
        ("e", lambda units: "-"), ("duration", lambda units: "ms"), ("peak force", lambda units: units.force),
        ("depth", lambda units: units.small),
    )  # fmt: skip
    inside = table(*unit_table(columns, rows)) + _micro_collisions(found)
    return section(of("Impacts", len(found)), inside)


def _force(run, name, largest):
    return f"{largest[name]:.5g} {run.contact_units[name].force}"


def _micro_collisions(impacts):
    """A line on impacts that belong together, if there are such."""
    several = [group for group in groups(impacts) if len(group) > 1]
    if not several:
        return ""
    most = max(several, key=len)
    events = "1 event" if len(several) == 1 else f"{len(several)} events"
    where = (
        f"{'' if len(several) == 1 else 'most of them, '}{len(most)}, at {most[0].contact} from {most[0].start:.6g} s"
    )
    return f"<p>{events} of several micro-collisions: {escape(where)}.</p>"
