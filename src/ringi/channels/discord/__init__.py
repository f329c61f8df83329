"""Discord: the developers' server may command and decide, everybody else is the public. discord.py carries it."""
