// The panel put together; `explode` lifts the lid.
use <panel_box.scad>
use <panel_lid.scad>
include <panel_parameters.scad>

explode = 0;

color("burlywood") panel_box();
translate([0, 0, height + explode]) {
    color("tan") panel_lid();
    for (turn = [90, -90]) rotate(turn) {
        at_buttons() color($done ? "seagreen" : "dimgray") translate([0, 0, lid]) cylinder(d = $done ? 15 : 11, h = 3);
        color("black") translate([0, 0, lid]) linear_extrude(0.05) half_names();
        color("white", 0.8) translate([0, -lamp_at, lid]) cylinder(d = 10, h = 5);
    }
    color("black") translate([0, 2, lid - 2]) linear_extrude(0.5) square(display_window, center = true);
}
color("seagreen") translate([-35, -25, 8]) cube([70, 50, 1.6]);
