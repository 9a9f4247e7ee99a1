"""Dotted keys of TOML, and how many parts they may have.

The reader of the standard library takes time and memory by the square of the number of parts of a key: a key of 10^5 parts,
two hundred kilobytes, would ask for 40 GB. Scenes need six or so; a text is looked through before it is read.
"""

import re

KEY = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""  # one part, bare or in quotes
MOST_PARTS = 100

# comments, and texts in quotes, which may hold dots of their own
_TEXT = re.compile(r"""#.*|"(?:[^"\\]|\\.)*"|'[^']*'""")
_LONG = re.compile(rf'(?:\.\s*[\w"-]+\s*){{{MOST_PARTS},}}')


def check_key_length(text, what):
    """Raise if a dotted key in a text in TOML has too many parts."""
    if text.count(".") < MOST_PARTS:
        return
    for line in text.splitlines():
        if line.count(".") < MOST_PARTS:
            continue
        found = _LONG.search(_TEXT.sub(lambda word: '""' if word[0][0] in "\"'" else "", line))
        if found:
            parts = found[0].count(".") + 1
            raise ValueError(f"{what} must have at most {MOST_PARTS} parts between dots, got {parts}")
