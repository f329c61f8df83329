"""The `common` server: where results go. A sheet is an `.xlsx` file here, a message lands in a visible outbox."""
