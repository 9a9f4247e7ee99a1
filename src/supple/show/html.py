"""Pieces of HTML; texts are escaped on their way into them."""

from html import escape

FIRST = 20  # rows of a table


def section(title, inside):
    """A section with a heading."""
    return f"<section>\n<h2>{escape(title)}</h2>\n{inside}\n</section>"


def facts(rows):
    """A table of names and values."""
    lines = "\n".join(f'<tr><th scope="row">{escape(k)}</th><td>{escape(str(v))}</td></tr>' for k, v in rows.items())
    return f'<table class="facts"><tbody>\n{lines}\n</tbody></table>'


def table(head, rows):
    """A table; all columns but the first are numbers."""
    kind = [""] + [' class="number"'] * (len(head) - 1)
    top = "".join(f'<th scope="col"{k}>{escape(text)}</th>' for k, text in zip(kind, head, strict=True))
    lines = "\n".join(
        "<tr>" + "".join(f"<td{k}>{escape(str(cell))}</td>" for k, cell in zip(kind, row, strict=True)) + "</tr>"
        for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>\n{lines}\n</tbody></table></div>'


def items(lines):
    """A list."""
    return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"


def of(title, count):
    """A title that says how many rows are not there."""
    return f"{title} ({FIRST} of {count})" if count > FIRST else title
