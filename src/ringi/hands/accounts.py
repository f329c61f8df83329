"""Connected services as the bundled tools take them, for whoever knows where the tokens are (`flow`, `slack`)."""

from __future__ import annotations

from ringi.servers.common.accounts import Account, Finder

__all__ = ["GOOGLE", "Account", "Finder"]

GOOGLE = {
    "authorize": "https://accounts.google.com/o/oauth2/v2/auth",
    "token": "https://oauth2.googleapis.com/token",
    "revoke": "https://oauth2.googleapis.com/revoke",
    "sheets": "https://sheets.googleapis.com",
    "drive": "https://www.googleapis.com",
    "scopes": "https://www.googleapis.com/auth/spreadsheets https://www.googleapis.com/auth/drive.file",
    "extra": "access_type=offline&prompt=consent&include_granted_scopes=true",
}
"""Google as an OAuth provider, for the registry of connections. A refresh token comes only with `extra`; `token` and
`authorize` take PKCE (S256). `sheets` and `drive` are an account's `bases`, in this order."""
