// What all parts share. The die and the sensors come from firmware/tables/sensing.toml; for 14.3 mm dice
// change edge_mm there, run `make tables` and `make hardware`, and everything follows.
include <sensing.scad>

pocket = die + clearance;             // inner edge of a pocket
wall = 3;
chute = ceil(1.8 * die + 1);          // the space diagonal of a die is 1.73 edges: it cannot bridge the chute
pitch = chute + wall;                 // between the two pockets
width = 2 * chute + 3 * wall;         // outer size of the tower
baffle_reach = 26;
chute_depth = chute + baffle_reach;   // a die passes every baffle with the whole chute to spare
depth = chute_depth + 2 * wall;
funnel_depth = chute + 2 * wall;
flare = (chute - pocket) / 2;         // how much the funnel narrows on each side
funnel_height = flare * tan(60);
window = funnel_height + 2 * die;      // opening at the front to see and lift the dice; a clear flap hangs in it
throat = (chute_depth - chute) / 2 * tan(60); // the chute narrows again below the last baffle
baffles = 3;
baffle_step = 44;                     // at 45 degrees more than a chute's width lies between two baffles
tower_height = window + throat + baffles * baffle_step + 8;
glass = [pocket + 8, pocket + 8, 1.1]; // a 1 mm pane under each pocket
base_height = 34;
base_margin = 8;
plate = 4;                            // thickness of the sensor plate
pin_pitch = pip_pitch_of_die * die;   // between two sensors
screw = 3.2;                          // M3
screws = [for (x = [-1, 1], y = [-1, 1]) [x * (width / 2 + base_margin / 2 - 1), y * (depth / 2 + base_margin / 2 - 1)]];
beam_hole = 5.2;                      // a 5 mm LED or phototransistor
$fn = 48;

module at_pockets() { for (side = [-1, 1]) translate([side * pitch / 2, 0, 0]) children(); }
module at_screws() { for (at = screws) translate([at[0], at[1], 0]) children(); }
plate_size = [pitch + pocket + 16, pocket + 8];
plate_screws = [-plate_size[0] / 2 + 3, 0, plate_size[0] / 2 - 3];
