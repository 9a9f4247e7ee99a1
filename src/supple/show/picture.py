"""Figures as bytes and as text: panels are placed once, and nothing is drawn twice.

Matplotlib draws a figure that has a layout twice for each file: once unseen, to place the panels, and once for the file.
"""

import io
import re
from contextlib import contextmanager
from functools import cached_property

from .._files import replacing

DPI = 130  # of pictures
MORE_DIGITS = re.compile(r"(?<=\.\d\d)\d+")  # of a coordinate: 0.01 pt will do


@contextmanager
def placed(figure):
    """A figure whose panels are placed now and stay there inside: files that are written there do not place them anew."""
    from matplotlib import rc_context

    layout = figure.get_layout_engine()
    if layout is None:
        yield figure
        return
    with _resolution(figure):
        layout.execute(figure)
    with rc_context({"figure.autolayout": False, "figure.constrained_layout.use": False}):
        figure.set_layout_engine(None)  # which is: as the defaults say. A layout "none" would still be drawn for
    try:
        yield figure
    finally:
        figure.set_layout_engine(layout)


@contextmanager
def _resolution(figure):
    """The figure has the resolution of pictures inside: texts that are measured there need not be for the file."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    if figure.canvas.manager is None and not hasattr(figure.canvas, "get_renderer"):
        FigureCanvasAgg(figure)  # becomes the canvas of the figure, and keeps what it has measured for the file
    dpi, canvas, manager = figure.dpi, figure.canvas, figure.canvas.manager
    canvas.manager = None  # the window of a figure, if it has one, keeps its size
    figure.dpi = DPI
    try:
        yield
    finally:
        figure.dpi = dpi
        canvas.manager = manager


class Picture:
    """A figure that is drawn once for each format, however many ask for it."""

    def __init__(self, figure):
        self.figure = figure

    @cached_property
    def png(self):
        """The bytes of a file."""
        file = io.BytesIO()
        with placed(self.figure):
            self.figure.savefig(file, format="png", dpi=DPI)
        return file.getvalue()

    def write(self, path):
        """Write the bytes, complete or not at all."""
        drawn = self.png
        with replacing(path) as beside:
            beside.write_bytes(drawn)

    def svg(self, largest):
        """The text of a file; None if that is longer than `largest`."""
        file = _Short(largest)
        nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        try:
            with placed(self.figure):
                self.figure.savefig(file, format="svg", metadata=nothing)
        except _TooLong:
            return None
        return file.getvalue()


class _TooLong(Exception):
    """The text has become longer than it may."""


class _Short(io.StringIO):
    """A text in which paths have few digits; to write more than `largest` into it is an error, at once."""

    def __init__(self, largest):
        super().__init__()
        self._left = largest

    def write(self, text):
        """Of the writer of SVG: an attribute comes as a whole."""
        if text.startswith(' d="'):
            text = MORE_DIGITS.sub("", text)
        self._left -= len(text)
        if self._left < 0:
            raise _TooLong
        return super().write(text)
