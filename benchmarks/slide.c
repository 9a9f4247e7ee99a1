/* The slide of slide.py by hand: Dormand-Prince 5(4), error control, located events, restart after each.
 *
 *     x'' = f/m,  z'' = -g + F/m,  F = k delta + b rate,  delta = -z, rate = -z';   trial = -kt u - bt x'
 *     free    F = f = 0; surface s and deflection u of the ground relax in closed form with k/b and kt/bt
 *     stick   f = trial,               u' = x'                  while |trial| <= mu F
 *     slide   f = mu F sign(trial),    u' = -(f + kt u)/bt      while |trial| >= mu F
 *     touch   where both s - delta and -F/k are <= 0;     loss  where F = 0
 *
 * Error, first step, growth and the step anew up to an event are those of supple, so that steps can be compared; a guard
 * is looked at in the middle and at the end of a step. Arguments: rtol, repetitions. Out: microseconds per run (CPU, best),
 * steps, right-hand sides, number of events, the state x, z, x', z' at the end; then time and new mode of every event. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dormand_prince.h"

#define END 2.0
#define MAX_EVENTS 256
#define N 5

enum { X, Z, VX, VZ, U };
enum { FREE, STICK, SLIDE };

static const double mass = 2.0, g = 9.81, k = 5e4, b = 180.0, kt = 1e5, bt = 100.0, mu = 0.4;
static const double height = 0.3, speed = 1.0;
static const double SIZE[N] = {1e-3, 1e-3, 1e-3, 1e-3, 4e-7}; /* absolute tolerance over the relative one */
static const double SAFETY = 0.8, SHRINK = 0.1, GROWTH = 5.0, GROWTH_FREE = 20.0, FADE = 0.8, FLOOR = 1e-9;

static long n_rhs, n_steps;
static int n_event, event_mode[MAX_EVENTS];
static double event_t[MAX_EVENTS];

typedef struct {
  int mode, n;                /* n: components of the present mode, without u while free */
  double t, y[N], past[N];    /* past: fading amplitudes */
  double surface, memory, since; /* s and u at the last loss, and its time */
} State;

typedef struct {
  double h, K[7][N], y1[N], err[N];
} Step;

static double normal(const double *y) { return -k * y[Z] - b * y[VZ]; }
static double trial(const double *y) { return -kt * y[U] - bt * y[VX]; }

static void rhs(int mode, const double *y, double *f) {
  n_rhs++;
  f[X] = y[VX], f[Z] = y[VZ], f[VX] = 0.0, f[VZ] = -g, f[U] = 0.0;
  if (mode == FREE) return;
  const double F = normal(y);
  double t = trial(y), slip = y[VX];
  if (mode == SLIDE) {
    t = copysign(mu * fmax(F, 0.0), t);
    slip = -(t + kt * y[U]) / bt;
  }
  f[VX] = t / mass, f[VZ] += F / mass, f[U] = slip;
}

/* Two guards, positive while the mode is right: of the contact [m] and of friction [N]. */
static void guards(const State *S, double t, const double *y, double *out) {
  const double pull = y[Z] + b / k * y[VZ];
  out[1] = INFINITY;
  if (S->mode == FREE) {
    const double s = S->surface * exp(-k / b * (t - S->since));
    out[0] = fmax(s + y[Z], pull);
    return;
  }
  out[0] = -pull;
  const double margin = mu * normal(y) - fabs(trial(y));
  out[1] = S->mode == STICK ? margin : -margin;
}

static void take(const State *S, Step *s, double h) {
  s->h = h;
  for (int r = 1; r < 7; r++) {
    for (int i = 0; i < S->n; i++) {
      double sum = 0.0;
      for (int j = 0; j < r; j++) sum += A[r][j] * s->K[j][i];
      s->y1[i] = S->y[i] + h * sum;
    }
    rhs(S->mode, s->y1, s->K[r]);
  }
  for (int i = 0; i < S->n; i++) {
    double e = 0.0;
    for (int j = 0; j < 7; j++) e += ERR[j] * s->K[j][i];
    s->err[i] = h * e;
  }
}

/* Of every component, and of the indentation relative to its amplitude, in units of the tolerance. */
static double size_of_error(const State *S, const Step *s, double rtol, double seen) {
  double worst = 0.0;
  for (int i = 0; i < S->n; i++) {
    const double scale = fmax(fmax(fabs(S->y[i]), fabs(s->y1[i])), S->past[i]);
    worst = fmax(worst, fabs(s->err[i]) / (rtol * fmax(SIZE[i], scale)));
  }
  if (S->mode == FREE) return worst;
  const double depth = fmax(fmax(fabs(s->y1[Z]), seen), FLOOR), brake = s->K[6][VZ];
  const double amplitude = brake > 0.0 ? depth + fabs(s->y1[VZ]) * sqrt(depth / brake) : depth;
  return fmax(worst, fabs(s->err[Z]) / (rtol * amplitude));
}

static void dense(const State *S, const Step *s, double at, double *out) {
  for (int i = 0; i < S->n; i++) {
    const double dy = s->y1[i] - S->y[i], p = s->h * s->K[0][i] - dy, q = dy - s->h * s->K[6][i] - p;
    double d = 0.0;
    for (int j = 0; j < 7; j++) d += DENSE[j] * s->K[j][i];
    out[i] = S->y[i] + at * (dy + (1 - at) * (p + at * (q + (1 - at) * s->h * d)));
  }
}

/* Fraction of the step at which guard i vanishes: positive at 0, not so at `far`, where it is gb. Illinois rule. */
static double locate(const State *S, const Step *s, int i, double ga, double far, double gb) {
  double a = 0.0, c, v[N] = {0}, gs[2];
  int side = 0;
  const double least = fmax(1e-15, 1e-15 * S->t / s->h);
  for (int n = 0; n < 100 && far - a > least && gb != 0.0; n++) {
    c = (a * gb - far * ga) / (gb - ga);
    if (!(c > a && c < far)) c = 0.5 * (a + far);
    c = fmin(fmax(c, a + 0.5 * least), far - 0.5 * least);
    dense(S, s, c, v);
    guards(S, S->t + c * s->h, v, gs);
    if (gs[i] > 0.0) {
      a = c, ga = gs[i];
      if (side == 1) gb *= 0.5;
      side = 1;
    } else {
      far = c, gb = gs[i];
      if (side == -1) ga *= 0.5;
      side = -1;
    }
  }
  return far;
}

/* First fall of a guard inside the step: its place, and which in *who; 2 if there is none. */
static double first_fall(const State *S, const Step *s, const double *g0, const double *g1, int *who) {
  double v[N] = {0}, gm[2], best = 2.0;
  for (int i = 0; i < N; i++) v[i] = 0.5 * (S->y[i] + s->y1[i]) + 0.125 * s->h * (s->K[0][i] - s->K[6][i]);
  guards(S, S->t + 0.5 * s->h, v, gm);
  for (int i = 0; i < 2; i++) {
    if (!(g0[i] > 0.0) || isinf(g0[i]) || (gm[i] > 0.0 && g1[i] > 0.0)) continue;
    const int early = gm[i] <= 0.0;
    const double place = locate(S, s, i, g0[i], early ? 0.5 : 1.0, early ? gm[i] : g1[i]);
    if (place < best) best = place, *who = i;
  }
  return best;
}

/* A first step after a jump: the time in which the right-hand side changes the state noticeably. */
static double first_step(const State *S, double rtol, double guess) {
  double f0[N], f1[N], v[N] = {0}, dt = fmin(guess, END - S->t);
  rhs(S->mode, S->y, f0);
  for (int n = 0; n < 2; n++) {
    double change = 0.0;
    for (int i = 0; i < S->n; i++) v[i] = S->y[i] + dt * f0[i];
    rhs(S->mode, v, f1);
    for (int i = 0; i < S->n; i++) change = fmax(change, fabs(f1[i] - f0[i]) * dt / fmax(SIZE[i], fabs(S->y[i])));
    dt *= change > 0.0 ? fmin(fmax(pow(0.1 / change, 0.4), 1e-6), 100.0) : 100.0;
    dt = fmin(dt, END - S->t);
  }
  return dt * fmin(1.0, pow(100.0 * rtol, 0.2));
}

static void change_mode(State *S, int who) {
  double *y = S->y;
  if (who == 1) {
    S->mode = S->mode == STICK ? SLIDE : STICK;
  } else if (S->mode == FREE) {
    y[U] = S->memory * exp(-kt / bt * (S->t - S->since));
    S->mode = fabs(trial(y)) <= mu * normal(y) ? STICK : SLIDE;
    S->n = N;
  } else {
    S->surface = -y[Z], S->memory = y[U], S->since = S->t;
    y[U] = 0.0, S->mode = FREE, S->n = U;
  }
  memset(S->past, 0, sizeof S->past);
  if (n_event < MAX_EVENTS) event_t[n_event] = S->t, event_mode[n_event++] = S->mode;
}

static void accept(State *S, Step *s, double t1) {
  n_steps++;
  for (int i = 0; i < S->n; i++) {
    S->past[i] = FADE * fmax(S->past[i], fabs(S->y[i]));
    S->y[i] = s->y1[i], s->K[0][i] = s->K[6][i];
  }
  S->t = t1;
}

static void run(State *S, double rtol) {
  Step s = {0};
  double g0[2], g1[2], h;
  int growing = 1, who = 0;
  *S = (State){.mode = FREE, .n = U, .y = {0.0, height, speed, 0.0, 0.0}};
  n_rhs = n_steps = n_event = 0;
  h = first_step(S, rtol, 1e-3 * END);
  rhs(S->mode, S->y, s.K[0]);
  guards(S, S->t, S->y, g0);
  for (int rejected = 0; S->t < END;) {
    const double left = END - S->t;
    const int last = h >= 0.999999 * left;
    if (last) h = left;
    else if (h > 0.5 * left && 1.1 * h > left) h = 0.5 * left;
    take(S, &s, h);
    const double error = size_of_error(S, &s, rtol, fabs(S->y[Z]));
    if (!(error <= 1.0)) {
      h *= error < 1e300 ? fmax(SHRINK, SAFETY * pow(error, -0.2)) : SHRINK;
      rejected = 1;
      continue;
    }
    const double t1 = last ? END : S->t + h;
    guards(S, t1, s.y1, g1);
    if ((g0[0] <= 0.0 && g1[0] < g0[0]) || (g0[1] <= 0.0 && g1[1] < g0[1])) { /* left the mode it has just entered */
      h *= 0.1, rejected = 1;
      continue;
    }
    const double place = first_fall(S, &s, g0, g1, &who);
    if (place > 1.0) {
      const double most = rejected ? 1.0 : growing ? GROWTH_FREE : GROWTH;
      h *= error > 0.0 ? fmin(most, SAFETY * pow(error, -0.2)) : most;
      if (error > 0.0) growing = 0;
      accept(S, &s, t1);
      g0[0] = g1[0], g0[1] = g1[1], rejected = 0;
      continue;
    }
    take(S, &s, place * h); /* anew: the state at the event has the order of the method */
    accept(S, &s, S->t + place * h);
    const int normal_event = who == 0;
    change_mode(S, who);
    if (normal_event) growing = 1, h = first_step(S, rtol, h);
    rhs(S->mode, S->y, s.K[0]);
    guards(S, S->t, S->y, g0);
    rejected = 0;
  }
}

int main(int argc, char **argv) {
  if (argc < 3) return 1;
  State S;
  double best = 1e300;
  for (int i = 0; i < atoi(argv[2]); i++) {
    struct timespec from, to;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    run(&S, atof(argv[1]));
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    best = fmin(best, 1e6 * (to.tv_sec - from.tv_sec) + 1e-3 * (to.tv_nsec - from.tv_nsec));
  }
  printf("%.9g %ld %ld %d %.17g %.17g %.17g %.17g\n", best, n_steps, n_rhs, n_event, S.y[X], S.y[Z], S.y[VX], S.y[VZ]);
  for (int i = 0; i < n_event; i++) printf("%.17g %d\n", event_t[i], event_mode[i]);
  return 0;
}
