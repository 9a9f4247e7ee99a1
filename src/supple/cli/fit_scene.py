"""`supple fit SCENE DATA...`: parameters of a scene fitted to measured data, told, drawn and written."""


def fit_scene_and_tell(scene, data, asked, out, json):
    """Fit, then print a table or one object; with `out` also write NAME-fit.toml and NAME-fit.png."""
    from .. import fit_scene, parse_setting
    from .output import print_files, print_json, progress_bar

    if not data:
        raise ValueError(f"a file with data must be given behind the scene {str(scene)!r}, got none")
    if "parameter" not in asked:
        raise ValueError(
            f"--parameter must name what is to be fitted: {_names(scene)}, or the path of a number, got none"
        )
    asked["parameters"] = asked.pop("parameter")
    asked["noise"] = dict(_noise(text) for text in asked.get("noise", ()))
    asked["set"] = dict(parse_setting(text) for text in asked.get("set", ()))
    with progress_bar("fitting", quiet=json) as progress:
        found = fit_scene(scene, data, **asked, progress=progress)
    files, replaced = ({}, []) if out is None else _written(found, out, f"{scene.stem}-fit")
    if json:
        print_json(found.as_dict() | {"files": files, "replaced": replaced})
        return
    _print(found)
    print_files(files, replaced)


def _names(scene):
    """The parameters of a scene, for a sentence."""
    from ..scene.documents import read_document
    from ..scene.settings import flatten, join_name

    known = flatten(read_document(scene).content.get("parameters", {}), "parameters")
    return ", ".join(map(join_name, known)) or "a parameter (the scene has none)"


def _noise(text):
    """COLUMN=SD -> (column, number)."""
    name, equals, number = (part.strip() for part in text.rpartition("="))
    try:
        return name, float(number)
    except ValueError:
        raise ValueError(f"--noise must be COLUMN=SD such as ball.z=1e-3, got {text!r}") from None


def _written(found, out, name):
    """What was written and what was there before; only now: a fit that failed leaves nothing behind."""
    import warnings

    from .._files import ReplacedWarning
    from ..show import plot_scene_fit, write_figure
    from .output import output_directory

    warnings.simplefilter("ignore", ReplacedWarning)  # it is said beside the name
    directory = output_directory(out)
    files = {"fit": directory / f"{name}.toml", "picture": directory / f"{name}.png"}
    replaced = [kind for kind, path in files.items() if path.exists()]
    found.write(files["fit"])
    write_figure(plot_scene_fit(found), files["picture"])
    return {kind: str(path) for kind, path in files.items()}, replaced


def _print(found):
    """The fit for people."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from .output import width

    console = Console(highlight=False, emoji=False, width=width())
    console.print(f"[bold]{escape(found.scene)}[/bold]: {found.points} data, sigma {found.sigma:.3g}, {found.method}")
    table = Table(box=SIMPLE)
    for name in ("parameter", "value", f"{100.0 * found.level:g} % from", "to", "began at"):
        table.add_column(name, justify="left" if name == "parameter" else "right", no_wrap=True)
    for name, one in found.estimates.items():
        table.add_row(escape(name), *(f"{x:.6g}" for x in (one.value, one.low, one.high, one.start)))
    console.print(table)
    for name, rms in found.deviations.items():
        console.print(f"  [dim]rms[/dim]         {escape(name)} {rms:.4g}", soft_wrap=True)
    failed = sum(found.failures.values())
    console.print(
        f"  [dim]runs[/dim]        {found.evaluations}, {failed} failed; refined from {len(found.starts)} of the starts"
    )
    for note in found.notes:
        console.print(f"  [dim]note[/dim]        {escape(note)}", soft_wrap=True)
