"""Three shapes of one-step method as data; each checks itself when it is built.

A method is a handful of numbers. Whoever adds one writes the numbers and a citation; everything that follows from them
(row sums, order conditions, first-same-as-last, the end of the dense output) is checked or derived here, so that a typo
in a coefficient fails at import and not as a plot that looks a little wrong.

Order conditions are checked to order 4: for every rooted tree tau with up to four nodes, weights w satisfy
sum_i w_i Phi_i(tau) = 1/density(tau). The same vectors Phi check three things:

    b          the method, to `order`
    b - e      the embedded method, to `error_order` (one more if it is the better of the two)
    P          the dense output, sum_i P[i, j] Phi_i = [j + 1 == nodes of tau]/density, to `dense_order`

Higher orders are measured in tests/integrate/test_tableaus.py.

Words     order        global error of the solution is O(h**order)
          error_order  the error estimate of one step is O(h**(error_order + 1)): the exponent of the step-size control
          dense_order  local error of the dense output is O(h**(dense_order + 1)) inside the step
Source    Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I (1993), II.2, II.6;
          Hairer & Wanner, Solving Ordinary Differential Equations II (1996), IV.7.
"""

from dataclasses import dataclass, field

import numpy as np

TOLERANCE = 1e-11  # of every identity; the largest coefficients are about 5e2 and carry 16 digits
_CHECKED_ORDER = 4


def lower(rows):
    """Strictly lower triangular matrix from its rows; row i has i numbers."""
    matrix = np.zeros((len(rows), len(rows)))
    for i, row in enumerate(rows):
        if len(row) != i:
            raise ValueError(f"row {i} of a strictly lower triangular matrix must have {i} numbers, got {len(row)}")
        matrix[i, :i] = row
    return matrix


@dataclass(frozen=True, kw_only=True, eq=False)
class ExplicitTableau:
    """Explicit Runge-Kutta pair with dense output.

        k_i = f(t + c_i h, y + h sum_j a_ij k_j)
        y1  = y + h sum_i b_i k_i,    err = h sum_i e_i k_i
        y(t + s h) = y + h sum_i k_i sum_j P_ij s**(j + 1)

    Stages 0 .. n_stage-1 make the step and its error estimate; stages n_stage .. n_dense-1 are evaluated only when
    dense output is asked for. In a first-same-as-last method stage n_stage-1 is f(t + h, y1), stage 0 of the next step.

    name        Name in the registry.
    aliases     Other names.
    order       Order of y1.
    error_order Order of the estimate; of the combined one if `e2` is given.
    a           Coefficients [-], shape (n_dense, n_dense), strictly lower triangular.
    b           Weights [-], shape (n_stage,).
    c           Nodes [-], shape (n_dense,).
    e           Error weights b - b_hat [-], shape (n_stage,).
    e2          Second error weights or None, shape (n_stage,): the stepper then forms
                |err|**2/sqrt(|err|**2 + 0.01 |err2|**2), Hairer's estimate; its error_order is 2*5 - 3 = 7.
    dense       P [-], shape (n_dense, degree).
    dense_order Order of the dense output.
    citation    Where the coefficients come from.
    slope_nodes Nodes among those of the main stages, as many as the degree, or None: see `spread`.

    Derived: n_stage, n_dense, fsal, and `spread`, two numbers that bound the dense output before it is built. With
    r_i = k_i - k_1 - c_i (k_n - k_1), the distance of a stage of the step from the line through the first and last slope,

        |y'(s)|  <= h (max(|k_1|, |k_n|) + spread[0] max_i |r_i|)
        |y''(s)| <= h (|k_n - k_1|       + spread[1] max_i |r_i|)      by s, for any norm.

    Since sum_i b_i'(s) = 1 and sum_i b_i'(s) c_i = s, they are the largest sums of |b_i'(s)| and |b_i''(s)| over 1 < i < n.
    Where the dense output needs stages of its own, y'(s) is a polynomial of degree - 1 that takes the values k_i at the
    nodes c_i, up to the error of a stage: the Lagrange polynomials over `slope_nodes` then stand for b_i'.
    """

    name: str
    aliases: tuple
    order: int
    error_order: int
    a: np.ndarray
    b: np.ndarray
    c: np.ndarray
    e: np.ndarray
    dense: np.ndarray
    dense_order: int
    citation: str
    e2: np.ndarray | None = None
    slope_nodes: tuple | None = None
    n_stage: int = field(init=False)
    n_dense: int = field(init=False)
    fsal: bool = field(init=False)
    spread: tuple = field(init=False)

    def __post_init__(self):
        n, m = len(self.b), len(self.c)
        _store(self, a=(m, m), b=(n,), c=(m,), e=(n,), dense=(m, None))
        if self.e2 is not None:
            _store(self, e2=(n,))
        last = n - 1
        set_ = object.__setattr__
        set_(self, "n_stage", n)
        set_(self, "n_dense", m)
        set_(self, "fsal", bool(self.c[last] == 1.0 and np.array_equal(self.a[last, :n], self.b)))
        self._check()
        set_(self, "spread", self._spread())

    def _check(self):
        n = self.n_stage
        _same(self.name, "a must be strictly lower triangular", np.triu(self.a), 0.0)
        _same(self.name, "row sums of a must equal c", self.a.sum(axis=1), self.c)
        trees = _trees(self.a, self.a, self.c, self.c)
        _check_weights(self.name, "b", self.b, trees, self.order)
        _same(self.name, "sum of e must be zero", self.e.sum(), 0.0)
        estimate_order = self.error_order if self.e2 is None else _CHECKED_ORDER
        _check_weights(self.name, "b - e", self.b - self.e, trees, estimate_order)
        if self.e2 is not None:
            _same(self.name, "sum of e2 must be zero", self.e2.sum(), 0.0)
            _check_weights(self.name, "b - e2", self.b - self.e2, trees, 3)
        ends = np.zeros(self.n_dense)
        ends[:n] = self.b
        _same(self.name, "dense output at s = 1 must equal b", self.dense.sum(axis=1), ends)
        _check_dense(self.name, self.dense, trees, self.dense_order)

    def _spread(self):
        degree = self.dense.shape[1]
        if self.slope_nodes is None:
            if self.n_dense > self.n_stage:
                raise ValueError(f"{self.name}: slope_nodes must be given, its dense output has stages of its own")
            slopes = self.dense * np.arange(1, degree + 1)
        else:
            if len(self.slope_nodes) != degree or not set(self.slope_nodes) <= set(self.c[: self.n_stage]):
                raise ValueError(f"{self.name}: slope_nodes must be {degree} nodes of c, got {self.slope_nodes!r}")
            slopes = np.linalg.inv(np.vander(self.slope_nodes, increasing=True)).T
        places = np.linspace(0.0, 1.0, 1001) ** np.arange(degree)[:, None]
        bends = slopes[:, 1:] * np.arange(1, degree)
        sums = (np.abs(rows @ places[: rows.shape[1]]).sum(axis=0).max() for rows in (slopes[1:-1], bends[1:-1]))
        return tuple(1.001 * float(largest) for largest in sums)  # between two of the places it is no larger


@dataclass(frozen=True, kw_only=True, eq=False)
class RosenbrockTableau:
    """Rosenbrock pair with dense output, in the form that needs no product with the Jacobian J.

        (I/(h gamma) - J) u_i = f(t + alpha_i h, y + sum_j a_ij u_j) + sum_j c_ij u_j/h + d_i h df/dt
        y1 = y + sum_i b_i u_i,    err = sum_i e_i u_i
        y(t + s h) = y + sum_i u_i sum_j P_ij s**(j + 1)

    One matrix, one factorisation, n_stage solves per step. J and df/dt belong to (t, y): with an approximate J the
    declared orders are lost (these are Rosenbrock, not W-methods).

    In the textbook form h k_i stands for u_i = sum_j Gamma_ij h k_j with Gamma = (I/gamma - c)**-1, so A = a Gamma has
    row sums alpha, Gamma has row sums d, and the order conditions are those of A and beta = A + Gamma.

    gamma       Diagonal coefficient [-], > 0.
    a, c        Coefficients [-], shape (n_stage, n_stage), strictly lower triangular.
    d, alpha    Factors of h df/dt and nodes [-], shape (n_stage,).
    b, e        Weights and error weights [-], shape (n_stage,).
    dense       P [-], shape (n_stage, degree).
    The other fields as in `ExplicitTableau`. Derived: n_stage; stiffly_accurate (y1 is the argument of the last stage
    plus the last increment, so that a stiff component lands on its slow solution); r_infinity, the stability function
    at infinity (0 for an L-stable method).
    """

    name: str
    aliases: tuple
    order: int
    error_order: int
    gamma: float
    a: np.ndarray
    c: np.ndarray
    d: np.ndarray
    alpha: np.ndarray
    b: np.ndarray
    e: np.ndarray
    dense: np.ndarray
    dense_order: int
    citation: str
    n_stage: int = field(init=False)
    stiffly_accurate: bool = field(init=False)
    r_infinity: float = field(init=False)

    def __post_init__(self):
        n = len(self.b)
        _store(self, a=(n, n), c=(n, n), d=(n,), alpha=(n,), b=(n,), e=(n,), dense=(n, None))
        if not self.gamma > 0.0:
            raise ValueError(f"{self.name}: gamma must be > 0, got {self.gamma!r}")
        ends_here = self.alpha[-1] == 1.0 and self.b[-1] == 1.0 and np.array_equal(self.a[-1, :-1], self.b[:-1])
        set_ = object.__setattr__
        set_(self, "n_stage", n)
        set_(self, "stiffly_accurate", bool(ends_here))
        self._check()

    def _check(self):
        name, n = self.name, self.n_stage
        _same(name, "a must be strictly lower triangular", np.triu(self.a), 0.0)
        _same(name, "c must be strictly lower triangular", np.triu(self.c), 0.0)
        gamma = np.linalg.inv(np.eye(n) / self.gamma - self.c)
        a = self.a @ gamma
        beta = a + gamma
        _same(name, "row sums of a Gamma must equal alpha", a.sum(axis=1), self.alpha)
        _same(name, "row sums of Gamma must equal d", gamma.sum(axis=1), self.d)
        trees = _trees(a, beta, self.alpha, beta.sum(axis=1))
        _check_weights(name, "b", self.b @ gamma, trees, self.order)
        _same(name, "error weights of a constant slope must cancel", (self.e @ gamma).sum(), 0.0)
        # the estimate has the order of the poorer of the two solutions: if that is y1, the other must be better
        embedded_order = self.error_order if self.error_order < self.order else self.order + 1
        _check_weights(name, "b - e", (self.b - self.e) @ gamma, trees, embedded_order)
        _same(name, "dense output at s = 1 must equal b", self.dense.sum(axis=1), self.b)
        _check_dense(name, (self.dense.T @ gamma).T, trees, self.dense_order)
        r_infinity = 1.0 - (self.b @ gamma) @ np.linalg.solve(beta, np.ones(n))
        object.__setattr__(self, "r_infinity", float(r_infinity))


@dataclass(frozen=True, kw_only=True, eq=False)
class ImplicitRule:
    """One implicit step between two end slopes, f0 = f(t, y) and f1 = f(t + h, y1).

        y1 = y + h (b_0 f0 + b_1 f1)
        y(t + s h) = y + h sum_i f_i sum_j P_ij s**(j + 1)
        y(t + h) - y1 = error_constant h**3 y''' + O(h**4)      (exact y at t)

    b              Weights [-], shape (2,).
    error_constant Leading local error [-].
    dense          P [-], shape (2, degree).
    The other fields as in `ExplicitTableau`.
    """

    name: str
    aliases: tuple
    order: int
    error_order: int
    b: np.ndarray
    error_constant: float
    dense: np.ndarray
    dense_order: int
    citation: str

    def __post_init__(self):
        _store(self, b=(2,), dense=(2, None))
        nodes = np.array([0.0, 1.0])
        trees = _trees(*(np.array([[0.0, 0.0], self.b]),) * 2, nodes, nodes)
        _check_weights(self.name, "b", self.b, trees, self.order)
        _same(self.name, "error_constant", self.error_constant, 1.0 / 6.0 - 0.5 * self.b @ nodes**2)
        _same(self.name, "dense output at s = 1 must equal b", self.dense.sum(axis=1), self.b)
        _check_dense(self.name, self.dense, trees, self.dense_order)


def _trees(a, beta, alpha, beta_sum):
    """(nodes, density, Phi) of the rooted trees with up to four nodes; Runge-Kutta: beta = a and beta_sum = alpha = c.

    Below a node with one child stands beta, below a node with several children a (Hairer & Wanner, table IV.7.1).
    """
    one = np.ones_like(alpha)
    return (
        (1, 1.0, one),
        (2, 2.0, beta_sum),
        (3, 3.0, alpha**2),
        (3, 6.0, beta @ beta_sum),
        (4, 4.0, alpha**3),
        (4, 8.0, alpha * (a @ beta_sum)),
        (4, 12.0, beta @ alpha**2),
        (4, 24.0, beta @ beta @ beta_sum),
    )


def _check_weights(name, what, weights, trees, order):
    n = len(weights)
    for nodes, density, phi in trees:
        if nodes <= order:
            _same(name, f"{what}: order condition {nodes} with 1/{density:g}", weights @ phi[:n], 1.0 / density)


def _check_dense(name, dense, trees, order):
    if dense.shape[1] < order:
        raise ValueError(f"{name}: dense output of order {order} must have degree >= {order}, got {dense.shape[1]}")
    for nodes, density, phi in trees:
        if nodes <= order:
            wanted = np.zeros(dense.shape[1])
            wanted[nodes - 1] = 1.0 / density
            _same(name, f"dense output: order condition {nodes} with 1/{density:g}", phi @ dense, wanted)


def _store(self, **shapes):
    """Replace fields by read-only contiguous float64 arrays of the given shapes (None: any length)."""
    for key, shape in shapes.items():
        array = np.array(getattr(self, key), dtype=np.float64, order="C")
        fits = array.ndim == len(shape) and all(s is None or s == n for s, n in zip(shape, array.shape, strict=True))
        if not fits:
            raise ValueError(f"{self.name}: {key} must have shape {shape}, got {array.shape}")
        array.setflags(write=False)
        object.__setattr__(self, key, array)


def _same(name, what, left, right):
    worst = float(np.max(np.abs(np.asarray(left) - right)))
    if not worst <= TOLERANCE:
        raise ValueError(f"{name}: {what}; off by {worst:.3g}")
