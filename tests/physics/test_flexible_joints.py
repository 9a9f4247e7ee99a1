"""Which shapes go with which joint: what does not fit is refused with a sentence, what is doubtful is said."""

import re

import numpy as np
import pytest
from physics.flexible_beams import beam, model_of

import supple as sp

SEGMENT = sp.Polynomials(((0.0, 1.0, 0.0, -1.0),))  # a slope at the origin


def scene_of(joint, *, drive=None, **words):
    scene = sp.Scene(gravity=(0.0, -9.81, 0.0))
    scene.body("b", joint=joint, flexible=beam(EIz=1.0, **words))
    if drive is not None:
        drive(scene)
    return scene


Z, Y = sp.Revolute(axis=(0, 0, 1)), sp.Revolute(axis=(0, 1, 0))
HELD = {
    "pinned on fixed": (
        sp.Fixed(),
        {"ends": "pinned-free"},
        "Fixed joint.*'pinned-free': y1 turns it about \\(0, 0, 1\\)",
    ),
    "pinned on another axis": (Y, {"ends": "pinned-free"}, "Revolute joint.*y1 turns it about \\(0, 0, 1\\)"),
    "pinned on a slide": (sp.Prismatic(axis=(0, 1, 0)), {"ends": "pinned-free"}, "Prismatic joint.*y1 turns"),
    "pinned in both planes": (Z, {"ends": "pinned-free", "EIy": 1.0}, "z1 turns it about \\(0, 1, 0\\)"),
    "free-free on a hinge": (Z, {"ends": "free-free"}, "y1 moves it along \\(0, 1, 0\\)"),
    "free-free on a ball joint": (sp.Spherical(), {"ends": "free-free"}, "Spherical joint.*y1 moves it"),
    "own shapes": (sp.Fixed(), {"ends": SEGMENT}, "y1 turns it"),
    "clamped elsewhere": (Z, {"at": (-0.5, 0.0, 0.0)}, "y1 moves it|y1 turns it"),
}


@pytest.mark.parametrize("name", HELD)
def test_what_a_joint_holds_must_not_move_by_the_shapes(name):
    joint, words, sentence = HELD[name]
    with pytest.raises(ValueError, match=f"shapes of 'b' must be still where its .*{sentence}"):
        model_of(scene_of(joint, **words))


FITTING = {
    "pinned on its hinge": (Z, {"ends": "pinned-free"}),
    "pinned on a plane": (sp.Planar(x=(1, 0, 0), y=(0, 1, 0)), {"ends": "pinned-free"}),
    "pinned on a ball joint": (sp.Spherical(), {"ends": "pinned-free", "EIy": 1.0, "jx": 0.01}),
    "clamped in one plane, pinned in the other": (Z, {"ends": "pinned-free", "ends_z": "clamped-free", "EIy": 1.0}),
    "free": (sp.Free(), {"ends": "free-free", "EIy": 1.0, "jx": 0.01}),
    "turned": (sp.Revolute(axis=(0, 1, 0)), {"ends": "pinned-free", "orientation": (1, -1, 0, 0)}),
    "behind a rigid part": (sp.Fixed(), {"at": (0.3, 0.0, 0.0)}),
}


@pytest.mark.parametrize("name", FITTING)
def test_shapes_that_fit_their_joint_are_taken(name):
    joint, words = FITTING[name]
    model_of(scene_of(joint, **words))


DRIVES = {
    "joint_force": lambda scene: scene.joint_force("b", 1.0),
    "Motion": lambda scene: scene.add(sp.Motion(body="b", amplitude=0.1, omega=1.0)),
}
DRIVEN = {
    "spring": (sp.Revolute(axis=(0, 0, 1), spring=1.0), None),
    "damping": (sp.Revolute(axis=(0, 0, 1), damping=1.0), None),
    "limits": (sp.Revolute(axis=(0, 0, 1), limits=(-1.0, 1.0), limit_law=sp.Hertz(k=1e3)), None),
    **{name: (Z, drive) for name, drive in DRIVES.items()},
}


@pytest.mark.parametrize("name", DRIVEN)
def test_a_driven_joint_needs_clamped_shapes(name):
    joint, drive = DRIVEN[name]
    with pytest.raises(ValueError, match=f"shapes of 'b' must be clamped where its joint is driven \\({name}\\), got"):
        model_of(scene_of(joint, ends="pinned-free", drive=drive))
    model_of(scene_of(joint, drive=drive))


LOOSE = {
    "hinge": (Z, {}),
    "ball joint": (sp.Spherical(), {"EIy": 1.0, "jx": 0.01}),
    "free": (sp.Free(), {"EIy": 1.0, "jx": 0.01}),
}


@pytest.mark.parametrize("n", [3, 5, 8])
@pytest.mark.parametrize("name", LOOSE)
def test_the_note_on_clamped_shapes_says_where_the_mass_matrix_loses_its_sign(name, n):
    joint, words = LOOSE[name]
    model = model_of(scene_of(joint, modes=n, **words))
    said = re.search(r"they bend by about (\S+) m nothing is left", model.notes[0])
    place = model.layout.names.index("b.y1")

    def least(eta):
        y = model.y0.copy()
        y[place] = eta
        return np.linalg.eigvalsh(sp.mass_matrix(model, y))[0]

    assert least(0.93 * float(said[1])) > 0.0 > least(1.07 * float(said[1]))


@pytest.mark.jit
@pytest.mark.parametrize("n", [3, 5, 8])
@pytest.mark.parametrize("name", LOOSE)
def test_the_inertia_of_mass_points_keeps_its_sign(name, n):
    joint, words = LOOSE[name]
    model = model_of(scene_of(joint, modes=n, inertia="full", **words))
    assert not model.notes
    place = model.layout.names.index("b.y1")
    for eta in np.linspace(0.0, 0.3, 7):
        y = model.y0.copy()
        y[place] = eta
        least = np.linalg.eigvalsh(sp.mass_matrix(model, y))[0]
        assert least > 0.0
        assert least > 0.3 * np.linalg.eigvalsh(sp.mass_matrix(model))[0]  # and is not made small by the deflection


def test_a_start_beyond_that_is_refused():
    with pytest.raises(ValueError, match=r"moves with 'b.rate'.*or bend flexible bodies less at the start"):
        model_of(scene_of(Z, modes=5, deflection=(0.06, 0.0, 0.0, 0.0, 0.0)))
    model_of(scene_of(Z, modes=5, ends="pinned-free", deflection=(0.06, 0.0, 0.0, 0.0, 0.0)))


def test_no_note_where_inertia_or_a_motion_holds_the_frame():
    hub = sp.Scene()
    hub.body("hub", mass=1.0, inertia=(1.0, 1.0, 1.0), joint=Z)
    hub.body("b", parent="hub", flexible=beam(EIz=1.0))
    assert model_of(hub).notes == model_of(scene_of(Z, drive=DRIVES["Motion"])).notes == ()
    assert model_of(scene_of(Z, ends="pinned-free")).notes == model_of(scene_of(sp.Fixed())).notes == ()


def test_a_beam_that_is_bent_too_far_ends_the_run_with_a_sentence():
    run = sp.simulate(model_of(scene_of(sp.Fixed(), modes=3)), 2.0)
    assert not run.success
    said = r"flexure 'b.flexure' is bent to a slope of 0.5 \(root mean square\), beyond what flexible bodies describe, at t"
    with pytest.raises(AssertionError, match=said):
        raise AssertionError(run.message)


REFUSED = {
    "no modes": (lambda: beam(EIz=1.0, modes=0), "a beam must have at least one mode, got modes=0"),
    "outside": (lambda: beam(EIz=1.0).station(1.2), "x must be on the beam, between 0.0 and 1.0 m, got 1.2"),
    "no stiffness": (lambda: beam(EIz=1.0, planes="xz"), "Iy of the section must be > 0 m\\^4 for modes of z"),
    "wrong start": (lambda: beam(EIz=1.0, modes=2, deflection=(0.1,)), "deflection must be 2 numbers"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_beams_that_cannot_be_are_refused(name):
    make, sentence = REFUSED[name]
    with pytest.raises(ValueError, match=sentence):
        make()


def test_a_mass_beside_a_beam_is_refused():
    with pytest.raises(
        ValueError, match="mass and inertia of 'b' must be left out: its beam has 1 kg, got mass = 2 kg"
    ):
        sp.Scene().body("b", mass=2.0, flexible=beam(EIz=1.0))
    with pytest.raises(TypeError, match="flexible of 'b' must be a Beam"):
        sp.Scene().body("b", flexible=3.0)


def test_points_beyond_an_end_belong_to_the_last_section():
    """As on a rigid cap: they turn with the end."""
    model = model_of(scene_of(sp.Fixed(), modes=2, deflection=(0.05, 0.01)))
    end, cap = (sp.jacobian(model, "b", point=(x, 0.0, 0.0)) for x in (1.0, 1.3))
    np.testing.assert_array_equal(end[:3], cap[:3])
    assert not np.array_equal(end[3:], cap[3:])
