"""Names as people type them: upper or lower case, American or British, with a slip of the finger."""

import re
from difflib import get_close_matches

_BRITISH = {"aluminum": "aluminium", "gray": "grey", "tire": "tyre"}


def key(name):
    """The form in which names are compared: lower case, single spaces, British spelling."""
    if not isinstance(name, str):
        raise TypeError(f"material must be a name or a Material, got {name!r}")
    return re.sub(r"[a-z]+", lambda word: _BRITISH.get(word[0], word[0]), " ".join(name.lower().split()))


def did_you_mean(name, choices):
    """`; did you mean 'a', 'b' or 'c'?` with the nearest of `choices`, or nothing where none is near."""
    by_key = {key(choice): choice for choice in choices}
    near = get_close_matches(key(name), by_key, n=3, cutoff=0.7)
    near += [text for text in by_key if len(key(name)) > 2 and key(name) in text and text not in near]
    shown = [repr(by_key[text]) for text in near[:3]]
    if not shown:
        return ""
    return f"; did you mean {' or '.join(filter(None, (', '.join(shown[:-1]), shown[-1])))}?"
