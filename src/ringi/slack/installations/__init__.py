"""Where Ringi is installed in Slack: workspaces as tenants, their tokens in the vault, and the app's own description.

`config` and `manifest` load nothing heavy; `tokens` is what Bolt and the sender ask for a workspace's token.
"""
