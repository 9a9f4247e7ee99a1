"""All benchmarks in one go: `python benchmarks/run.py [--json FILE] [name ...]`."""

import balls
import blocks
import common
import controlled
import drop
import elastic_robots
import ellipsoids
import flexible
import floating_robot
import forward_dynamics
import heap
import jacobian
import many_bodies
import methods
import restitution_map
import robot_race
import robots
import slide
import start_up
import stiff_steps
import sweeps

if __name__ == "__main__":
    common.main([
        forward_dynamics, floating_robot, jacobian, stiff_steps, methods, drop, slide, robots, robot_race, controlled,
        flexible, ellipsoids, blocks, elastic_robots, restitution_map, balls, many_bodies, heap, start_up, sweeps,
    ])  # fmt: skip
