"""Robots that others wrote: URDF, MJCF and tables of Denavit and Hartenberg become scenes, and a list of what was lost.

read.py        `read`: which format a file has;  imported.py: what a reading gives, and what all readers make
notes.py       what was ignored, approximated or assumed, by name
safe_xml.py    XML that strangers wrote;  files.py: the files that it may name
urdf.py        links and joints -> scene;  urdf_links.py: elements -> links and joints;  write_urdf.py: the way back
mjcf.py        a compiled model of MuJoCo -> scene;  mjcf_source.py: files -> that model;  mjcf_joints.py,
               mjcf_contacts.py, mjcf_actuators.py, mjcf_ties.py: its parts;  mjcf_left.py: what has no counterpart
shapes.py      collision shapes -> surfaces, one table for all formats;  meshes.py: the convex hull of a mesh
inertia.py     impossible inertias, and what a joint carries
rules.py       stiffness and damping of stops, contacts and loops where a file has none, or has MuJoCo's
"""
