"""X: mentions come in as the public's words, approved posts go out. Its API v2, signed by OAuth 1.0a, no SDK."""
