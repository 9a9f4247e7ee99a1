"""Published studies, reproduced: a file or a folder per paper, every published figure beside ours.

`study.STUDIES` lists them by their command-line names; `supple reproduce` runs them. No paper knows another: what two of
them need is in `study.py`. Compiled code of a paper is in its `engine.py`, nowhere else.
"""

from .study import STUDIES, Item, Study, find_study, study_names

__all__ = ["STUDIES", "Item", "Study", "find_study", "study_names"]
