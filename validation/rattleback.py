"""The reversal of the rattleback on ever stiffer floors, against a rigid one that rolls without slipping.

    python validation/rattleback.py

The stone of examples/scenes/rattleback.toml. The rigid one (tests/physics/rigid_rolling.py) is integrated by scipy and
shares no code with supple. Prints, per stiffness: largest difference of the spin over 4 s; the difference times the
stiffness, a constant where the error is in proportion to 1/k; when the spin reverses; residual of the ledger, steps, CPU.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np

sys.path[0] = str(Path(__file__).resolve().parents[1] / "tests")

from physics.rigid_rolling import RigidRolling, spin_of  # noqa: E402
from physics.spinning import rattleback, reversals, spin  # noqa: E402

END = 4.0  # [s]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--k", nargs="+", type=float, default=(1e6, 1e7, 1e8, 1e9), help="stiffnesses [N/m]")
    parser.add_argument("--rtol", type=float, default=1e-9)
    options = parser.parse_args()
    times = np.linspace(0.0, END, 4001)
    scene = rattleback(1e7, end=1e-3).scene  # compiles, if need be
    rigid = RigidRolling(scene, "stone")
    states = rigid.states(times)
    exact = spin_of(states)
    energies = [rigid.energy(y) for y in states]
    forces = np.array([rigid.force(y) for y in states])
    lean = np.degrees(np.arccos(states[:, 2].min()))
    print(f"rigid: reversal at {reversals(times, exact)} s, spin {exact[0]:.3f}, at the end {exact[-1]:.6f} rad/s")
    normal, mu = forces[:, 0], np.max(forces[:, 1] / forces[:, 0])
    print(f"       leans by {lean:.2f} deg at most, normal force {normal.min():.2f} to {normal.max():.2f} N")
    print(f"       holds with mu = {mu:.3f}, energy drifts by {np.ptp(energies):.1e} J")
    closer = spin_of(rigid.states(times, rtol=1e-12))
    print(f"       with rtol 1e-12 instead of 1e-10 it differs by {np.abs(closer - exact).max():.1e} rad/s")
    for k in options.k:
        before = time.process_time()
        run = rattleback(k, rtol=options.rtol, end=END)
        cost = time.process_time() - before
        soft = spin(run, "stone", times)
        error, turns = np.abs(soft - exact).max(), reversals(times, soft)
        print(
            f"k {k:.0e} N/m: spin within {error:.2e} rad/s, times k {error * k:.3e}, reversal {turns} s, ledger "
            f"{run.ledger.relative_residual:.1e}, {len(run.t)} steps, {len(run.events)} events, {cost:.2f} s CPU"
        )


if __name__ == "__main__":
    main()
