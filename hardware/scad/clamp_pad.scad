// Lies between the tip of the clamp's bolt and the underside of the table; felt is glued to its flat side.
include <arm_parameters.scad>

module clamp_pad() {
    difference() {
        cylinder(d1 = 34, d2 = 20, h = 10);
        translate([0, 0, 4]) cylinder(d = m8, h = 10);
    }
}
clamp_pad();
