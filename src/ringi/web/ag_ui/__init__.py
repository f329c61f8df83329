"""AG-UI 1.0, both ways: our facts as its events (`outward`), its events as facts (`inward`), and the endpoints.

`shapes` and `verify` hold every event to the protocol before it leaves and as it comes in; nothing here needs the
published packages, which only the tests use. Nothing is imported at the top, because `ringi check` pays for it.
"""
