/* CVODE around compiled functions of supple, for cvode_robots.py: no Python between two steps.

   A function of supple takes the address of its words (which point to buffers that never move) and returns 0. SUNDIALS is
   that of scikit-sundae's wheel, which comes without headers: what is used of it is declared here. */

#include <string.h>
#include <time.h>

typedef void *Any;
typedef int (*Function)(void *);
enum { NORMAL = 1, ROOT = 2, MOST = 64 }; /* of CVODE; guards at the most */

extern int SUNContext_Create(int, Any *), SUNContext_Free(Any *), SUNContext_ClearErrHandlers(Any);
extern Any N_VNew_Serial(long, Any), SUNDenseMatrix(long, long, Any), SUNLinSol_Dense(Any, Any, Any);
extern Any CVodeCreate(int, Any);
extern double *N_VGetArrayPointer(Any);
extern void N_VDestroy(Any), SUNMatDestroy(Any), CVodeFree(Any *);
extern int SUNLinSolFree(Any);
extern int CVodeInit(Any, int (*)(double, Any, Any, Any), double, Any), CVodeReInit(Any, double, Any);
extern int CVodeSStolerances(Any, double, double), CVodeSetUserData(Any, Any), CVodeSetMaxNumSteps(Any, long);
extern int CVodeSetLinearSolver(Any, Any, Any), CVodeGetNumSteps(Any, long *);
extern int CVodeRootInit(Any, int, int (*)(double, Any, double *, Any)), CVodeSetRootDirection(Any, int *);
extern int CVode(Any, double, Any, double *, int), CVodeGetRootInfo(Any, int *);

typedef struct {
    Function rates, margins, change; /* dx from x; g from x; x after the events marked in hit */
    void *rates_at, *margins_at, *change_at;
    double *t, *x, *dx, *g;
    long *hit;
    long n, guards;
    long rhs, looks, steps, events;
} Equations;

static void put(Equations *e, double t, Any y) {
    *e->t = t;
    memcpy(e->x, N_VGetArrayPointer(y), e->n * sizeof(double));
}

static int rhs(double t, Any y, Any dy, Any data) {
    Equations *e = data;
    e->rhs++;
    put(e, t, y);
    int failed = e->rates(e->rates_at);
    memcpy(N_VGetArrayPointer(dy), e->dx, e->n * sizeof(double));
    return failed;
}

static int roots(double t, Any y, double *g, Any data) {
    Equations *e = data;
    e->looks++;
    put(e, t, y);
    int failed = e->margins(e->margins_at);
    memcpy(g, e->g, e->guards * sizeof(double));
    return failed;
}

static double cpu(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

/* States at `times` into out (stops x n); return the CPU time [s], negative if CVODE fails or takes longer than `slow`. */
double cvode_run(Equations *e, int method, double rtol, double atol, const double *times, int stops, double *out, double slow) {
    Any context, memory, y, matrix, linear;
    int which[MOST], falling[MOST], status = 0;
    long steps;
    double t = 0.0, start = cpu();
    SUNContext_Create(0, &context);
    SUNContext_ClearErrHandlers(context);
    y = N_VNew_Serial(e->n, context);
    memcpy(N_VGetArrayPointer(y), e->x, e->n * sizeof(double));
    memory = CVodeCreate(method, context);
    CVodeInit(memory, rhs, 0.0, y);
    CVodeSStolerances(memory, rtol, atol);
    CVodeSetUserData(memory, e);
    CVodeSetMaxNumSteps(memory, 1000000);
    matrix = SUNDenseMatrix(e->n, e->n, context);
    linear = SUNLinSol_Dense(y, matrix, context);
    CVodeSetLinearSolver(memory, linear, matrix);
    for (int i = 0; i < e->guards; i++) falling[i] = -1;
    CVodeRootInit(memory, e->guards, roots);
    CVodeSetRootDirection(memory, falling);
    for (int i = 0; i < stops && status >= 0;) {
        status = CVode(memory, times[i], y, &t, NORMAL);
        if (status < 0 || cpu() - start > slow) {
            status = -1;
        } else if (status == ROOT) {
            CVodeGetRootInfo(memory, which);
            for (int j = 0; j < e->guards; j++) e->hit[j] = which[j] != 0;
            put(e, t, y);
            if (e->change(e->change_at)) status = -1;
            memcpy(N_VGetArrayPointer(y), e->x, e->n * sizeof(double));
            CVodeGetNumSteps(memory, &steps);
            e->steps += steps, e->events++;
            CVodeReInit(memory, t, y);
        } else {
            memcpy(out + i * e->n, N_VGetArrayPointer(y), e->n * sizeof(double));
            i++;
        }
    }
    CVodeGetNumSteps(memory, &steps);
    e->steps += steps;
    CVodeFree(&memory);
    SUNLinSolFree(linear);
    SUNMatDestroy(matrix);
    N_VDestroy(y);
    SUNContext_Free(&context);
    return status < 0 ? start - cpu() : cpu() - start;
}
