// Carries the Camera Module 3, lens down through the window, on four M2 screws; swings in the saddle. Printed flat.
include <arm_parameters.scad>

module camera_tray() {
    difference() {
        union() {
            translate([-tray[1] / 2, -tray[0] / 2, 0]) cube([tray[1], tray[0], tray[2]]);
            for (side = [-1, 1]) translate([0, side * (tray[0] - cheek) / 2, 0]) rotate([90, 0, 0])
                linear_extrude(cheek, center = true) hull() {
                    translate([-tray[1] / 2, 0]) square([tray[1], tray[2]]);
                    translate([0, tray[2] + pivot_height]) circle(r = 6);
                    translate([arc, tray[2] + pivot_height]) circle(r = 5);
                }
            bosses(5);
        }
        bosses(1.7);
        translate([lens[1], lens[0], 0]) cube([lens_window, lens_window, 3 * tray[2]], center = true);
        translate([0, 0, tray[2] + pivot_height]) rotate([90, 0, 0]) {
            cylinder(d = m3, h = 2 * tray[0], center = true);
            translate([arc, 0]) cylinder(d = m3, h = 2 * tray[0], center = true);
        }
    }
}

// the board's long side lies across the beam; the ribbon leaves towards +x
module bosses(d) {
    for (x = [lens[1], lens[1] + camera_holes[1]], y = [-1, 1])
        translate([x, y * camera_holes[0] / 2, d < 2 ? -1 : 0]) cylinder(d = d, h = tray[2] + boss + (d < 2 ? 2 : 0));
}
camera_tray();
