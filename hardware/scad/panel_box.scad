// Takes the board with the lamp driver, the buzzer and, if there are point lamps, the chain of four chips. The Pi
// stays in a case of its own beside it. Printed upright; the openings reach up to the rim and need no support.
include <panel_parameters.scad>

module panel_box() {
    difference() {
        linear_extrude(height) rounded([length, width], corner);
        translate([0, 0, wall]) linear_extrude(height) rounded([length - 2 * wall, width - 2 * wall], corner - wall);
        // the flat cable to the Pi, and the cables to the point lamps on both sides of it
        translate([-ribbon / 2, width / 2 - 2 * wall, height - 7]) cube([ribbon, 4 * wall, 20]);
        for (x = [-60, 60]) translate([x - 7, width / 2 - 2 * wall, height - 9]) cube([14, 4 * wall, 20]);
    }
    difference() {
        at_posts() cylinder(d = 10, h = height - 0.2);
        at_posts() translate([0, 0, height - 16]) cylinder(d = thread, h = 20);
        // nothing of the posts outside of the box
        difference() {
            translate([0, 0, -1]) linear_extrude(height + 2) square([2 * length, 2 * width], center = true);
            translate([0, 0, -1]) linear_extrude(height + 2) rounded([length - 1, width - 1], corner - 0.5);
        }
    }
    // two rails for a piece of stripboard, 70 x 50 mm
    for (y = [-27, 27]) translate([-35, y - 2, wall - 0.01]) cube([70, 4, 5]);
}
panel_box();
