"""What `fit_scene` consists of: parameters, data, columns of a run, members, the search, the result."""
