// Closes the base from below; four feet keep it off the table so that the nudge motor does not rattle it.
include <parameters.scad>

module lid() {
    outer = [width + 2 * base_margin, depth + 2 * base_margin];
    difference() {
        union() {
            translate([-outer[0] / 2, -outer[1] / 2, 0]) cube([outer[0], outer[1], 3]);
            translate([-outer[0] / 2 + wall + 0.2, -outer[1] / 2 + wall + 0.2, 2.99])
                cube([outer[0] - 2 * wall - 0.4, outer[1] - 2 * wall - 0.4, 1.01]);
        }
        at_screws() translate([0, 0, -1]) {
            cylinder(d = screw, h = 20);
            cylinder(d = 6.2, h = 3);
        }
        for (x = [-18, -9, 0, 9, 18]) translate([x - 1.5, -12, -1]) cube([3, 24, 10]); // air
    }
}
lid();
