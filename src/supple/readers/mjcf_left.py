"""What a model of MuJoCo has that no scene of supple has: said by name."""

import numpy as np

LISTS = {  # kind -> number of them, what they are, why they are left out
    "sensor": ("nsensor", "any quantity of a run can be asked for afterwards"),
    "camera": ("ncam", "a scene has no cameras"),
    "light": ("nlight", "a scene has no lights"),
    "key": ("nkey", "the scene starts where `key` says, or in the pose of the file"),
    "skin": ("nskin", "nothing is drawn but what can touch"),
    "flex": ("nflex", "supple has beams, but no such bodies"),
    "plugin": ("nplugin", "plugins belong to MuJoCo"),
    "tuple": ("ntuple", "it has no effect on the motion"),
    "numeric": ("nnumeric", "it has no effect on the motion"),
    "text": ("ntext", "it has no effect on the motion"),
}
SWITCHES = ("CONSTRAINT", "EQUALITY", "FRICTIONLOSS", "LIMIT", "CONTACT", "SPRING", "DAMPER", "PASSIVE", "GRAVITY",
            "FILTERPARENT")  # fmt: skip


def note_the_rest(source, notes):
    """Notes of all that nobody else has looked at."""
    m = source.m
    for kind, (count, why) in LISTS.items():
        for i in range(getattr(m, count, 0)):
            notes.ignored(kind, source.name(kind, i), why)
    for i in range(1, m.nbody):
        if m.body_gravcomp[i]:
            notes.ignored(
                "gravity compensation of the body", source.name("body", i), "GravityCompensation holds joints"
            )
    for g in range(m.ngeom):
        if np.any(m.geom_fluid[g][:1]):
            notes.ignored("fluid coefficients of the shape", source.name("geom", g), "there are no fluids")
        for key in ("adhesion", "surfacevel"):
            if np.any(getattr(m, f"geom_{key}", np.zeros(m.ngeom))[g]):
                notes.ignored(f"{key} of the shape", source.name("geom", g), "surfaces neither stick nor drive")
    for key in ("density", "viscosity"):
        if getattr(m.opt, key):
            notes.ignored("option", key, f"there are no fluids, here of {getattr(m.opt, key):g}")
    if np.any(m.opt.wind):
        notes.ignored("option", "wind", "there are no fluids")
    for flag in SWITCHES:
        if source.disabled(flag):
            notes.assumed("option", f"flag {flag.lower()}", "the file switches it off, and so does the scene")
    notes.ignored("options", "solver and time step", "supple chooses its steps by the error that is asked for")
