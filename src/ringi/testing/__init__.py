"""For users' own tests: tools that are plain functions, and a mind that says what it was told to."""
