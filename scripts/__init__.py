"""Plain scripts: set-up and measuring."""
