// What the parts of the camera arm share: two 20 mm aluminium profiles, a table, a Camera Module 3.
profile = 20.4;        // 20 x 20 mm with 0.2 mm play on each side
slot = 6;              // its grooves take M5 sliding nuts
m5 = 5.4;
m8 = 8.4;
m3 = 3.3;
wall = 6;

column_length = 900;
beam_length = 450;
table_thickness = 45;  // the thickest table top the clamp goes round

board = [25, 24];      // the camera's circuit board
camera_holes = [21, 12.5];
lens = [0, -2.5];      // the lens from the middle of the board: in line with the lower pair of holes
lens_window = 15;
boss = 2.5;            // keeps the parts beside the lens off the plate
tray = [38, 36, 3];    // across the beam, along it, thick
cheek = 4;
pivot_height = 15;     // of the axis over the plate of the tray
drop = 30;             // of the axis below the beam: the tray turns freely
ear = 5;
play = 0.4;
arc = 11;              // the second screw holds the tilt, so far from the axis
most_tilt = 30;
$fn = 48;

// Round hole that prints lying down without support: a roof of 45 degrees over it.
module lying_hole(d, length) {
    rotate([0, 0, 0]) linear_extrude(length, center = true) union() {
        circle(d = d);
        rotate(45) square(d / 2);
    }
}
