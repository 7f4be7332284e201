"""What the program is measured by. Each table is a function that measures and returns its rows."""
