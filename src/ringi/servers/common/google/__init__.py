"""Google Sheets for the `common` tools, over plain HTTP. Imported when a Google account is used, never before."""
