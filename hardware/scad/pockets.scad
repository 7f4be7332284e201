// The base: two square pockets over glass, and room for the electronics below. Printed upside down.
include <parameters.scad>

module pockets() {
    outer = [width + 2 * base_margin, depth + 2 * base_margin];
    difference() {
        translate([-outer[0] / 2, -outer[1] / 2, -base_height + pocket_depth]) cube([outer[0], outer[1], base_height]);
        // room inside, open below; the top is as thick as the pockets are deep, with the glass in it
        translate([-outer[0] / 2 + wall, -outer[1] / 2 + wall, -base_height + pocket_depth - 1])
            cube([outer[0] - 2 * wall, outer[1] - 2 * wall, base_height - pocket_depth - glass[2] + 1]);
        at_pockets() {
            translate([-pocket / 2, -pocket / 2, -10]) cube([pocket, pocket, 40]);
            translate([-glass[0] / 2, -glass[1] / 2, -glass[2]]) translate([0, 0, -1]) cube([glass[0], glass[1], glass[2] + 1]);
            // a notch for the finger that lifts the die
            translate([0, -pocket / 2, pocket_depth]) rotate([90, 0, 0]) cylinder(d = 13, h = 60);
        }
        at_screws() translate([0, 0, -base_height]) cylinder(d = screw, h = 100);
        // blind holes for the screws of the sensor plate, from below
        for (x = plate_screws) translate([x, 0, -glass[2] - 1]) cylinder(d = 1.7, h = 6);
        // the USB socket of the Nano, at the back
        translate([0, outer[1] / 2, -base_height + pocket_depth + 9]) cube([12, 4 * wall, 8], center = true);
    }
    // posts for the screws, and for the sensor plate
    difference() {
        at_screws() translate([0, 0, -base_height + pocket_depth + 4]) cylinder(d = 8, h = base_height - pocket_depth - glass[2] - 3.5);
        at_screws() translate([0, 0, -base_height]) cylinder(d = screw, h = 100);
    }
}
pockets();
