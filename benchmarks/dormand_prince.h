/* The pair of Dormand and Prince 5(4): stages, error estimate, and the last coefficient of its interpolant of order four.
 * Source: Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I (1993), table II.5.2 and section II.6. */
static const double A[7][6] = {{0},
  {1.0 / 5}, {3.0 / 40, 9.0 / 40}, {44.0 / 45, -56.0 / 15, 32.0 / 9},
  {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
  {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
  {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
static const double ERR[7] = {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
static const double DENSE[7] = {-12715105075.0 / 11282082432, 0, 87487479700.0 / 32700410799, -10690763975.0 / 1880347072,
  701980252875.0 / 199316789632, -1453857185.0 / 822651844, 69997945.0 / 29380423};
