"""What is imported when: a library that takes long to load waits until something needs it.

Each case runs in a fresh process without the compiler, which is the same Python.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

DROP = Path(__file__).parents[1] / "examples" / "scenes" / "drop.toml"
HEAVY = ("scipy", "matplotlib", "xarray", "pandas", "h5py", "h5netcdf")
TERMINAL = ("rich", "pygments", "typer", "click")
COMPILER = ("numba", "llvmlite")
ENGINE = "supple.papers.soft_contact.engine"

BUILD = """
import supple as sp
scene = sp.Scene(gravity=(0, 0, -9.81), name="drop")
scene.ground(material="cast iron")
scene.body("ball", mass=0.066, joint=sp.Free(position=(0, 0, 0.02)), surfaces=[sp.Sphere(0.0127, material="steel")])
normal = sp.AzadFeatherstone.from_restitution(e=0.70, speed=2.0, mass=0.066, k=1.1e10)
scene.contact("steel", "cast iron", normal=normal, friction=sp.StickSlip(mu=0.3, kt=1e7, bt=100.0))
"""
SIMULATE = f"{BUILD}\nrun = sp.simulate(scene, 0.06)\nprint(run)\nassert run.success and len(run.impacts) >= 1"
COMMAND = "import supple.cli\ntry: supple.cli.main({arguments})\nexcept SystemExit as end: assert not end.code, end"


def command(*arguments):
    return COMMAND.format(arguments=[str(argument) for argument in arguments])


CASES = {  # what is done, what must not be there afterwards
    "import": ("import supple", ("numpy", *COMPILER, *HEAVY, *TERMINAL)),
    "simulate is looked up": ("import supple; supple.simulate", (*COMPILER, *HEAVY, *TERMINAL)),
    "a scene is built": (BUILD, (*COMPILER, *HEAVY, *TERMINAL)),
    "a ball is dropped": (SIMULATE, (*COMPILER, *HEAVY, *TERMINAL)),
    "laws are tested": ("import supple; supple.testing.check_normal_law", (*COMPILER, *HEAVY)),
    "impacts are looked up": ("import supple; supple.fit, supple.impact, supple.design_damping", (*COMPILER, *HEAVY)),
    "studies are named": ("import supple.papers; supple.papers.study_names()", (*COMPILER, *HEAVY, *TERMINAL, ENGINE)),
    "plots are looked up": (
        "import supple; supple.show.plot_overview, supple.show.write_report",
        (*HEAVY, *TERMINAL, "supple.ensembles", "supple.linear.modes"),
    ),
    "supple --version": (command("--version"), ("numpy", *COMPILER, *HEAVY)),
    "supple --help": (command("--help"), ("numpy", *COMPILER, *HEAVY)),
    "supple schema": (command("schema"), (*COMPILER, *HEAVY)),
    "supple materials": (command("materials", "steel"), (*COMPILER, *HEAVY)),
    "supple check": (command("check", DROP), (*COMPILER, *HEAVY)),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_not_needed_is_not_imported(name, tmp_path):
    code, absent = CASES[name]
    assert not loaded(code, tmp_path) & set(absent)


@pytest.mark.jit
def test_machine_code_that_is_kept_needs_no_numba(tmp_path):
    loaded(SIMULATE, tmp_path, jit=True)
    assert not loaded(SIMULATE, tmp_path, jit=True) & {"numba", *HEAVY, *TERMINAL}


def test_a_run_to_a_file_draws_nothing_before_its_summary(tmp_path):
    """The modules that are there when the summary is printed: those of the file, none that draws."""
    code = f"""
import sys, supple.cli.output as output
output.print_summary = lambda data: print("modules:", *sys.modules)
{command("run", DROP, "--end", "0.01", "--out", tmp_path)}
"""
    there = loaded(code, tmp_path)
    assert "h5py" in there and not there & {"matplotlib", "xarray", "pandas"}
    assert (tmp_path / "drop.png").exists() and (tmp_path / "drop.html").exists()


def loaded(code, directory, jit=False):
    """Modules that a fresh process has after some code, or where that prints them itself."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "0" if jit else "1", "MPLBACKEND": "Agg"}
    code = f"{code}\nimport sys\nprint('modules:', *sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=directory, env=environment)
    assert done.returncode == 0, done.stderr
    return set(next(line for line in done.stdout.splitlines() if line.startswith("modules:")).split()[1:])
