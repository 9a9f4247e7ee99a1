"""Where compiled code may live: the cache is named after those sources only, so code elsewhere would go stale."""

import re
from pathlib import Path

import supple
from supple._jit import COMPILED

PACKAGE = Path(supple.__file__).parent


def test_compiled_code_lives_where_the_cache_looks():
    decorated = re.compile(r"^@(kernel|entry|inlined|spliced|generic|\w+\.register)", re.M)
    homes = {path.relative_to(PACKAGE).parts[0] for path in PACKAGE.rglob("*.py") if decorated.search(path.read_text())}
    assert homes and homes <= set(COMPILED)
