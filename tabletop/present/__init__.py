"""What to show: from the referee's state to lamps, pictures and words."""
