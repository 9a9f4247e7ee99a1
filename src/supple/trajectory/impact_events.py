"""Impact events: what looks like one impact may be several micro-collisions of one contact, because a body vibrates.

Two touches of a contact belong to one event if the gap between them is shorter than `within` [s]. Without a number it is
GAP = 10 times the longest time of impact among the touches of the event up to there and the next one. Over a touch of
duration tau the contact changes the momentum of approach into that of separation, over a gap T other forces change it back,
so that their means are as tau to T: within ten times tau the bodies are brought together again by forces of more than a
tenth of the contact force. Vibrations and neighbours that push do that; gravity does it only where a bounce is hardly one
any more. The time of impact is the duration of the touch, but at most 3 max_indentation/speed, about the duration of one
without damping (2.94 Hertz, pi linear): a foot that stands for a second has hit the ground in milliseconds.

Of the whole event, with the normal force F and the rate of indentation delta' (compression: delta' > 0, restitution: the
rest), summed over its touches:

    e_kinematic   Newton    speed at the last loss / speed at the first touch
    e_kinetic     Poisson   impulse of restitution / impulse of compression         impulse  integral of F dt
    e_energetic   Stronge   sqrt(work of restitution / work of compression)         work     integral of F |delta'| dt

The energetic one is at most 1 for every law that creates no energy, of events that begin on a surface that is not indented:
some laws let a body leave with an indentation, and it may touch again while it still moves outwards; such touches have no
speed of approach and belong to the event before. The three agree for a single touch along the normal through the centres of
mass without other forces. Source: Stronge, Impact Mechanics, Cambridge (2000), chapter 3.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

from .impacts import Impact

GAP = 10.0  # times of impact that a gap inside an event lasts at most
TIME_OF_IMPACT = 3.0  # times max_indentation/speed


@dataclass(frozen=True, slots=True)
class ImpactEvent:
    """Touches of one contact that follow each other closely; what needs the end is None if the last of them still holds.

    Impulses are in N s and works in J; impulses of the stop of a revolute joint in Nm s.
    """

    collisions: tuple[Impact, ...]
    impulse_compression: float
    impulse_restitution: float
    work_compression: float  # [J] done on the contact
    work_restitution: float  # [J] that came back

    @property
    def contact(self) -> str:
        """Name of the contact."""
        return self.collisions[0].contact

    @property
    def number(self) -> int:
        """How many touches it consists of."""
        return len(self.collisions)

    @property
    def start(self) -> float:
        """Time of the first touch-down [s]."""
        return self.collisions[0].start

    @property
    def end(self) -> float | None:
        """Time of the last loss [s]."""
        return self.collisions[-1].end

    @property
    def duration(self) -> float | None:
        """Time from the first touch-down to the last loss [s]."""
        return None if self.end is None else self.end - self.start

    @property
    def time_in_contact(self) -> float | None:
        """The same without the gaps [s]."""
        return None if self.end is None else math.fsum(touch.duration or 0.0 for touch in self.collisions)

    @property
    def speed(self) -> float:
        """Of approach at the first touch-down [m/s or rad/s]."""
        return self.collisions[0].speed

    @property
    def rebound(self) -> float | None:
        """Of separation at the last loss [m/s or rad/s]."""
        return self.collisions[-1].rebound

    @property
    def peak_force(self) -> float:
        """Largest normal force [N or Nm]."""
        return max(touch.peak_force for touch in self.collisions)

    @property
    def max_indentation(self) -> float:
        """Largest indentation [m or rad]."""
        return max(touch.max_indentation for touch in self.collisions)

    @property
    def e_kinematic(self) -> float | None:
        """Newton's coefficient of restitution."""
        return None if self.rebound is None else _ratio(self.rebound, self.speed)

    @property
    def e_kinetic(self) -> float | None:
        """Poisson's coefficient of restitution."""
        return None if self.end is None else _ratio(self.impulse_restitution, self.impulse_compression)

    @property
    def e_energetic(self) -> float | None:
        """Stronge's coefficient of restitution."""
        share = None if self.end is None else _ratio(self.work_restitution, self.work_compression)
        return None if share is None else math.sqrt(max(share, 0.0))


def _ratio(after, before):
    """None if there was nothing before."""
    return after / before if before > 0.0 else None


def groups(impacts, within=None):
    """Impacts in tuples that belong together, in order of their start."""
    by_contact = {}
    for impact in impacts:
        by_contact.setdefault(impact.contact, []).append(impact)
    found = []
    for touches in by_contact.values():
        group, longest = [touches[0]], _time_of_impact(touches[0])
        for before, after in pairwise(touches):
            longest = max(longest, _time_of_impact(after))
            if after.start - before.end >= (GAP * longest if within is None else within):
                found.append(tuple(group))
                group, longest = [], _time_of_impact(after)
            group.append(after)
        found.append(tuple(group))
    return sorted(found, key=lambda group: group[0].start)


def _time_of_impact(touch):
    """How long the impact of a touch takes [s]; 0 if nothing tells."""
    known = [] if touch.duration is None else [touch.duration]
    if touch.speed > 0.0:
        known.append(TIME_OF_IMPACT * touch.max_indentation / touch.speed)
    return min(known, default=0.0)


def impact_events(impacts, work, within=None):
    """The events of a run, in order of their start.

    work   {contact: impulses and works of its touches, one row per touch}, see `contact_work.py`
    """
    rows = {contact: iter(table.tolist()) for contact, table in work.items()}
    events = []
    for group in groups(impacts, within):  # those of one contact in order
        parts = [next(rows[touch.contact]) for touch in group]
        events.append(ImpactEvent(group, *map(math.fsum, zip(*parts, strict=True))))
    return events
