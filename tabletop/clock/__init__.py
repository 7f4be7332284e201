"""The match clock: whose time runs, and how much is left. It asks nobody for the time; events bring it."""
