"""HR services of other companies, one file each: what they say, as `books` has it."""
