"""A trajectory as labelled variables: every one with its name, unit and meaning, readable without supple.

A variable is (dimensions, values, attributes). `row_variables`, `event_variables` and `impact_variables` make them from any
part of a run, so that a whole run (`dataset`) and one that is written while it runs (`results/writer.py`) have the same
form.
"""

import json

import numpy as np

from ..elements.observed import O_DELTA, O_FORCE, O_FRICTION, O_FRICTION_MODE, O_MODE, STORED_NAMES
from ..laws.friction.contract import MODE_WORDS
from ..tables import L_WORK, LEDGER_NAMES, OPEN, TOUCHING, YIELDING
from .contacts import events_of
from .summary import Tally, statistics
from .units import contact_units, joint_units

# 0, then 1 + the friction mode; the same again while a permanent indentation grows
MODES = ("open", *MODE_WORDS.values(), "yielding", *(f"yielding_{MODE_WORDS[mode]}" for mode in MODE_WORDS if mode))
DENSE = 100  # contacts; of more, events, impacts and peaks are kept, forces are computed when they are asked for
BYTES = 32 * 2**20  # of contacts looked at together


def dataset(source, record):
    """States, contacts and energies of a record of a run; with all events and impacts of the run."""
    import xarray as xr

    model, tally = source.model, Tally(source.replay)
    parts = []
    for part in record.chunks(rows_at_once(model)):
        parts.append(row_variables(source.replay, part, *tally.take(part)))
    rows = {
        name: (dims, np.concatenate([part[name][1] for part in parts]), attributes)
        for name, (dims, _, attributes) in parts[0].items()
    }
    variables = rows | text_variables(model, source.scene_toml, source.summary)
    if events := events_of(source.records, source.replay.roster):
        variables |= event_variables(events, model)
    if source.impacts:
        variables |= impact_variables(source.impacts, model)
    found = attributes(model, source.origin, source.summary, statistics(source.counters, source.wall))
    return xr.Dataset(variables, coordinates(model), found).set_coords(["time", "unit"])


def rows_at_once(model):
    """Rows whose states and contacts fit into memory."""
    return max(16, BYTES // (8 * (model.layout.size + 20 * len(shown_contacts(model)))))


def shown_contacts(model):
    """{name: number} of the contacts whose forces stand beside every state; none where there are too many for that."""
    return model.known if len(model.known) <= DENSE else {}


def coordinates(model):
    """The labels of everything but time."""
    contacts = shown_contacts(model)
    labels = {
        "component": (model.layout.names, "component of the state"),
        "store": (STORED_NAMES, "form of stored energy"),
        "loss": ([name for i, name in enumerate(LEDGER_NAMES) if i != L_WORK], "way of losing energy"),
    }
    if contacts:
        labels |= {"contact": (tuple(contacts), "contact"), "axis": (("x", "y", "z"), "axis of the world")}
    found = {name: (name, _texts(values), {"long_name": text}) for name, (values, text) in labels.items()}
    found["unit"] = ("component", _texts(model.layout.units), {"long_name": "unit of the component"})
    if contacts:
        by_name = contact_units(model)
        for name in ("force", "indentation"):
            texts = _texts(getattr(by_name[contact], name) for contact in contacts)
            found[f"{name}_unit"] = ("contact", texts, {"long_name": f"unit of the {name} at the contact"})
    return found


def row_variables(replay, record, ledger, residual):
    """States, energies and contacts of the rows of a record."""
    found = {
        "time": ("time", ledger.t, {"units": "s", "long_name": "time"}),
        "state": (
            ("time", "component"),
            record.y[:, : replay.model.layout.size],
            {"long_name": "state", "units": "see the coordinate unit"},
        ),
        "energy_stored": (("time", "store"), np.stack(list(ledger.stored.values()), 1), _energy("stored energy")),
        "energy_lost": (("time", "loss"), np.stack(list(ledger.lost.values()), 1), _energy("energy lost so far")),
        "energy_work": ("time", ledger.work, _energy("work of inputs so far")),
        "energy_residual": ("time", residual, _energy("what the energy ledger misses")),
    }
    which = list(shown_contacts(replay.model).values())
    return found | (_contacts(replay.contacts(record, which), _units(replay.model)) if which else {})


def _units(model):
    """What holds for all contacts; `force_unit` and `indentation_unit` tell one from the other."""
    by_name = contact_units(model)
    return joint_units(by_name[name] for name in model.contact_names)


def _energy(text):
    return {"units": "J", "long_name": text}


def _texts(values):
    return np.array(list(values), dtype=object)


def _contacts(observed, units):
    normal, friction = observed[:, :, O_MODE], observed[:, :, O_FRICTION_MODE]
    mode = np.where(normal == OPEN, 0, 1 + friction + len(MODE_WORDS) * (normal == YIELDING)).astype(np.int8)
    where = ("time", "contact")
    flags = {"flag_values": np.arange(len(MODES), dtype=np.int8), "flag_meanings": " ".join(MODES)}
    return {
        "indentation": (
            where,
            observed[:, :, O_DELTA],
            {"units": units.indentation, "long_name": "indentation, < 0: gap"},
        ),
        "normal_force": (where, observed[:, :, O_FORCE], {"units": units.force, "long_name": "normal force"}),
        "friction_force": (
            (*where, "axis"),
            observed[:, :, O_FRICTION : O_FRICTION + 3],
            {"units": "N", "long_name": "friction on the body named first, world axes"},
        ),
        "contact_mode": (where, mode, {"long_name": "mode of the contact", **flags}),
    }


def put_contacts(observed, force, friction, mode):
    """The way back: put what was stored of contacts into what is known of their places, (rows, contacts, N_OBSERVED)."""
    observed[:, :, O_FORCE] = force
    observed[:, :, O_FRICTION : O_FRICTION + 3] = friction
    touching = np.where(mode > len(MODE_WORDS), YIELDING, TOUCHING)
    observed[:, :, O_MODE] = np.where(mode > 0, touching, OPEN)
    observed[:, :, O_FRICTION_MODE] = np.maximum(mode - 1, 0) % len(MODE_WORDS)


def event_variables(events, model):
    """Located changes of mode."""
    units = _units(model)

    def column(name, text, unit=None):
        values = [getattr(event, name) for event in events]
        array = _texts(values) if unit is None else np.array(values, dtype=float)
        return ("event", array, {"long_name": text} | ({"units": unit} if unit else {}))

    return {
        "event_time": column("time", "time of the event", "s"),
        "event_contact": column("contact", "contact"),
        "event_what": column("what", "what happened"),
        "event_rate": column("rate", "indentation rate", units.speed),
    }


def impact_variables(impacts, model):
    """Contacts from touch-down to loss."""
    units = _units(model)

    def column(name, unit, text):
        values = [getattr(impact, name) for impact in impacts]
        numbers = np.array([np.nan if value is None else value for value in values], dtype=float)
        return ("impact", numbers, {"units": unit, "long_name": text})

    return {
        "impact_contact": ("impact", _texts(impact.contact for impact in impacts), {"long_name": "contact"}),
        "impact_start": column("start", "s", "time of touch-down"),
        "impact_end": column("end", "s", "time of loss, NaN if it still holds"),
        "impact_speed": column("speed", units.speed, "speed of approach"),
        "impact_rebound": column("rebound", units.speed, "speed of separation, NaN if it still holds"),
        "impact_restitution": column("restitution", "1", "speed of separation over speed of approach"),
        "impact_peak_force": column("peak_force", units.force, "largest normal force"),
        "impact_max_indentation": column("max_indentation", units.indentation, "largest indentation"),
    }


def text_variables(model, scene_toml, summary):
    """Texts that grow with the scene: attributes of a file may not be that long."""
    return {
        "scene": ((), scene_toml, {"long_name": "the scene as a scene file (TOML)"}),
        "limits": ((), json.dumps(summary.limits), {"long_name": "what limited the steps, and how often (JSON)"}),
        "notes": ((), "\n".join(model.notes), {"long_name": "what the model leaves out"}),
    }


def attributes(model, origin, summary, statistics):
    """Attributes of the whole."""

    def flat(prefix, values):
        return {f"{prefix}.{name.replace(' ', '_')}": value for name, value in values.items()}

    return {
        "title": model.scene.name,
        "Conventions": "CF-1.11",
        "status": summary.status.name,
        "message": summary.message,
        **flat("statistics", statistics),
        **flat("provenance", origin.provenance),
        "citation": origin.citation,
        "energy_turnover": summary.turnover,
        "energy_relative_residual": summary.relative_residual,
    }
