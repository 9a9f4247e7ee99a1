"""Time stepping under error control with located events; knows nothing of robots."""
