// Made from firmware/tables/sensing.toml by `make tables`. Do not edit.
die = 16.0;               // edge of the die, mm
pip_pitch_of_die = 0.26;  // centre to corner pip, in edges
clearance = 1.5;          // pocket = die + clearance, mm
pocket_depth = 7.5;       // mm
sensor_places = [[0, 0], [1, 1], [-1, 1], [-1, -1], [1, -1], [-1, 0], [0, 1]];  // in pip pitches
