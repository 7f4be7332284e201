// The face of the panel. Printed face down: the lettering is cut into the first layers.
include <panel_parameters.scad>

letters = 0.6;         // deep

// one player's half, seen from his chair: x to his right, y away from him
module half_names() {
    at_buttons() translate([0, $done ? 14 : 10.5])
        text($name, size = 4.4, halign = "center", valign = "center", font = "Liberation Sans:style=Bold", $fn = 8);
}

module half_holes() {
    at_buttons() circle(d = $done ? done_button : button);
    translate([0, -lamp_at]) circle(d = lamp);
}

module face() {
    difference() {
        rounded([length, width], corner);
        for (turn = [90, -90]) rotate(turn) half_holes();
        at_posts() circle(d = screw);
        translate([0, display_shift]) square([display_window[0] + 4, display_window[1] + 4], center = true);
        for (n = [0 : 4]) translate([-6, -40 + 3 * n]) square([12, 1.4]); // over the buzzer
    }
}

// slopes down to the display, and four blind holes for its screws from behind
module bezel() {
    outer = [display_board[0] + 4, display_board[1] + 4];
    difference() {
        translate([-outer[0] / 2, -outer[1] / 2, -2]) cube([outer[0], outer[1], lid + 2 - letters]);
        translate([0, display_shift, 0]) hull() {
            translate([0, 0, -2.01]) linear_extrude(0.02) square(display_window, center = true);
            translate([0, 0, lid - letters]) linear_extrude(0.02)
                square([display_window[0] + 4, display_window[1] + 4], center = true);
        }
        for (x = [-0.5, 0.5], y = [-0.5, 0.5])
            translate([x * display_screws[0], y * display_screws[1], -2.01]) cylinder(d = 2.2, h = lid);
    }
}

module panel_lid() {
    linear_extrude(lid - letters + 0.01, convexity = 10) face();
    translate([0, 0, lid - letters]) linear_extrude(letters, convexity = 10) difference() {
        face();
        for (turn = [90, -90]) rotate(turn) half_names();
    }
    bezel();
    // a rim that sits inside the box
    translate([0, 0, -3]) linear_extrude(3.01, convexity = 10) difference() {
        rounded([length - 2 * wall - 0.6, width - 2 * wall - 0.6], corner - wall);
        rounded([length - 2 * wall - 4, width - 2 * wall - 4], corner - wall);
        at_posts() circle(d = 13);
    }
}
rotate([180, 0, 0]) translate([0, 0, -lid]) panel_lid();
