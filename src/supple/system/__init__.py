"""The robot as the integrator sees it: right-hand side, guards, jumps, error norm."""
