/* The map of restitution_map.py by hand: the algorithm of src/supple/impacts/one_impact.py for the Azad-Featherstone law alone.
 *
 *     ds/dx = v,  dv/dx = -2 s F/m,  F = k delta^(3/2) + lam delta^(1/2) v,  delta = s^2,  dt/dx = 2 s,  dE/dx = 2 s D
 *
 * DOP853 with error control; release where k delta + lam v = 0, by secants on the dense output of order 7.
 * Arguments: speeds, dampings, rtol, repetitions, then k, mass, first and last speed, first and last damping number at 1 m/s.
 * Out: milliseconds a map (best), then restitution and duration of every impact. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct { double v, a, t, e; } rate;
typedef struct { double c[8]; } poly;

static inline rate field(double k, double lam, double w, double s, double v) {
  const double delta = s * s, root = sqrt(delta), c = 2.0 * fabs(s);
  const double damper = lam * root * v, F = k * (delta * root) + damper;
  const rate r = {v, -c * (F * w), 2.0 * s, c * (damper * v)};
  return r;
}
static inline double stage2(double y, double h, double k1) {
  return y + h * (0.05260015195876773 * k1);
}
static inline double stage3(double y, double h, double k1, double k2) {
  return y + h * (0.0197250569845379 * k1 + 0.0591751709536137 * k2);
}
static inline double stage4(double y, double h, double k1, double k3) {
  return y + h * (0.02958758547680685 * k1 + 0.08876275643042054 * k3);
}
static inline double stage5(double y, double h, double k1, double k3, double k4) {
  return y + h * (0.2413651341592667 * k1 - 0.8845494793282861 * k3 + 0.924834003261792 * k4);
}
static inline double stage6(double y, double h, double k1, double k4, double k5) {
  return y + h * (0.037037037037037035 * k1 + 0.17082860872947386 * k4 + 0.12546768756682242 * k5);
}
static inline double stage7(double y, double h, double k1, double k4, double k5, double k6) {
  return y + h * (0.037109375 * k1 + 0.17025221101954405 * k4 + 0.06021653898045596 * k5 - 0.017578125 * k6);
}
static inline double stage8(double y, double h, double k1, double k4, double k5, double k6, double k7) {
  return y + h * ( 0.03709200011850479 * k1 + 0.17038392571223998 * k4 + 0.10726203044637328 * k5 -
      0.015319437748624402 * k6 + 0.008273789163814023 * k7 );
}
static inline double stage9(double y, double h, double k1, double k4, double k5, double k6, double k7, double k8) {
  return y + h * ( 0.6241109587160757 * k1 - 3.3608926294469414 * k4 - 0.868219346841726 * k5 +
      27.59209969944671 * k6 + 20.154067550477894 * k7 - 43.48988418106996 * k8 );
}
static inline double stage10(double y, double h, double k1, double k4, double k5, double k6, double k7, double k8, double k9) {
  return y + h * ( 0.47766253643826434 * k1 - 2.4881146199716677 * k4 - 0.590290826836843 * k5 +
      21.230051448181193 * k6 + 15.279233632882423 * k7 - 33.28821096898486 * k8 - 0.020331201708508627 * k9 );
}
static inline double stage11(double y, double h, double k1, double k4, double k5, double k6, double k7, double k8, double k9, double k10) {
  return y + h * ( -0.9371424300859873 * k1 + 5.186372428844064 * k4 + 1.0914373489967295 * k5 -
      8.149787010746927 * k6 - 18.52006565999696 * k7 + 22.739487099350505 * k8 + 2.4936055526796523 * k9 -
      3.0467644718982196 * k10 );
}
static inline double stage12(double y, double h, double k1, double k4, double k5, double k6, double k7, double k8, double k9, double k10, double k11) {
  return y + h * ( 2.273310147516538 * k1 - 10.53449546673725 * k4 - 2.0008720582248625 * k5 -
      17.9589318631188 * k6 + 27.94888452941996 * k7 - 2.8589982771350235 * k8 - 8.87285693353063 * k9 +
      12.360567175794303 * k10 + 0.6433927460157636 * k11 );
}
static inline double stage14(double y, double h, double k1, double k7, double k8, double k9, double k10, double k11, double k12, double k13) {
  return y + h * ( 0.056167502283047954 * k1 + 0.25350021021662483 * k7 - 0.2462390374708025 * k8 -
      0.12419142326381637 * k9 + 0.15329179827876568 * k10 + 0.00820105229563469 * k11 +
      0.007567897660545699 * k12 - 0.008298 * k13 );
}
static inline double stage15(double y, double h, double k1, double k6, double k7, double k8, double k11, double k12, double k13, double k14) {
  return y + h * ( 0.03183464816350214 * k1 + 0.028300909672366776 * k6 + 0.053541988307438566 * k7 -
      0.05492374857139099 * k8 - 0.00010834732869724932 * k11 + 0.0003825710908356584 * k12 -
      0.00034046500868740456 * k13 + 0.1413124436746325 * k14 );
}
static inline double stage16(double y, double h, double k1, double k6, double k7, double k8, double k9, double k13, double k14, double k15) {
  return y + h * ( -0.42889630158379194 * k1 - 4.697621415361164 * k6 + 7.683421196062599 * k7 +
      4.06898981839711 * k8 + 0.3567271874552811 * k9 - 0.0013990241651590145 * k13 + 2.9475147891527724 * k14 -
      9.15095847217987 * k15 );
}
static inline double end(double y, double h, double k1, double k6, double k7, double k8, double k9, double k10, double k11, double k12) {
  return y + h * ( 0.054293734116568765 * k1 + 4.450312892752409 * k6 + 1.8915178993145003 * k7 -
      5.801203960010585 * k8 + 0.3111643669578199 * k9 - 0.1521609496625161 * k10 + 0.20136540080403034 * k11 +
      0.04471061572777259 * k12 );
}
static inline double error5(double k1, double k6, double k7, double k8, double k9, double k10, double k11, double k12) {
  return ( 0.01312004499419488 * k1 - 1.2251564463762044 * k6 - 0.4957589496572502 * k7 +
      1.6643771824549864 * k8 - 0.35032884874997366 * k9 + 0.3341791187130175 * k10 + 0.08192320648511571 * k11
      - 0.022355307863886294 * k12 );
}
static inline double error3(double k1, double k6, double k7, double k8, double k9, double k10, double k11, double k12) {
  return ( -0.18980075407240762 * k1 + 4.450312892752409 * k6 + 1.8915178993145003 * k7 - 5.801203960010585 * k8
      - 0.4226823213237919 * k9 - 0.1521609496625161 * k10 + 0.20136540080403034 * k11 +
      0.02265179219836082 * k12 );
}
static inline poly dense(double y, double y1, double h, double k1, double k6, double k7, double k8, double k9, double k10, double k11, double k12, double k13, double k14, double k15, double k16) {
  const double step = y1 - y;
  const double F3 = h * (-8.428938276109013 * k1 + 0.5667149535193777 * k6 - 3.0689499459498917 * k7 +
      2.38466765651207 * k8 + 2.117034582445028 * k9 - 0.871391583777973 * k10 + 2.2404374302607883 * k11 +
      0.6315787787694688 * k12 - 0.08899033645133331 * k13 + 18.148505520854727 * k14 - 9.194632392478356 * k15
      - 4.436036387594894 * k16);
  const double F4 = h * (10.427508642579134 * k1 + 242.28349177525817 * k6 + 165.20045171727028 * k7 -
      374.5467547226902 * k8 - 22.113666853125306 * k9 + 7.733432668472264 * k10 - 30.674084731089398 * k11 -
      9.332130526430229 * k12 + 15.697238121770845 * k13 - 31.139403219565178 * k14 - 9.35292435884448 * k15 +
      35.81684148639408 * k16);
  const double F5 = h * (19.985053242002433 * k1 - 387.0373087493518 * k6 - 189.17813819516758 * k7 +
      527.8081592054236 * k8 - 11.57390253995963 * k9 + 6.8812326946963 * k10 - 1.0006050966910838 * k11 +
      0.7777137798053443 * k12 - 2.778205752353508 * k13 - 60.19669523126412 * k14 + 84.32040550667716 * k15 +
      11.99229113618279 * k16);
  const double F6 = h * (-25.69393346270375 * k1 - 154.18974869023643 * k6 - 231.5293791760455 * k7 +
      357.6391179106141 * k8 + 93.40532418362432 * k9 - 37.45832313645163 * k10 + 104.0996495089623 * k11 +
      29.8402934266605 * k12 - 43.53345659001114 * k13 + 96.32455395918828 * k14 - 39.17726167561544 * k15 -
      149.72683625798564 * k16);
  const poly p = {{y, step, h * k1 - step, 2.0 * step - h * (k1 + k13), F3, F4, F5, F6}};
  return p;
}
static inline double value(const poly *p, double x) {
  const double w = 1.0 - x, *c = p->c;
  return c[0] + x * (c[1] + w * (c[2] + x * (c[3] + w * (c[4] + x * (c[5] + w * (c[6] + x * c[7]))))));
}
static inline double holds(double k, double lam, double s, double v) {
  const double g = fmin(s * fabs(s), s * s + lam * v / k);
  return g == s * fabs(s) ? s : g;
}

static double depth_scale(double k, double lam, double energy, double v) {
  double x = log(1e-3), slope = 2.0, step = 0.0, before = 0.0;
  for (int i = 0; i < 60; i++) {
    const double Z = exp(x), root = sqrt(Z), r = log(energy / ((k * (Z * root) + lam * root * v) * Z));
    if (fabs(r) < 1.0) return exp(x + r / slope);
    if (i > 0 && step != 0.0) slope = fmin(12.0, fmax(0.5, (before - r) / step));
    before = r, step = fmin(40.0, fmax(-40.0, r / slope));
    x += step;
  }
  return exp(x);
}

static double locate(double k, double lam, const poly *S, const poly *V, double f1) {
  double low = 0.0, high = 1.0, x0 = 0.0, x1 = 1.0, f0 = fmax(holds(k, lam, value(S, 0.0), value(V, 0.0)), 0.0);
  for (int i = 0; i < 100; i++) {
    double x = f1 != f0 ? x1 - f1 * (x1 - x0) / (f1 - f0) : 0.5 * (low + high);
    if (fabs(x - x1) < 1e-8) return x;
    if (!(x > low && x < high)) x = 0.5 * (low + high);
    x0 = x1, f0 = f1, x1 = x, f1 = holds(k, lam, value(S, x), value(V, x));
    if (f1 > 0.0) low = x; else high = x;
  }
  return x1;
}

static void impact(double k, double lam, double mass, double speed, double rtol, double *out) {
  double s0 = 0.0, v0 = speed, t0 = 0.0, E0 = 0.0;
  const double w = 1.0 / mass, Z = depth_scale(k, lam, speed * speed / w, speed), root = sqrt(Z);
  const double per_s = 1.0 / (rtol * root), per_v = 1.0 / (rtol * speed);
  double h = 2.9 * sqrt(sqrt(sqrt(rtol))) * root / speed;
  rate k1 = field(k, lam, w, s0, v0);
  for (int n = 0; n < 100000; n++) {
    const rate k2 = field(k, lam, w, stage2(s0, h, k1.v),
                           stage2(v0, h, k1.a));
    const rate k3 = field(k, lam, w, stage3(s0, h, k1.v, k2.v),
                           stage3(v0, h, k1.a, k2.a));
    const rate k4 = field(k, lam, w, stage4(s0, h, k1.v, k3.v),
                           stage4(v0, h, k1.a, k3.a));
    const rate k5 = field(k, lam, w, stage5(s0, h, k1.v, k3.v, k4.v),
                           stage5(v0, h, k1.a, k3.a, k4.a));
    const rate k6 = field(k, lam, w, stage6(s0, h, k1.v, k4.v, k5.v),
                           stage6(v0, h, k1.a, k4.a, k5.a));
    const rate k7 = field(k, lam, w, stage7(s0, h, k1.v, k4.v, k5.v, k6.v),
                           stage7(v0, h, k1.a, k4.a, k5.a, k6.a));
    const rate k8 = field(k, lam, w, stage8(s0, h, k1.v, k4.v, k5.v, k6.v, k7.v),
                           stage8(v0, h, k1.a, k4.a, k5.a, k6.a, k7.a));
    const rate k9 = field(k, lam, w, stage9(s0, h, k1.v, k4.v, k5.v, k6.v, k7.v, k8.v),
                           stage9(v0, h, k1.a, k4.a, k5.a, k6.a, k7.a, k8.a));
    const rate k10 = field(k, lam, w, stage10(s0, h, k1.v, k4.v, k5.v, k6.v, k7.v, k8.v, k9.v),
                           stage10(v0, h, k1.a, k4.a, k5.a, k6.a, k7.a, k8.a, k9.a));
    const rate k11 = field(k, lam, w, stage11(s0, h, k1.v, k4.v, k5.v, k6.v, k7.v, k8.v, k9.v, k10.v),
                           stage11(v0, h, k1.a, k4.a, k5.a, k6.a, k7.a, k8.a, k9.a, k10.a));
    const rate k12 = field(k, lam, w, stage12(s0, h, k1.v, k4.v, k5.v, k6.v, k7.v, k8.v, k9.v, k10.v, k11.v),
                           stage12(v0, h, k1.a, k4.a, k5.a, k6.a, k7.a, k8.a, k9.a, k10.a, k11.a));
    const double e = fmax(per_s * fabs(error5(k1.v, k6.v, k7.v, k8.v, k9.v, k10.v, k11.v, k12.v)),
                          per_v * fabs(error5(k1.a, k6.a, k7.a, k8.a, k9.a, k10.a, k11.a, k12.a)));
    const double f = fmax(per_s * fabs(error3(k1.v, k6.v, k7.v, k8.v, k9.v, k10.v, k11.v, k12.v)),
                          per_v * fabs(error3(k1.a, k6.a, k7.a, k8.a, k9.a, k10.a, k11.a, k12.a)));
    const double size = e == 0.0 ? 0.0 : h * e * e / sqrt(e * e + 0.01 * f * f);
    const double factor = size > 0.0 ? fmin(4.0, fmax(0.2, 0.9 / sqrt(sqrt(sqrt(size))))) : 4.0;
    if (!(size <= 1.0)) {
      h *= size < INFINITY ? factor : 0.2;
      continue;
    }
    const double s1 = end(s0, h, k1.v, k6.v, k7.v, k8.v, k9.v, k10.v, k11.v, k12.v);
    const double v1 = end(v0, h, k1.a, k6.a, k7.a, k8.a, k9.a, k10.a, k11.a, k12.a);
    const double t1 = end(t0, h, k1.t, k6.t, k7.t, k8.t, k9.t, k10.t, k11.t, k12.t);
    const double E1 = end(E0, h, k1.e, k6.e, k7.e, k8.e, k9.e, k10.e, k11.e, k12.e);
    const rate k13 = field(k, lam, w, s1, v1);
    const double hold = holds(k, lam, s1, v1);
    if (hold <= 0.0) {
      const rate k14 = field(k, lam, w, stage14(s0, h, k1.v, k7.v, k8.v, k9.v, k10.v, k11.v, k12.v, k13.v),
                             stage14(v0, h, k1.a, k7.a, k8.a, k9.a, k10.a, k11.a, k12.a, k13.a));
      const rate k15 = field(k, lam, w, stage15(s0, h, k1.v, k6.v, k7.v, k8.v, k11.v, k12.v, k13.v, k14.v),
                             stage15(v0, h, k1.a, k6.a, k7.a, k8.a, k11.a, k12.a, k13.a, k14.a));
      const rate k16 = field(k, lam, w, stage16(s0, h, k1.v, k6.v, k7.v, k8.v, k9.v, k13.v, k14.v, k15.v),
                             stage16(v0, h, k1.a, k6.a, k7.a, k8.a, k9.a, k13.a, k14.a, k15.a));
      const poly S = dense(s0, s1, h, k1.v, k6.v, k7.v, k8.v, k9.v, k10.v, k11.v, k12.v, k13.v, k14.v, k15.v, k16.v);
      const poly V = dense(v0, v1, h, k1.a, k6.a, k7.a, k8.a, k9.a, k10.a, k11.a, k12.a, k13.a, k14.a, k15.a, k16.a);
      const poly T = dense(t0, t1, h, k1.t, k6.t, k7.t, k8.t, k9.t, k10.t, k11.t, k12.t, k13.t, k14.t, k15.t, k16.t);
      const poly E = dense(E0, E1, h, k1.e, k6.e, k7.e, k8.e, k9.e, k10.e, k11.e, k12.e, k13.e, k14.e, k15.e, k16.e);
      const double x = locate(k, lam, &S, &V, hold);
      out[0] = fmax(0.0, -value(&V, x) / speed), out[1] = value(&T, x), out[2] = value(&E, x);
      return;
    }
    s0 = s1, v0 = v1, t0 = t1, E0 = E1, k1 = k13;
    const double drift = 0.5 * h * v0, back = s0 - drift, ahead = s0 + factor * drift;
    h *= factor * (1.0 + back * back / Z) / (1.0 + ahead * ahead / Z);
    if (v0 < 0.0) h = fmin(h, 1.1 * s0 / -v0);
  }
}

int main(int argc, char **argv) {
  if (argc < 11) return 1;
  const int speeds = atoi(argv[1]), dampings = atoi(argv[2]);
  const double rtol = atof(argv[3]), k = atof(argv[5]), m = atof(argv[6]);
  const double va = atof(argv[7]), vb = atof(argv[8]), da = atof(argv[9]), db = atof(argv[10]);
  double *lam = calloc(dampings, sizeof(double)), *v = calloc(speeds, sizeof(double));
  for (int i = 0; i < dampings; i++) lam[i] = da * pow(db / da, i / (dampings - 1.0)) * pow(k, 0.6) * pow(m, 0.4);
  for (int j = 0; j < speeds; j++) v[j] = va * pow(vb / va, j / (speeds - 1.0));
  double best = 1e300, *out = calloc(3 * (size_t)speeds * dampings, sizeof(double));
  for (int repeat = 0; repeat < atoi(argv[4]); repeat++) {
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int i = 0; i < dampings; i++)
      for (int j = 0; j < speeds; j++) impact(k, lam[i], m, v[j], rtol, out + 3 * (i * speeds + j));
    clock_gettime(CLOCK_MONOTONIC, &b);
    best = fmin(best, 1e3 * (b.tv_sec - a.tv_sec) + 1e-6 * (b.tv_nsec - a.tv_nsec));
  }
  printf("%.9g\n", best);
  for (int i = 0; i < speeds * dampings; i++) printf("%.17g %.17g\n", out[3 * i], out[3 * i + 1]);
  return 0;
}
