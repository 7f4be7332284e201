// The whole arm at a table, over a board. With the profiles cut short and without the table one sees its joints.
use <table_clamp.scad>
use <clamp_knob.scad>
use <clamp_pad.scad>
use <corner.scad>
use <camera_saddle.scad>
use <camera_tray.scad>
include <arm_parameters.scad>

tilt = 15;
bare = false;          // without table and board
foot = -table_thickness - 24;

// a 20 mm profile along z
module bar(length) {
    color("silver") linear_extrude(length) difference() {
        square(20, center = true);
        for (turn = [0 : 90 : 270]) rotate(turn) translate([7, 0]) square([7, slot], center = true);
    }
}

module head() {
    color("chocolate") mirror([0, 0, 1]) camera_saddle();
    color("peru") translate([0, 0, -6 - drop]) rotate([0, tilt, 0]) translate([0, 0, -pivot_height - 3]) {
        camera_tray();
        color("green") translate([lens[1] - 9.5, -12.5, 3 + boss]) cube([24, 25, 1]);
        color("black") translate([lens[1], 0, -4]) cylinder(d = 11, h = 8);
    }
}

// x: from the table's edge outwards; z: up from the table top
module arm() {
    color("chocolate") translate([0, 20.4, 0]) rotate([90, 0, 0]) table_clamp();
    translate([10.2, 0.2, foot]) bar(column_length);
    top = foot + column_length;
    translate([20, 0.2, top + 10]) rotate([0, -90, 0]) bar(beam_length);
    // seen from either side the corner's legs point inwards and down
    for (side = [-1, 1]) color("peru") translate([20.4, 0.2 + side * 16.2, top + 20.2])
        multmatrix([[-1, 0, 0, 0], [0, 0, -side, 0], [0, -1, 0, 0], [0, 0, 0, 1]]) corner();
    translate([-beam_length + 60, 0.2, top]) head();
    color("dimgray") translate([-46, -0.6, foot - 24]) cylinder(d = 8, h = 60);
    color("sienna") translate([-46, -0.6, foot - 24]) clamp_knob();
    color("sienna") translate([-46, -0.6, -30 - 10]) clamp_pad();
}

module table() {
    color("burlywood") translate([-700, -350, -30]) cube([700, 700, 30]);
    color("darkgreen") translate([-660, -270, 0]) cube([560, 540, 30]);
}

arm();
if (!bare) table();
