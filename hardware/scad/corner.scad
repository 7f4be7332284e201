// Joins column and beam; two of them, one on each side, the second turned over. The beam lies on the column's end.
include <arm_parameters.scad>

leg = 80;
plate = 6;
lip = 3;               // along both edges of each profile
holes = [34, 66];      // from the outer corner

module outline() {
    offset(-3) offset(3) union() {
        translate([-lip, -lip]) square([profile + 2 * lip, leg]);
        translate([-lip, -lip]) square([leg, profile + 2 * lip]);
        polygon([[profile, profile], [profile, leg - 14], [leg - 14, profile]]);
    }
}

// both profiles, drawn in from the outer corner at the origin
module profiles() {
    square([profile, 2 * leg]);
    square([2 * leg, profile]);
}

module corner() {
    difference() {
        linear_extrude(plate, convexity = 6) outline();
        for (at = holes) {
            translate([profile / 2, at, -1]) cylinder(d = m5, h = plate + 2);
            translate([at, profile / 2, -1]) cylinder(d = m5, h = plate + 2);
        }
    }
    linear_extrude(plate + 4, convexity = 6) intersection() {
        outline();
        difference() {
            offset(delta = lip) profiles();
            profiles();
        }
    }
}
corner();
