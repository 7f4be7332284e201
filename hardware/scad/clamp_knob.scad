// Turns the clamp's bolt by hand: the head of an M8 bolt (13 mm) sits in it.
include <arm_parameters.scad>

module clamp_knob() {
    difference() {
        linear_extrude(14, convexity = 6) offset(3) offset(-3) union() {
            circle(d = 34);
            for (n = [0 : 5]) rotate(60 * n) translate([15, 0]) circle(d = 12);
        }
        translate([0, 0, 6]) cylinder(d = 13.3 / cos(30), h = 20, $fn = 6);
        translate([0, 0, -1]) cylinder(d = m8, h = 20);
    }
}
clamp_knob();
