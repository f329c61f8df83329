"""One function per command: takes a `Call`, asks the desk, writes on the screen, returns the exit code."""
