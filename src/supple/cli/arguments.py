"""Arguments of commands: numbers, of which what is none is named with its value, and the options of a run."""

import functools
import inspect
from dataclasses import fields

import typer

from ..options import OPTIONS, Options


def number(text: str) -> float:
    """A number."""
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"must be a number, got {text!r}") from None


def whole(text: str) -> int:
    """A whole number."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"must be a whole number, got {text!r}") from None


# --- options of a run ---------------------------------------------------------------------------------------------------
def with_run_options(command):
    """A command with an option for each of `supple.options`; it gets them as its first argument, None: not given."""
    own = list(inspect.signature(command).parameters.values())[1:]

    @functools.wraps(command)
    def wrapped(**given):
        asked = {name: given.pop(name) for name in OPTIONS}
        return command(asked, **given)

    of_run = [
        inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=option)
        for one in fields(Options)
        for kind, option in [_option(one)]
    ]
    keyword = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in own]
    wrapped.__signature__ = inspect.Signature([*keyword, *of_run])
    wrapped.__annotations__ = {parameter.name: parameter.annotation for parameter in (*keyword, *of_run)}
    return wrapped


def _option(one):
    """(kind, what typer asks for) of an option of a run."""
    said = OPTIONS[one.name].help
    text = f"{said[0].upper()}{said[1:]}."
    if one.type is str:
        return str, typer.Option(None, autocompletion=_methods, help=text)
    kind, parser = (int, whole) if one.type == int | None else (float, number)
    return kind, typer.Option(None, parser=parser, metavar="NUMBER", help=text)


def _methods(beginning: str):
    from ..integrate.methods import method_names

    return [name for name in method_names() if name.startswith(beginning)]
