// Screwed under the beam; the camera's tray swings between its ears by 30 degrees to either side. The notches are
// 10 degrees apart. Printed with the plate on the bed.
include <arm_parameters.scad>

long = 46;             // along the beam
gap = tray[0] + 2 * play;
across = gap + 2 * ear;
plate = 6;

module ear_outline() {
    hull() {
        translate([-long / 2, 0]) square([long, plate]);
        translate([0, plate + drop]) circle(r = arc + 7);
    }
}

module camera_saddle() {
    difference() {
        union() {
            translate([-long / 2, -across / 2, 0]) cube([long, across, plate]);
            for (side = [-1, 1]) translate([0, side * (gap + ear) / 2, 0]) rotate([90, 0, 0])
                linear_extrude(ear, center = true) ear_outline();
        }
        for (x = [-14, 14]) translate([x, 0, -1]) cylinder(d = m5, h = plate + 2);
        translate([0, 0, plate + drop]) rotate([90, 0, 0]) {
            cylinder(d = m3, h = across + 2, center = true);
            for (turn = [-most_tilt : 3 : most_tilt - 3]) hull() for (end = [0, 3])
                rotate(turn + end) translate([arc, 0]) cylinder(d = m3, h = across + 2, center = true);
        }
        // the notches, on the outside of both ears, opposite the arc
        for (side = [-1, 1], turn = [-most_tilt : 10 : most_tilt])
            translate([0, side * across / 2, plate + drop]) rotate([0, turn, 0])
                translate([-arc - 5, 0, 0]) cube([4, 1.2, turn == 0 ? 1.6 : 0.8], center = true);
    }
}
camera_saddle();
