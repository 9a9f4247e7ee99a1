"""A spoilt scene file gives one sentence that begins with the file and the place, and never a traceback from inside."""

import pytest
from scene.zoo import TEXT

from supple.scene.files import read_scene, scene_from_toml, scene_to_toml
from supple.scene.scene import Scene

POSITION = 'position = [0, 0, "$height"]'
MASS = "mass = 0.066\njoint"
MATERIALS = 'materials = ["steel", "cast iron"]'
INERTIA, VALUES, STEEL = "inertia = [1, 1, 1]", "values = [0, 2]", 'material = "steel" }'
BALL, ARM = "bodies.ball", "bodies.arm"
SPHERE = f"{BALL}.surfaces[0]"

# what: (text in the file, what stands there instead, words of the sentence)
EDITS = {
    # syntax
    "open bracket": ("[0, 0, -9.81]", "[0, 0", ("is not valid TOML", "line")),
    "no value": ('name = "drop"', "name =", ("is not valid TOML", "line 1")),
    "key twice": (MASS, "mass = 1\nmass = 2\njoint", ("is not valid TOML",)),
    "table twice": ("[output]", "[run]", ("is not valid TOML",)),
    "control character": ('"drop"', '"dr\x01op"', ("is not valid TOML",)),
    "number of 5000 digits": (MASS, f"mass = {'9' * 5000}\njoint", ("is not valid TOML", "digits")),
    "deep list": ("[0, 0, -9.81]", "[" * 10000, ("nested too deeply",)),
    "closed deep list": ("[0, 0, -9.81]", "[" * 200 + "]" * 200, ("gravity", "must be 3 numbers")),
    "deep dotted key": ("[ground]", ".".join(["a"] * 3000) + " = 1\n[ground]", ("a key must have at most 100", "3000")),
    "deep dotted key of a body": (INERTIA, ".".join(["com"] * 3000) + " = 1", ("a key must have at most 100",)),
    # sections
    "unknown section": ("[run]", "[rnu]", (": key must be one of name", "'rnu'", "did you mean 'run'")),
    "unknown top-level key": ('name = "drop"', 'nme = "drop"', (": key", "'nme'", "did you mean 'name'")),
    "name is a number": ('name = "drop"', "name = 3", ("name of a scene must be a non-empty text", "3")),
    "name is empty": ('name = "drop"', 'name = ""', ("name of a scene must be a non-empty text", "''")),
    "name is a date": ('name = "drop"', "name = 2024-01-01", ("name of a scene", "non-empty text", "2024")),
    "gravity is a number": ("gravity = [0, 0, -9.81]", "gravity = -9.81", ("gravity must be 3 numbers [m/s^2]", "-9.81")),
    "gravity is short": ("[0, 0, -9.81]", "[0, -9.81]", ("gravity must be 3 numbers", "got 2")),
    "gravity is a text": ("[0, 0, -9.81]", '"abc"', ("gravity must be 3 numbers", "'abc'")),
    "gravity is nan": ("-9.81", "nan", ("gravity[2] must be finite", "nan")),
    "gravity is too large": ("-9.81", "1e400", ("gravity[2] must be finite", "inf")),
    "bodies is a number": ("[bodies.ball]", "[x]", (": key", "'x'")),
    "body is a number": ("[ground]", "[bodies]\nbox = 3\n[ground]", ("bodies.box must be a table", "3")),
    "contacts is a table": ("[[contacts]]", "[contacts]", ("contacts must be a list of tables [[contacts]]",)),
    "forces is a table": ("[[forces]]", "[forces]", ("forces must be a list of tables [[forces]]",)),
    "run is a list": ("[run]", "[[run]]", ("run must be a table",)),
    "include in a text": ('name = "drop"', 'include = ["a.toml"]', ("include must be left out", "a.toml")),
    # parameters
    "unknown parameter": ('"$height"', '"$heigth"', (f"{BALL}.joint.position[2]", "heigth", "did you mean 'height'")),
    "no parameter name": ('"$height"', '"$"', (f"{BALL}.joint.position[2]: parameter must be one of",)),
    "table of parameters": ('"$ground.mu"', '"$ground"', ("contacts[0].friction.mu: parameter", "'ground'", "ground.mu")),
    "parameter in a parameter": ("height = 1.0", 'height = "$label"', ("parameters.height must be a plain value",)),
    "parameter in a list": ("height = 1.0", 'height = [1, "$label"]', ("parameters.height[1] must be a plain value",)),
    "table in a list": ("height = 1.0", "height = [{ a = 1 }]", ("parameters.height[0] must be a plain value",)),
    "parameters is a list": ("[parameters]", "[[parameters]]", ("parameters must be a table",)),
    "text for a number": ("height = 1.0", 'height = "high"', (f"{BALL}.joint: position[2] must be a number", "'high'")),
    "bool for a number": ("height = 1.0", "height = true", (f"{BALL}.joint: position[2] must be a number", "True")),
    # materials
    "unknown material key": ("E = 2e11", "Eh = 2e11", ("materials.steel: key", "'Eh'", "did you mean 'E'")),
    "negative modulus": ("E = 2e11", "E = -2e11", ("materials.steel: E of 'steel' must be > 0 Pa",)),
    "Poisson": ("nu = 0.3", "nu = 0.7", ("materials.steel: nu of 'steel' must be between -1.0 and 0.5",)),
    "source": ("nu = 0.3", "source = 3", ("materials.steel: source of 'steel' must be a text", "3")),
    # ground
    "unknown ground key": ('material = "cast iron"', 'materal = "iron"', ("ground: key", "did you mean 'material'")),
    "ground material": ('material = "cast iron"', "material = 3", ("ground: material must be a non-empty text", "3")),
    "ground normal": ('material = "cast iron"', "normal = [0, 0, 0]", ("ground: normal must not be the zero vector",)),
    "ground normal is a law": ('material = "cast iron"', "normal = { type = 'Hertz' }", ("normal must be 3 numbers",)),
    "ground is a body too": ("[bodies.arm]", "[bodies.ground]", ("bodies.ground: name of a body must be new",)),
    # bodies
    "unknown body key": (MASS, "mas = 0.066\njoint", (f"{BALL}: key", "'mas'", "did you mean 'mass'")),
    "name inside": (MASS, "name = 'x'\njoint", (f"{BALL}: key must be one of mass", "'name'")),
    "negative mass": (MASS, "mass = -1\njoint", (f"{BALL}: mass of 'ball' must be >= 0 kg", "-1")),
    "mass is a text": (MASS, "mass = '1.0'\njoint", (f"{BALL}: mass of 'ball' must be a number [kg]", "'1.0'")),
    "mass is a bool": (MASS, "mass = true\njoint", (f"{BALL}: mass of 'ball' must be a number", "True")),
    "mass is a date": (MASS, "mass = 2024-01-01\njoint", (f"{BALL}: mass of 'ball' must be a number", "date")),
    "mass is a list": (MASS, "mass = [1]\njoint", (f"{BALL}: mass of 'ball' must be a number", "[1]")),
    "mass is a table": (MASS, "mass = { m = 1 }\njoint", (f"{BALL}: mass of 'ball' must be a number", "{'m': 1}")),
    "mass is inf": (MASS, "mass = inf\njoint", (f"{BALL}: mass of 'ball' must be finite", "inf")),
    "mass of 400 digits": (MASS, f"mass = 1{'0' * 400}\njoint", (f"{BALL}: mass of 'ball' must be finite", "...")),
    "mass of 5000 hex digits": (MASS, f"mass = 0x1{'0' * 5000}\njoint", (f"{BALL}: mass of 'ball' must be finite",)),
    "inertia is a text": (INERTIA, "inertia = 'abc'", (f"{ARM}: inertia of 'arm' must be 3 moments", "'abc'")),
    "inertia of texts": (INERTIA, "inertia = ['1', '1', '1']", (f"{ARM}: inertia of 'arm'", "'1'")),
    "inertia of four": (INERTIA, "inertia = [1, 1, 1, 1]", (f"{ARM}: inertia of 'arm'", "got 4")),
    "ragged inertia": (INERTIA, "inertia = [[1, 0], [0], []]", (f"{ARM}: inertia of 'arm'[0]", "3 numbers")),
    "triangle inequality": (INERTIA, "inertia = [1, 1, 3]", (f"{ARM}: inertia of 'arm'", "triangle")),
    "asymmetric": ("[1, 1, 1]", "[[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]", (f"{ARM}: inertia of 'arm' must be symmetric",)),
    "com": (INERTIA, "com = [1, 2]", (f"{ARM}: com of 'arm' must be 3 numbers",)),
    "unknown parent": (INERTIA, "parent = 'bal'", (f"{ARM}: parent", "'bal'", "did you mean 'ball'")),
    "parent is a list": (INERTIA, "parent = ['ball']", (f"{ARM}: parent must be one of", "['ball']")),
    "own parent": (INERTIA, "parent = 'arm'", (f"{ARM}: parents must not go in a circle", "arm -> arm")),
    "named world": ("[bodies.arm]", "[bodies.world]", ("bodies.world: name of a body must be new",)),
    "empty name": ("[bodies.arm]", '[bodies.""]', ('bodies."": name of a body must be a non-empty text',)),
    "free child": (MASS, "parent = 'arm'\njoint", (f"{BALL}: parent of 'ball' must be the world for a Free joint",)),
    # joints
    "joint is a text": ('{ type = "Free", ' + POSITION + " }", '"Free"', (f"{BALL}.joint must be a table", "'Free'")),
    "unknown joint": ('type = "Free"', 'type = "Fre"', (f"{BALL}.joint: type", "'Fre'", "did you mean 'Free'")),
    "joint without type": ('type = "Free", ', "", (f"{BALL}.joint: type must be one of Free, Fixed", "got none")),
    "type is a number": ('type = "Free"', "type = 3", (f"{BALL}.joint: type must be one of", "got 3")),
    "a surface as a joint": ('type = "Free"', 'type = "Sphere"', (f"{BALL}.joint: type must be one of", "'Sphere'")),
    "unknown joint key": (POSITION, "positon = [0, 0, 0]", (f"{BALL}.joint: key", "did you mean 'position'")),
    "joint without from": ('type = "Free"', 'type = "Free", from = "x"', (f"{BALL}.joint: from must be one of (there",)),
    "position is long": (POSITION, "position = [0, 0, 0, 0]", (f"{BALL}.joint: position must be 3 numbers", "got 4")),
    "position is nested": (POSITION, "position = [[0, 0, 0]]", (f"{BALL}.joint: position must be 3 numbers",)),
    "position is a table": (POSITION, "position = { x = 0, y = 0, z = 0 }", (f"{BALL}.joint: position must be 3 numbers",)),
    "attitude is zero": (POSITION, "attitude = [0, 0, 0, 0]", (f"{BALL}.joint: attitude must not be the zero vector",)),
    "limits reversed": ("limits = [-1, 1]", "limits = [1, -1]", (f"{ARM}.joint: limits must be (low, high)",)),
    "no limit law": (', limit_law = { type = "HuntCrossley", k = 1e3 }', "", (f"{ARM}.joint: limits need a",)),
    "limit law is a number": ('{ type = "HuntCrossley", k = 1e3 }', "5", (f"{ARM}.joint.limit_law must be a table",)),
    "limit law without k": (", k = 1e3", "", (f"{ARM}.joint.limit_law: k must be given",)),
    "limit law of friction": ('"HuntCrossley", k = 1e3', '"StickSlip"', (f"{ARM}.joint.limit_law: type", "'StickSlip'")),
    # surfaces
    "unknown surface": ('"Sphere"', '"Spher"', (f"{SPHERE}: type", "'Spher'", "did you mean 'Sphere'")),
    "unknown surface key": ('"Sphere", radius', '"Sphere", radus', (f"{SPHERE}: key", "did you mean 'radius'")),
    "no radius": ("radius = 0.0127, ", "", (f"{SPHERE}: radius must be given",)),
    "negative radius": ("radius = 0.0127", "radius = -1", (f"{SPHERE}: radius must be > 0 m, got -1",)),
    "radius is a bool": ("radius = 0.0127", "radius = true", (f"{SPHERE}: radius must be a number", "True")),
    "radius is enormous": ("radius = 0.0127", "radius = 1e200", (f"{BALL}: inertia of 'ball'[0] must be finite", "inf")),
    "capsule is enormous": ('"Sphere", radius', '"Capsule", start = [1e308, 0, 0], end = [0, 0, 0], radius',
                            (BALL, "must be finite")),
    "material is a number": (STEEL, "material = 3 }", (f"{SPHERE}: material must be a non-empty text", "3")),
    "material is empty": (STEEL, 'material = "" }', (f"{SPHERE}: material must be a non-empty text", "''")),
    "surface name": (STEEL, "name = [] }", (f"{SPHERE}: name must be a non-empty text", "[]")),
    # contacts
    "neither": (MATERIALS, "", ("contacts[0] must have either materials or bodies", "none")),
    "both": (MATERIALS, MATERIALS + '\nbodies = ["ball", "arm"]', ("contacts[0] must have either materials or bodies",)),
    "misspelt materials": ("materials = [", "material = [", ("contacts[0]: key", "did you mean 'materials'")),
    "one material": (MATERIALS, 'materials = ["steel"]', ("contacts[0].materials must be two names", "got 1")),
    "materials is a text": (MATERIALS, 'materials = "ab"', ("contacts[0].materials must be a list of two names", "'ab'")),
    "material number": (MATERIALS, "materials = [1, 2]", ("contacts[0]: material_a must be a non-empty text", "1")),
    "unknown body of a pair": (MATERIALS, 'bodies = ["bal", "arm"]', ("contacts[0]: body_a", "did you mean 'ball'")),
    "pair with itself": (MATERIALS, 'bodies = ["arm", "arm"]', ("contacts[0]: body_b must be another body", "'arm'")),
    "no normal law": ("normal = { type", "# { type", ("contacts[0]: normal must be given",)),
    "normal is a text": ("normal = { type", 'normal = "Hertz" # {', ("contacts[0].normal must be a table", "'Hertz'")),
    "friction as normal": ('"HuntCrossley", from', '"Dahl", from', ("contacts[0].normal: type", "'Dahl'")),
    "normal as friction": ('type = "StickSlip"', 'type = "Hertz"', ("contacts[0].friction: type", "'Hertz'")),
    "a user's own law": ('type = "StickSlip"', 'type = "UserFriction"', ("contacts[0].friction: type", "'UserFriction'")),
    "unknown law": ('type = "StickSlip"', 'type = "StikSlip"', ("contacts[0].friction: type", "did you mean 'StickSlip'")),
    "unknown law key": ("kt = 1e7", "k = 1e7", ("contacts[0].friction: key", "'k'", "did you mean 'kt'")),
    "missing law key": (", bt = 100", "", ("contacts[0].friction: bt must be given",)),
    "law number is a text": ("kt = 1e7", 'kt = "stiff"', ("contacts[0].friction: kt must be a number [N/m]", "'stiff'")),
    "law number is a bool": ("kt = 1e7", "kt = true", ("contacts[0].friction: kt must be a number", "True")),
    "law number is negative": ("kt = 1e7", "kt = -1", ("contacts[0].friction: kt must be > 0 N/m", "-1")),
    "law number is nan": ("kt = 1e7", "kt = nan", ("contacts[0].friction: kt must be finite", "nan")),
    "unknown from": ('"restitution"', '"restitutio"', ("contacts[0].normal: from", "did you mean 'restitution'")),
    "from is a number": ('"restitution"', "1", ("contacts[0].normal: from must be one of", "got 1")),
    "unknown key with from": ("e = 0.7", "ee = 0.7", ("contacts[0].normal: key", "'ee'", "did you mean 'e'")),
    "missing key with from": ("e = 0.7, ", "", ("contacts[0].normal: e must be given",)),
    "text with from": ("k = 1.1e10", 'k = "stiff"', ("contacts[0].normal.k must be a number", "'stiff'")),
    "restitution above 1": ("e = 0.7", "e = 1.7", ("contacts[0].normal: e must be between", "1.7")),
    "depth of nothing": (
        'from = "restitution", e = 0.7, speed = 2.0, mass = 0.066, k = 1.1e10',
        'from = "static_penetration", e = 0.7, speed = 2.0, mass = 0.066, depth = 1e-300',
        ("contacts[0].normal: depth must be between 1e-12 and 1000.0 m, got 1e-300",),
    ),
    "list with from": ("speed = 2.0", "speed = [2.0]", ("contacts[0].normal.speed must be a number", "[2.0]")),
    "contact twice": ("[[forces]]", "[[contacts]]\n" + MATERIALS + '\nnormal = { type = "Hertz", k = 1 }\n[[forces]]',
                      ("contacts[1]: a contact between 'steel' and 'cast iron' must be given once",)),
    # forces
    "unknown body of a force": ('body = "ball"\n', 'body = "bal"\n', ("forces[0]: body", "did you mean 'ball'")),
    "force without body": ('body = "ball"\n', "", ("forces[0]: body must be given",)),
    "force is a text": ("force = [1, 0, 0]", 'force = "up"', ("forces[0]: force must be 3 numbers [N]", "'up'")),
    "unknown force key": ("force = [1, 0, 0]", "forc = [1, 0, 0]", ("forces[0]: key", "did you mean 'force'")),
    "axes": ("force = [1, 0, 0]", 'axes = "wrld"', ("forces[0]: axes", "did you mean 'world'")),
    "stop before start": ("force = [1, 0, 0]", "start = 2\nstop = 1", ("forces[0]: stop must be > start = 2.0 s",)),
    "table without times": ("force = [1, 0, 0]", "forces = [[1, 0, 0]]", ("forces[0]: times must be given",)),
    "table without forces": ("force = [1, 0, 0]", "times = [0, 1]", ("forces[0]: forces must be given",)),
    "forces is a number": ("force = [1, 0, 0]", "times = [0, 1]\nforces = 3", ("forces[0]: forces must be a list", "3")),
    "rows": ("force = [1, 0, 0]", "times = [0, 1]\nforces = [[1, 0, 0]]", ("forces[0]: times and forces", "2 and 1")),
    "row is short": ("force = [1, 0, 0]", "times = [0, 1]\nforces = [[1], [2]]", ("forces[0]: forces must be 3 numbers",)),
    "times are one": ("times = [0, 1]", "times = [0]", ("joint_forces[0]: times must be at least two increasing",)),
    "times fall": ("times = [0, 1]", "times = [1, 0]", ("joint_forces[0]: times must be at least two increasing",)),
    "times is a number": ("times = [0, 1]", "times = 3", ("joint_forces[0]: times must be at least two increasing", "3")),
    "times of texts": ("times = [0, 1]", 'times = ["0", "1"]', ("joint_forces[0]: times[0] must be a number", "'0'")),
    "values are short": (VALUES, "values = [0]", ("joint_forces[0]: times and values", "2 and 1")),
    "values is a text": (VALUES, 'values = "ab"', ("joint_forces[0]: values must be a list", "'ab'")),
    "no such coordinate": (VALUES, VALUES + "\ncoordinate = 1", ("coordinate", "between 0 and 0", "got 1")),
    "coordinate is a float": (VALUES, VALUES + "\ncoordinate = 0.5", ("coordinate must be a whole number",)),
    "coordinate is a bool": (VALUES, VALUES + "\ncoordinate = false", ("coordinate must be a whole number",)),
    # run and output
    "unknown run key": ("end = 5.0", "edn = 5.0", ("run: key", "'edn'", "did you mean 'end'")),
    "Python-only argument": ("end = 5.0", "initial = [1]", ("run: key must be one of end", "'initial'")),
    "end is a text": ("end = 5.0", 'end = "5"', ("run: end must be a number [s]", "'5'")),
    "end before start": ("end = 5.0", "end = 1\nstart = 2", ("run: end must be start = 2.0 s or >= 1e-18 s after it", "1")),
    "unknown method": ("end = 5.0", 'method = "ode54"', ("run: method", "did you mean 'ode45'")),
    "method is a number": ("end = 5.0", "method = 45", ("run: method must be one of", "45")),
    "rtol": ("end = 5.0", "rtol = 0.5", ("run: rtol must be between", "0.5")),
    "atol": ("end = 5.0", "atol = 0", ("run: atol must be between 1e-300 and", "0")),
    "max_step": ("end = 5.0", "max_step = true", ("run: max_step must be a number", "True")),
    "max_steps": ("end = 5.0", "max_steps = 1.5", ("run: max_steps must be a whole number", "1.5")),
    "no steps": ("end = 5.0", "max_steps = 0", ("run: max_steps must be between 1 and", "0")),
    "unknown output key": ("picture = true", "pictures = true", ("output: key", "did you mean 'picture'")),
    "picture is a number": ("picture = true", "picture = 1", ("output: picture must be true or false", "1")),
}  # fmt: skip
WHOLE = {
    "ground is a text": ('ground = "iron"\n', ("ground must be a table", "'iron'")),
    "contacts of texts": ('contacts = ["a"]\n', ("contacts[0] must be a table", "'a'")),
    "surfaces is a table": (
        "[bodies.b]\nsurfaces = { type = 'Point' }",
        ("bodies.b.surfaces must be a list of tables",),
    ),
    "surfaces is a text": ("[bodies.b]\nsurfaces = 'ab'", ("bodies.b.surfaces must be a list of tables", "'ab'")),
    "surface is a number": ("[bodies.b]\nsurfaces = [1]", ("bodies.b.surfaces[0] must be a table", "1")),
    "parents in a circle": (
        "[bodies.a]\nparent = 'c'\n[bodies.b]\nparent = 'a'\n[bodies.c]\nparent = 'b'",
        ("bodies.a: parents must not go in a circle", "a -> c -> b -> a"),
    ),
    "circle of a name with a line break": (
        '[bodies."a\\nb"]\nparent = "a\\nb"',
        ('bodies."a\\nb": parents must not go in a circle',),
    ),
    "name with a line break": ('[bodies."a\\nb"]\nmass = -1', ('bodies."a\\nb": mass', "-1")),
    "parent with a line break": ("[bodies.\"a\\nb\"]\n[bodies.c]\nparent = 'd'", ("bodies.c: parent", "'d'")),
    "joint force on a fixed body": (
        "[bodies.a]\njoint = { type = 'Fixed' }\n[[joint_forces]]\nbody = 'a'\nvalue = 1",
        ("joint_forces[0]: coordinate of the joint of 'a' must be left out",),
    ),
    "nothing": ("", ("must hold a scene", "empty")),
    "comments only": ("# a comment\n", ("must hold a scene", "empty")),
}
SETTINGS = {
    "unknown name": ({"heigth": 1.0}, ("set heigth", "did you mean 'height'")),
    "unknown parameter": ({"grund.mu": 1.0}, ("set grund.mu", "did you mean 'ground.mu'")),
    "kind of a number": ({"height": "high"}, ("set height must be a number", "'high'")),
    "kind of a number, bool": ({"height": True}, ("set height must be a number", "True")),
    "kind of a text": ({"label": 1}, ("set label must be a text", "1")),
    "kind, by its path": ({"parameters.label": 1}, ("set parameters.label must be a text", "1")),
    "unknown body": ({"bodies.bal.mass": 1}, ("set bodies.bal.mass", "'bal'", "did you mean 'ball'")),
    "unknown key": ({"bodies.ball.mas": 1}, ("bodies.ball: key", "'mas'", "did you mean 'mass'")),
    "through a number": ({"bodies.ball.mass.x": 1}, ("bodies.ball.mass must be a table or a list", "0.066")),
    "beyond a list": ({"contacts.7.friction.mu": 1}, ("item of contacts must be a number from 0 to 0", "7")),
    "word in a list": ({"gravity.z": 1}, ("item of gravity must be a number from 0 to 2", "z")),
    "include": ({"include": ["x"]}, ("set include", "'include'")),
    "a whole section": ({"bodies": 3}, ("bodies must be a table", "3")),
    "a whole body": ({"bodies.ball": 3}, ("bodies.ball must be a table", "3")),
    "nothing": ({"run.end": None}, ("set run.end must be a number", "None")),
    "an object": ({"run.end": object()}, ("set run.end must be a number", "object")),
    "bad name": ({"a b": 1}, ("a name must be dotted keys", "'a b'")),
    "name is a number": ({3: 1}, ("a name must be dotted keys", "3")),
    "no table": (["height=1"], ("set must be a dict", "height=1")),
    "bad value": ({"bodies.ball.mass": -1}, ("bodies.ball: mass of 'ball' must be >= 0 kg", "-1")),
    "unknown parameter in a value": ({"bodies.ball.mass": "$heigh"}, ("bodies.ball.mass: parameter", "did you mean")),
}


def assert_one_sentence(caught, words, start=""):
    message = str(caught.value)
    assert [word for word in words if word not in message] == []
    assert message.startswith(start)
    assert "\n" not in message and "Traceback" not in message and "__init__" not in message
    assert len(message) < 700
    assert type(caught.value) in (ValueError, TypeError, OSError, FileNotFoundError, IsADirectoryError)


CASES = {name: (TEXT.replace(old, new), words) for name, (old, new, words) in EDITS.items()} | WHOLE


def test_the_text_is_valid_and_every_edit_changes_it():
    scene_from_toml(TEXT)
    assert [name for name, (old, _, _) in EDITS.items() if TEXT.count(old) != 1] == []
    assert len({text for text, _ in CASES.values()}) == len(CASES) >= 70


@pytest.mark.parametrize("name", CASES)
def test_a_spoilt_scene_gives_a_sentence(name):
    text, words = CASES[name]
    with pytest.raises((ValueError, TypeError)) as caught:
        scene_from_toml(text, where="drop.toml")
    assert_one_sentence(caught, words, start="drop.toml")


@pytest.mark.parametrize("name", SETTINGS)
def test_a_spoilt_setting_gives_a_sentence(name):
    settings, words = SETTINGS[name]
    with pytest.raises((ValueError, TypeError)) as caught:
        scene_from_toml(TEXT, set=settings)
    assert_one_sentence(caught, words)


def test_files_that_cannot_be_read_give_a_sentence(tmp_path):
    path = tmp_path / "drop.toml"
    for prepare, words in (
        (lambda: None, ("must be an existing scene file",)),
        (lambda: path.write_bytes(b"name = '\xff'"), ("must be text in UTF-8", "0xff at 8")),
        (lambda: path.write_bytes(b""), ("empty",)),
        (lambda: path.write_bytes(b"\x00\x01"), ("is not valid TOML", "line 1")),
        (lambda: path.write_bytes(b"x" * (64 * 2**20 + 1)), ("must be at most", "bytes")),
        (lambda: (path.unlink(), path.mkdir()), ("must be a scene file, got a directory",)),
        (lambda: (path.rmdir(), path.symlink_to(path)), ("must be a readable scene file", "symbolic links")),
    ):
        prepare()
        with pytest.raises((ValueError, OSError)) as caught:
            read_scene(path)
        assert_one_sentence(caught, words, start=str(path))
    with pytest.raises(OSError) as caught:
        read_scene("a\0b")
    assert_one_sentence(caught, ("must be a readable scene file", "null"))


@pytest.mark.parametrize("value", (3, None, b"name = 'x'"))
def test_what_is_no_text_or_path_gives_a_sentence(value):
    with pytest.raises(TypeError, match="scene must be a text"):
        scene_from_toml(value)
    with pytest.raises(TypeError, match="path must be the name of a scene file"):
        read_scene(value)
    with pytest.raises(TypeError, match="scene must be a Scene"):
        scene_to_toml(value)


@pytest.mark.parametrize(
    ("options", "words"),
    (
        ({"run": {"edn": 1.0}}, ("run: key", "did you mean 'end'")),
        ({"run": {"end": "1"}}, ("run: end must be a number",)),
        ({"run": 3}, ("run must be a table", "3")),
        ({"output": {"picture": 1}}, ("output: picture must be true or false",)),
    ),
)
def test_bad_options_are_not_written(options, words):
    with pytest.raises((ValueError, TypeError)) as caught:
        scene_to_toml(Scene(), **options)
    assert_one_sentence(caught, words)
