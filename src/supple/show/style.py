"""How all pictures look: colours, dashes, and the style of an axis.

Colours are those of Okabe & Ito (distinct for colour-blind readers); lines that share a panel also differ in their dashes.
"""

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
BODY_COLOURS = tuple(colour for colour in COLOURS if colour != "#000000")
DASHES = ("-", "--", "-.", ":")


def line_style(i):
    """Colour, dashes and width of line i of a panel."""
    return {
        "color": COLOURS[i % len(COLOURS)],
        "linestyle": DASHES[i // len(COLOURS) % len(DASHES)] if i >= len(COLOURS) else DASHES[i % len(DASHES)],
        "linewidth": 1.3,
    }


def stacked(i):
    """Colour of layer i of a stack: paler after the last one, so that none is there twice."""
    paler = 0.6 * (i // len(COLOURS))
    return tuple(int(COLOURS[i % len(COLOURS)][k : k + 2], 16) / 255.0 * (1.0 - paler) + paler for k in (1, 3, 5))


def style_axes(axes, title, x_label, y_label):
    """Labels, a title at the left if there is one, a faint grid behind the curves, no frame; return the axes."""
    if title:
        axes.set_title(title, fontsize=9, loc="left")
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.grid(True, color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return axes


def legend_beside(axes):
    """A legend at the right of the axes; return them."""
    axes.legend(fontsize=8, frameon=False, markerscale=2.0, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return axes


def new_axes(axes, size):
    """The axes that were given, or new ones of a size [inch]."""
    if axes is not None:
        return axes
    import matplotlib.pyplot as plt

    return plt.subplots(figsize=size, layout="constrained")[1]
