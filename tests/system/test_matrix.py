"""The matrix that implicit steps take where the structure of the tree does not do: on both clocks, against differences."""

import numpy as np
import pytest
from system.test_bent_jacobian import arm
from system.test_jacobian import FOOT, geared, on_the_floor

import supple as sp
from supple.integrate.jacobian import update_jacobian
from supple.integrate.loop import refresh
from supple.integrate.methods import choose_method
from supple.integrate.solver import JACOBIAN, N_ACT, N_CORE, ORIGIN, WARP
from supple.model.solver import solver_of
from supple.model.start import started
from supple.options import Options
from supple.tables import IN_A_MATRIX, OF_THE_WHOLE, S_SLOPES

pytestmark = pytest.mark.filterwarnings("ignore::supple.model.notes.SceneWarning")
MODELS = {
    "flexible": lambda: sp.build(arm()),
    "exact stick": lambda: on_the_floor(FOOT, friction=sp.Coulomb(mu=0.5)),
    "gear": lambda: sp.build(geared(2.0)),
}


def matrix_of(model, how, x, warped):
    """S.J at the start of a model, as a step at x of the clock takes it."""
    P, y0 = started(model, model.system(), 0.0, model.y0)
    P.size[S_SLOPES] = how
    options = Options(end=1.0)
    S = solver_of(model, P, choose_method("rodas5p", 1e-6), options, n_guard=9, capacity=1, log_capacity=1, dense=True)
    S.y[:] = y0
    refresh(P, S)
    S.k[WARP], S.r[ORIGIN], S.k[JACOBIAN] = int(warped), -x * x if warped else 0.0, 0
    update_jacobian(P, S, x if warped else 0.0)
    return S.J[: S.k[N_ACT], : S.k[N_CORE]].copy()


@pytest.mark.parametrize("warped", [False, True])
@pytest.mark.parametrize("name", MODELS)
def test_it_is_that_of_differences(name, warped):
    model = MODELS[name]()
    assert model.tables.size[S_SLOPES] == IN_A_MATRIX
    exact, rough = (matrix_of(model, how, 0.3, warped) for how in (IN_A_MATRIX, OF_THE_WHOLE))
    scale = np.maximum(np.abs(rough).max(1), 1e-6 * np.abs(rough).max())
    assert np.abs(exact - rough).max() > 0.0  # they are two
    assert np.all(np.abs(exact - rough) <= 1e-5 * scale[:, None])
