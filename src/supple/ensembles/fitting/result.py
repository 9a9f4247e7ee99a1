"""What a fit of a scene found: values, intervals, correlation, residuals, how it was found and what to doubt."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..._check import one_of
from ..._files import replacing
from ...trajectory import Trajectory


@dataclass(frozen=True, slots=True)
class Estimate:
    """One parameter: its value and interval; nan where a bound or the data do not let one tell."""

    value: float
    low: float
    high: float
    start: float
    bounds: tuple[float, float]
    scale: str
    at_bound: str  # "", "lower", "upper"


@dataclass(frozen=True)
class SceneFit:
    """Parameters of a scene fitted to data; `str()` is a table.

    estimates    {name: Estimate};  values  {name: value}, as `read_scene(..., set=fit.values)` takes them
    correlation  of the estimates, in the order of their names; nan for one at a bound
    sigma        sqrt(S/(n - p)): 1 where the run misses the data as far as their sd says
    columns      the data;  predicted, residuals  {column: numbers of the run; run - data}, in the unit of the column
    deviations   {column: rms of its residuals}
    method       how the minimum was found;  rough  {parameter: how far the cost was from its prediction}
    evaluations  runs;  failures  {sentence: how many};  failed_at  {sentence: values of the first}
    starts       refined starts, the given one first;  notes  what to doubt;  run  the run at the values
    """

    scene: str
    estimates: dict[str, Estimate]
    level: float
    correlation: np.ndarray
    sigma: float
    columns: tuple
    predicted: dict[str, np.ndarray]
    method: str
    rough: dict[str, float]
    evaluations: int
    failures: dict[str, int]
    failed_at: dict[str, dict]
    starts: tuple
    notes: tuple[str, ...]
    run: Trajectory

    @property
    def values(self) -> dict[str, float]:
        """Values of the parameters."""
        return {name: one.value for name, one in self.estimates.items()}

    @property
    def residuals(self) -> dict[str, np.ndarray]:
        """Run - data of each column."""
        return {column.name: self.predicted[column.name] - column.values for column in self.columns}

    @property
    def deviations(self) -> dict[str, float]:
        """Root of the mean square of the residuals of each column."""
        return {name: float(np.sqrt(np.mean(r**2))) for name, r in self.residuals.items()}

    @property
    def points(self) -> int:
        """Number of data."""
        return sum(column.values.size for column in self.columns)

    def __str__(self) -> str:
        percent = f"{100.0 * self.level:g} %"
        width = max(9, *(len(name) for name in self.estimates))
        lines = [
            f"{self.scene}: {self.points} data, {len(self.estimates)} parameters, sigma {self.sigma:.3g}, {self.method}",
            f"  {'parameter':{width}}  {'value':>12}  {percent + ' from':>12}  {'to':>12}",
            *(
                f"  {name:{width}}  {e.value:12.6g}  {e.low:12.6g}  {e.high:12.6g}"
                for name, e in self.estimates.items()
            ),
            *(f"  rms of {name}: {rms:.4g}" for name, rms in self.deviations.items()),
            f"  {self.evaluations} runs, {sum(self.failures.values())} failed",
            *(f"  note: {note}" for note in self.notes),
        ]
        return "\n".join(lines)

    __repr__ = __str__

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain data, without the numbers of the columns."""
        return {
            "scene": self.scene,
            "points": self.points,
            "parameters": {
                name: {
                    "value": one.value, "low": one.low, "high": one.high, "start": one.start, "bounds": list(one.bounds),
                    "scale": one.scale, "at_bound": one.at_bound,
                }
                for name, one in self.estimates.items()
            },
            "level": self.level,
            "correlation": [[float(number) for number in row] for row in self.correlation],
            "sigma": self.sigma,
            "columns": {
                column.name: {"data": column.source, "points": column.values.size, "rms": self.deviations[column.name]}
                for column in self.columns
            },
            "method": self.method,
            "rough": dict(self.rough),
            "evaluations": self.evaluations,
            "failures": [
                {"sentence": sentence, "count": count, "first": dict(self.failed_at[sentence])}
                for sentence, count in self.failures.items()
            ],
            "starts": [
                {"values": one.values, "sum_of_squares": one.S, "end": one.end, "sum_of_squares_end": one.S_end}
                for one in self.starts
            ],
            "notes": list(self.notes),
        }  # fmt: skip

    def write(self, path: str | Path) -> Path:
        """Write it as TOML or JSON, by the ending of the name; what is not a finite number is nan, in JSON null."""
        path = Path(path)
        one_of("ending of the file", path.suffix, (".toml", ".json"))
        with replacing(path) as beside:
            beside.write_text(self._text(path.suffix), encoding="utf-8", newline="\n")
        return path

    def _text(self, ending):
        if ending == ".json":
            finite = json.loads(json.dumps(self.as_dict()), parse_constant=lambda word: None)
            return json.dumps(finite, indent=2) + "\n"
        import tomli_w

        return tomli_w.dumps(self.as_dict())
