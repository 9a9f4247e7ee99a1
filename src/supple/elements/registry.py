"""The kinds of elements: one line each, file and the class that users write, if there is one. New ones at the end."""

from ..registry import Registry

ELEMENTS = Registry(
    "supple.elements",
    "contact",
    "limit",
    "joint_spring",
    "force",
    "spring.Spring",
    "bushing.Bushing",
    "motion.Motion",
    "flexure",
    "cable.Cable",
    "coordinate_damper.CoordinateDamper",
    "series_elastic.SeriesElastic",
    "unidirectional_cable.UnidirectionalCable",
    "backlash.Backlash",
    "motor.Motor",
    "sensor.PositionSensor",
    "sensor.SpeedSensor",
    "sensor.Encoder",
    "sensor.DeflectionSensor",
    "sensor.ForceSensor",
    "pid.PID",
    "tracking.Tracking",
    "gravity_compensation.GravityCompensation",
    "impedance.Impedance",
    "python_controller.PythonController",
    "torque.Torque",
)
