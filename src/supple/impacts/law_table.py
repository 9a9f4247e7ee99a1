"""Normal laws as compiled code sees them: a table with one row per law."""

from typing import NamedTuple

import numpy as np

from .._jit import Flags, Ints, Ints2, Reals2, by_reference
from ..laws.normal.ids import NormalLaw


@by_reference
class LawTable(NamedTuple):
    """Laws, one row each."""

    number: Ints  # which kernels (`NormalLaw`)
    row: Reals2  # parameters
    calls: Ints2  # addresses of force and energy of a user's law
    singular: Flags  # whether the force begins with a fractional power of the indentation


def law_table(laws):
    """The table of some laws."""
    laws = [_known(law) for law in laws]
    calls = [law.addresses() if law.law == NormalLaw.USER else (0, 0) for law in laws]
    return LawTable(
        np.array([int(law.law) for law in laws], dtype=np.int64),
        np.array([law.row() for law in laws], dtype=float).reshape(len(laws), -1),
        np.array(calls, dtype=np.int64).reshape(len(laws), 2),
        np.array([bool(law.singular_start) for law in laws], dtype=np.bool_),
    )


def _known(law):
    if isinstance(getattr(law, "law", None), NormalLaw) and hasattr(law, "row"):
        return law
    raise TypeError(f"law must be a normal law such as AzadFeatherstone(k=..., lam=...), got {law!r}")
