"""`/v1`: everything the page does, as JSON for programs. Routes, description and reference come from one table."""
