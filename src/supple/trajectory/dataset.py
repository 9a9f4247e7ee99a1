"""A trajectory as an xarray Dataset: every variable with its name, unit and meaning, readable without supple."""

import json

import numpy as np

from ..integrate.solver import REC_LOG
from ..problem.energy import N_STORED, STORED_NAMES
from ..problem.entries import O_DELTA, O_FORCE, O_FRICTION, O_FRICTION_MODE, O_MODE, observe_energy
from ..tables import TOUCHING
from .ledger import Ledger

MODES = ("open", "touching", "slide", "stick", "breakaway")  # 0, then 1 + the friction mode


def dataset(trajectory, times=None):
    """States, contacts and energies at the times of the steps, or at others [s]; with events, impacts and attributes."""
    import xarray as xr

    if times is None:
        t, y, k, ledger = trajectory.t, trajectory.y, trajectory.records.k, trajectory.ledger
    else:
        t = np.asarray(times, dtype=float)
        y, rows = trajectory._dense(t)
        k = np.zeros((len(y), trajectory.records.k.shape[1]), dtype=np.int64)
        k[:, REC_LOG] = rows
        ledger = _ledger_at(trajectory, t, y, k)
    coordinates = {
        "time": ("time", t, {"units": "s", "long_name": "time"}),
        "component": ("component", np.array(trajectory.names, dtype=object), {"long_name": "component of the state"}),
        "unit": ("component", np.array(trajectory.units, dtype=object), {"long_name": "unit of the component"}),
        "store": ("store", np.array(STORED_NAMES, dtype=object), {"long_name": "form of stored energy"}),
        "loss": ("loss", np.array(list(ledger.lost), dtype=object), {"long_name": "way of losing energy"}),
    }
    variables = {
        "state": (("time", "component"), y, {"long_name": "state", "units": "see the coordinate unit"}),
        "energy_stored": (("time", "store"), np.stack(list(ledger.stored.values()), 1), _energy("stored energy")),
        "energy_lost": (("time", "loss"), np.stack(list(ledger.lost.values()), 1), _energy("energy lost so far")),
        "energy_work": ("time", ledger.work, _energy("work of inputs so far")),
        "energy_residual": ("time", ledger.residual, _energy("what the energy ledger misses")),
    }
    if trajectory.contacts:
        coordinates["contact"] = ("contact", np.array(trajectory.contacts, dtype=object), {"long_name": "contact"})
        coordinates["axis"] = ("axis", np.array(["x", "y", "z"], dtype=object), {"long_name": "axis of the world"})
        variables |= _contacts(trajectory, k, y)
    variables |= _events(trajectory) | _impacts(trajectory)
    return xr.Dataset(variables, coordinates, _attributes(trajectory))


def uniform_times(start, end, dt):
    """Multiples of dt from start to the end."""
    n = int(np.floor((end - start) / dt * (1.0 + 1e-12)))
    return np.minimum(start + dt * np.arange(n + 1), end)


def _ledger_at(trajectory, t, y, k):
    stored = np.zeros((len(y), N_STORED))
    # the kernels replay the log forwards
    observe_energy(trajectory._problem(), k, np.ascontiguousarray(y), trajectory.records.log, stored)
    return Ledger.of(t, stored, y[:, trajectory.model.layout.ledger :])


def _energy(text):
    return {"units": "J", "long_name": text}


def _contacts(trajectory, k, y):
    observed = np.stack([trajectory._observe(c, k, y) for c in range(len(trajectory.contacts))], 1)
    touching = observed[:, :, O_MODE] == TOUCHING
    mode = np.where(touching, 1 + observed[:, :, O_FRICTION_MODE], 0).astype(np.int8)
    where = ("time", "contact")
    flags = {"flag_values": np.arange(len(MODES), dtype=np.int8), "flag_meanings": " ".join(MODES)}
    return {
        "indentation": (where, observed[:, :, O_DELTA], {"units": "m or rad", "long_name": "indentation, < 0: gap"}),
        "normal_force": (where, observed[:, :, O_FORCE], {"units": "N or Nm", "long_name": "normal force"}),
        "friction_force": (
            (*where, "axis"),
            observed[:, :, O_FRICTION : O_FRICTION + 3],
            {"units": "N", "long_name": "friction on the body named first, world axes"},
        ),
        "contact_mode": (where, mode, {"long_name": "mode of the contact", **flags}),
    }


def _events(trajectory):
    events = trajectory.events
    if not events:
        return {}
    return {
        "event_time": ("event", np.array([e.time for e in events]), {"units": "s", "long_name": "time of the event"}),
        "event_contact": ("event", np.array([e.contact for e in events], dtype=object), {"long_name": "contact"}),
        "event_what": ("event", np.array([e.what for e in events], dtype=object), {"long_name": "what happened"}),
        "event_rate": (
            "event",
            np.array([e.rate for e in events]),
            {"units": "m/s or rad/s", "long_name": "indentation rate"},
        ),
    }


def _impacts(trajectory):
    impacts = trajectory.impacts
    if not impacts:
        return {}

    def column(name, unit, text):
        values = [getattr(impact, name) for impact in impacts]
        numbers = np.array([np.nan if value is None else value for value in values], dtype=float)
        return ("impact", numbers, {"units": unit, "long_name": text})

    return {
        "impact_contact": ("impact", np.array([i.contact for i in impacts], dtype=object), {"long_name": "contact"}),
        "impact_start": column("start", "s", "time of touch-down"),
        "impact_end": column("end", "s", "time of loss, NaN if it still holds"),
        "impact_speed": column("speed", "m/s or rad/s", "speed of approach"),
        "impact_rebound": column("rebound", "m/s or rad/s", "speed of separation, NaN if it still holds"),
        "impact_restitution": column("restitution", "1", "speed of separation over speed of approach"),
        "impact_peak_force": column("peak_force", "N or Nm", "largest normal force"),
        "impact_max_indentation": column("max_indentation", "m or rad", "largest indentation"),
    }


def _attributes(trajectory):
    def flat(prefix, values):
        return {f"{prefix}.{name.replace(' ', '_')}": value for name, value in values.items()}

    model = trajectory.model
    return {
        "title": model.scene.name,
        "Conventions": "CF-1.11",
        "status": trajectory.status.name,
        "message": trajectory.message,
        **flat("statistics", trajectory.statistics),
        **flat("provenance", trajectory.provenance),
        "limits": json.dumps(trajectory.limits),
        "citation": trajectory.citation(),
        "notes": "\n".join(model.notes),
        "energy_turnover": trajectory.ledger.turnover,
        "energy_relative_residual": trajectory.ledger.relative_residual,
    }
