"""The corners of the convex hull of a mesh, by MuJoCo: what a mesh is for contacts."""

import numpy as np

from .mujoco_package import import_mujoco

KNOWN = (".stl", ".obj", ".msh")


def hull_of_file(data, suffix, scale, where):
    """Corners [m], shape (n, 3), of the hull of a mesh file in the axes of the file, each coordinate scaled."""
    mujoco = import_mujoco(where)
    if suffix.lower() not in KNOWN:
        raise ValueError(f"{where} must be one of {', '.join(KNOWN)}, got {suffix}")
    spec, name = mujoco.MjSpec(), f"mesh{suffix.lower()}"
    mesh = spec.add_mesh(name="mesh", file=name)
    mesh.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_CONVEX  # open meshes have no volume of their own
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname="mesh")
    spec.assets = {name: data}
    try:
        model = spec.compile()
    except ValueError as error:
        raise ValueError(f"{where} must be a mesh with a volume, got: {' '.join(str(error).split())}") from None
    corners = hull_of_model(mujoco, model, 0)
    R = np.zeros(9)
    mujoco.mju_quat2Mat(R, model.mesh_quat[0])
    return (corners @ R.reshape(3, 3).T + model.mesh_pos[0]) * np.array(scale)  # mirrored as well


def hull_of_model(mujoco, model, mesh):
    """Corners [m], shape (n, 3), of the hull of a compiled mesh in the axes of its geom."""
    first, count = model.mesh_vertadr[mesh], model.mesh_vertnum[mesh]
    vertices = np.array(model.mesh_vert[first : first + count], dtype=float)
    start = model.mesh_graphadr[mesh]
    if start < 0:
        return vertices
    n = model.mesh_graph[start]  # n corners, m faces, then the first edge and the number of each corner
    return vertices[model.mesh_graph[start + 2 + n : start + 2 + 2 * n]]
