"""What a planar prototype, a program apart from supple, found for the same numbers of BioBiped1.

30 strides from the cold start, means from the end of stride 10 on. Its gait changes by less than 0.1 % with its step
(2e-4 to 2.5e-5 s): the tolerance of peak, speed and stride length. The rest is shown and not judged (None): no tolerance
came with those figures, and of their definitions some were found here, by which of a few readings meets them: a stance
ends at its last loaded sample; mean curves are of the filtered force, from a sample before the stance to one behind it,
and compared with the human one at 101 points; motors are looked at just before a sample (just after one the largest
torque of the knee is 6 % higher); the moment of the guide leaves out the viscosity of the hips. Those of stance, peak and
hump came with the figures.
"""

GAIT = 1e-3  # [-] tolerance

TABLE = {
    "A": {
        "peak of the vertical force": (2.1138, "weights", GAIT),
        "duty factor": (0.4141, "-", None),
        "speed": (1.3236, "m/s", GAIT),
        "stride length": (0.8789, "m", GAIT),
        "peak at": (0.392, "of the stance", None),
        "rms to the human force": (0.1112, "weights", None),
        "way of the hip up and down": (0.0602, "m", None),
        "tracking hip": (2.46, "deg rms", None),
        "tracking knee": (5.75, "deg rms", None),
        "tracking ankle": (2.79, "deg rms", None),
        "torque hip": (10.71, "Nm at most", None),
        "torque knee": (21.48, "Nm at most", None),
        "torque ankle": (10.59, "Nm at most", None),
        "power hip": (31.5, "W at most", None),
        "power knee": (133.4, "W at most", None),
        "power ankle": (21.1, "W at most", None),
        "current hip": (4.21, "A rms", None),
        "current knee": (6.23, "A rms", None),
        "current ankle": (3.65, "A rms", None),
        "mean electric power": (102.3, "W", None),
        "guide of the torso": (7.38, "Nm rms", None),
        "guide of the torso, largest": (14.3, "Nm", None),
    },
    "B": {
        "peak of the vertical force": (2.1267, "weights", GAIT),
        "duty factor": (0.4081, "-", None),
        "speed": (1.7021, "m/s", GAIT),
        "stride length": (1.1302, "m", GAIT),
        "peak at": (0.299, "of the stance", None),
        "rms to the human force": (0.1788, "weights", None),
        "way of the hip up and down": (0.0585, "m", None),
        "tracking hip": (6.05, "deg rms", None),
        "tracking knee": (3.91, "deg rms", None),
        "tracking ankle": (9.6, "deg rms", None),
        "torque hip": (17.41, "Nm at most", None),
        "torque knee": (18.2, "Nm at most", None),
        "torque ankle": (10.15, "Nm at most", None),
        "power hip": (58.7, "W at most", None),
        "power knee": (37.8, "W at most", None),
        "power ankle": (37.2, "W at most", None),
        "current hip": (5.88, "A rms", None),
        "current knee": (6.04, "A rms", None),
        "current ankle": (3.76, "A rms", None),
        "mean electric power": (127.0, "W", None),
        "guide of the torso": (10.46, "Nm rms", None),
        "guide of the torso, largest": (26.9, "Nm", None),
    },
}

FIRST_PEAKS = {  # [weight] of the first stances after the cold start
    "A": (
        2.082,
        2.272,
        1.905,
        1.904,
        2.231,
        2.183,
        1.932,
        2.018,
        2.186,
        2.118,
        2.03,
        2.098,
        2.153,
        2.108,
        2.079,
        2.118,
    ),
    "B": (
        2.271,
        2.051,
        2.138,
        2.097,
        2.086,
        2.119,
        2.12,
        2.142,
        2.137,
        2.133,
        2.125,
        2.124,
        2.124,
        2.126,
        2.127,
        2.127,
    ),
}
SCUFF = 0.1  # [s] touches shorter than this are no stances of that list: the left toe scrapes once after the cold start

MEAN_FORCE = {  # [weight] at every 5 % of the stance
    "A": (0.103, 0.552, 1.043, 1.3, 1.492, 1.633, 1.752, 1.902, 2.109, 1.934, 1.798, 1.673, 1.482, 1.256, 1.039, 0.86,
          0.716, 0.583, 0.437, 0.258, 0.046),
    "B": (0.281, 0.801, 1.147, 1.351, 1.454, 1.733, 2.127, 1.984, 1.848, 1.793, 1.757, 1.669, 1.484, 1.212, 0.911, 0.767,
          0.668, 0.56, 0.446, 0.278, 0.045),
}  # fmt: skip

PUSH = 0.05  # [m/s] forwards, at the start on the cycle of set A
PUSHED_HEIGHT = (
    1.996,
    1.171,
    0.987,
    0.732,
    0.516,
    0.376,
    0.256,
    0.177,
)  # [mm] |deviation| of the hip after 1, 2, ... strides

HARDER = {0.5: 1.79, 3.0: 2.21}  # contact times this (stiffness and damping) -> peak [weight], set A
LOWER, FALLS = (
    5.0,
    14,
)  # [deg] by which the knee flexor goes slack later: the stride in which set A falls, from a cold start
UNCHANGED = ("friction 0.5", "control every 2 ms")  # what hardly changes the peak of set A
