"""The package mujoco, which only those need who read MJCF or meshes."""


def import_mujoco(what):
    """The package, or a sentence."""
    try:
        import mujoco
    except ImportError:
        raise ImportError(f"{what} needs the package mujoco: pip install 'supple[import]'") from None
    return mujoco
