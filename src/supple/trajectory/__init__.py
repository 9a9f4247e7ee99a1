"""The result of a run: states, contacts, impacts, ledger, statistics, provenance."""

from .contacts import ContactHistory, Event
from .impact_events import ImpactEvent
from .impacts import Impact
from .instant import Instant
from .ledger import Ledger
from .records import Records
from .source import Source
from .summary import Summary
from .trajectory import Trajectory

__all__ = [
    "ContactHistory",
    "Event",
    "Impact",
    "ImpactEvent",
    "Instant",
    "Ledger",
    "Records",
    "Source",
    "Summary",
    "Trajectory",
]
