"""Where runs are kept: in memory, or in files that are written while the run goes on and read when rows are asked for."""
