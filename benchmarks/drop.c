/* The drop of drop.py by hand: Dormand-Prince 5(4), error control, located events, restart after each.
 *
 *     zdd = -g + F/m,   F = k delta^(3/2) + lam delta^(1/2) rate,   delta = -z, rate = -w
 *     touching -> free  where k delta + lam rate = 0;     free -> touching  where z = 0
 *
 * Arguments: rtol, atol, repetitions. Out: microseconds per run (CPU, best), steps, right-hand sides, then time, position and
 * speed of every release. The interpolant is the fourth-order one of the pair; its root is found by the Illinois rule. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "dormand_prince.h"

#define END 5.0
#define MAX_EVENTS 4096

static const double mass = 0.066, g = 10.0, k = 1e10, lam = 1e5;

static long n_rhs, n_steps;
static int n_event;
static double event_t[MAX_EVENTS], event_z[MAX_EVENTS], event_w[MAX_EVENTS];

static void rhs(int touching, const double *y, double *f) {
  n_rhs++;
  f[0] = y[1];
  f[1] = -g;
  if (touching) {
    const double root = sqrt(fabs(y[0])); /* continued beyond the event as in supple: odd spring, even damper */
    f[1] += (-k * root * y[0] - lam * root * y[1]) / mass;
  }
}

/* Positive while the present mode is right: touching while the force is positive, free while outside or while it would pull. */
static double guard(int touching, const double *y) {
  const double pull = y[0] + lam / k * y[1];
  return touching ? -pull : fmax(y[0], pull);
}

static void dense(double s, double h, const double *y, const double *y1, double K[7][2], double *out) {
  for (int i = 0; i < 2; i++) {
    const double dy = y1[i] - y[i], b = h * K[0][i] - dy, c = dy - h * K[6][i] - b;
    double d = 0.0;
    for (int j = 0; j < 7; j++) d += DENSE[j] * K[j][i];
    out[i] = y[i] + s * (dy + (1 - s) * (b + s * (c + (1 - s) * h * d)));
  }
}

/* Fraction of the step at which the guard vanishes. */
static double locate(int touching, double h, const double *y, const double *y1, double K[7][2]) {
  double a = 0.0, b = 1.0, ga = guard(touching, y), gb = guard(touching, y1), v[2];
  if (ga <= 0.0) ga = 1e-300;
  for (int i = 0; i < 100 && b - a > 4e-16; i++) {
    double c = (a * gb - b * ga) / (gb - ga);
    if (!(c > a && c < b)) c = 0.5 * (a + b);
    dense(c, h, y, y1, K, v);
    const double gc = guard(touching, v);
    if (gc == 0.0) return c;
    if (gc < 0.0) {
      b = c, gb = gc, ga *= 0.5;
    } else {
      a = c, ga = gc, gb *= 0.5;
    }
  }
  return b;
}

static void run(double rtol, double atol) {
  double t = 0.0, h = 1e-3, y[2] = {1.0, 0.0}, K[7][2], y1[2], v[2];
  int touching = 0, fresh = 1; /* fresh: the mode has just changed, its guard stands at zero */
  n_rhs = n_steps = n_event = 0;
  rhs(touching, y, K[0]);
  while (t < END) {
    if (t + h > END) h = END - t;
    for (int s = 1; s < 7; s++) {
      for (int i = 0; i < 2; i++) {
        double sum = 0.0;
        for (int j = 0; j < s; j++) sum += A[s][j] * K[j][i];
        y1[i] = y[i] + h * sum;
      }
      rhs(touching, y1, K[s]);
    }
    double error = 0.0;
    for (int i = 0; i < 2; i++) {
      double e = 0.0;
      for (int j = 0; j < 7; j++) e += ERR[j] * K[j][i];
      error = fmax(error, fabs(h * e) / (atol + rtol * fmax(fabs(y[i]), fabs(y1[i]))));
    }
    const double factor = error > 0.0 ? fmin(5.0, fmax(0.2, 0.9 * pow(error, -0.2))) : 5.0;
    if (!(error <= 1.0)) {
      h *= factor;
      continue;
    }
    n_steps++;
    if (guard(touching, y1) < 0.0) {
      if (fresh && h > 1e-12) { /* left the new mode within its first step: look closer */
        h *= 0.1;
        continue;
      }
      const double s = locate(touching, h, y, y1, K);
      dense(s, h, y, y1, K, v);
      t += s * h, y[0] = v[0], y[1] = v[1];
      if (touching && n_event < MAX_EVENTS) event_t[n_event] = t, event_z[n_event] = y[0], event_w[n_event++] = y[1];
      touching = !touching, fresh = 1;
      h = touching ? 1e-6 : 1e-3 * fmax(1e-3, fabs(y[1]));
      rhs(touching, y, K[0]);
      continue;
    }
    t += h, y[0] = y1[0], y[1] = y1[1], fresh = 0;
    K[0][0] = K[6][0], K[0][1] = K[6][1];
    h *= factor;
  }
}

int main(int argc, char **argv) {
  if (argc < 4) return 1;
  const double rtol = atof(argv[1]), atol = atof(argv[2]);
  double best = 1e300;
  for (int i = 0; i < atoi(argv[3]); i++) {
    struct timespec a, b;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &a);
    run(rtol, atol);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &b);
    best = fmin(best, 1e6 * (b.tv_sec - a.tv_sec) + 1e-3 * (b.tv_nsec - a.tv_nsec));
  }
  printf("%.9g %ld %ld\n", best, n_steps, n_rhs);
  for (int i = 0; i < n_event; i++) printf("%.17g %.17g %.17g\n", event_t[i], event_z[i], event_w[i]);
  return 0;
}
