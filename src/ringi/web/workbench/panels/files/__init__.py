"""Files of the artifact workspace, read for looking at: bounded in bytes, rows and columns; nothing in them is run."""
