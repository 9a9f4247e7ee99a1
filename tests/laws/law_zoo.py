"""One or two parameter sets of every law: the soft, the stiff and the undamped."""

from supple.laws import (
    AzadFeatherstone,
    AzadFeatherstoneRecovery,
    BlimanSorine,
    CollisionFriction,
    Dahl,
    Frictionless,
    Hertz,
    HuntCrossley,
    KelvinVoigt,
    LeeWang,
    LinearSD1,
    LinearSD2,
    LuGre,
    PowerLaw,
    RegularisedCoulomb,
    SmoothStribeck,
    StickSlip,
)

NORMAL = [
    PowerLaw(k=1e5, n=1.2, lam=300.0, p=0.7),
    PowerLaw(k=1e6, n=1.0, lam=50.0, p=0.0, q=2.0),
    PowerLaw(k=1e6, n=1.0, lam=1e6, p=1.5),
    PowerLaw(k=1e6, n=1.5, lam=0.0, p=0.0),
    KelvinVoigt(k=5e4, b=180.0),
    KelvinVoigt(k=5e4),
    HuntCrossley(k=5e4, lam=37500.0, n=1.0),
    HuntCrossley(k=1e6, lam=1e6),
    LeeWang(k=1e6, lam=1e4),
    Hertz(k=1e6),
    AzadFeatherstone(k=1e10, lam=1e5),
    AzadFeatherstone(k=1e6, lam=1e3),
    AzadFeatherstoneRecovery(k=1e6, lam=1e3),
    LinearSD1(k=5e4, b=180.0),
    LinearSD2(k1=5e4, k2=2.5e5, b=250.0),
]

FRICTION = [
    Frictionless(),
    StickSlip(mu=0.4, kt=1e5, bt=100.0),
    BlimanSorine(mu=0.4, sp=0.0045),
    Dahl(mu=0.4, sigma0=300.0),
    LuGre(mu_s=0.6, mu_k=0.4, v_stribeck=0.01, sigma0=1e3, sigma1=5.0, sigma2=0.1),
    LuGre(mu_s=1.5, mu_k=0.3, v_stribeck=0.01, sigma0=1e3, sigma1=279.0),  # at the edge of passivity
    CollisionFriction(mu_k=0.4, mu_s=0.6, k=1e4, d=50.0, v_stick=1e-3),
    CollisionFriction(mu_k=0.4, mu_s=0.4, k=1e4, d=0.0, v_stick=1e-2),
    RegularisedCoulomb(mu=0.4, v_s=0.01),
    SmoothStribeck(mu_s=0.6, mu_k=0.4, v_t=0.01, mu_v=0.1),
]


def name(law):
    return type(law).__name__
