"""Published studies, done again: one file per paper, every published figure beside ours.

`study.STUDIES` lists them by their command-line names; `supple reproduce` runs them.
"""

from .study import STUDIES, Item, Study, find_study, study_names

__all__ = ["STUDIES", "Item", "Study", "find_study", "study_names"]
