"""The set-up wizard: steps as data, with a face for the terminal and one for the browser."""
