"""The laws: one line each, file and class. New ones at the end of their list."""

from ..registry import Registry

NORMAL = Registry(
    "supple.laws.normal",
    "power_law.PowerLaw",
    "azad_featherstone_recovery.AzadFeatherstoneRecovery",
    "linear_sd1.LinearSD1",
    "linear_sd2.LinearSD2",
    "user.UserNormal",
    "azad_featherstone.AzadFeatherstone",
    "hertz.Hertz",
    "hunt_crossley.HuntCrossley",
    "kelvin_voigt.KelvinVoigt",
    "lee_wang.LeeWang",
    "hertz_patch.HertzPatch",
    "directional_kelvin_voigt.DirectionalKelvinVoigt",
    "elasto_plastic.ElastoPlastic",
)

FRICTION = Registry(
    "supple.laws.friction",
    "none.Frictionless",
    "stick_slip.StickSlip",
    "bliman_sorine.BlimanSorine",
    "lugre.LuGre",
    "state_machine.CollisionFriction",
    "regularised_coulomb.RegularisedCoulomb",
    "smooth_stribeck.SmoothStribeck",
    "user.UserFriction",
    "dahl.Dahl",
    "mindlin.Mindlin",
    "spatial_slip.SpatialSlip",
    "elastic_coulomb.ElasticCoulomb",
    "coulomb.Coulomb",
)
