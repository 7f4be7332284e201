// Grips the edge of the table with a bolt from below and holds the column outside of it. Printed lying on its side,
// so that the layers run round the grip: no support, and it does not split where it is bent.
include <arm_parameters.scad>

jaw = 50;
spine = 18;
top = 14;
bottom = 24;
thick = 42;            // along the edge of the table
foot = -table_thickness - bottom;
floor = 10;            // between the bed and the column
bolt = [-spine - 28, thick / 2];

module outline() {
    // inner corners rounded: that is where it would break
    offset(-5) offset(5) difference() {
        union() {
            translate([-spine, foot]) square([spine + profile + wall, top - foot + 20]);
            translate([-spine - jaw, 0]) square([jaw + 1, top]);
            translate([-spine - jaw, foot]) square([jaw + 1, bottom]);
        }
    }
}

module table_clamp() {
    difference() {
        linear_extrude(thick, convexity = 6) outline();
        // the column: open above, for it is laid in, and held from below by two screws into its groove
        translate([0, foot - 1, floor]) cube([profile, top - foot + 22, thick]);
        for (y = [foot + 14, top + 6]) translate([profile / 2, y, -1]) cylinder(d = m5, h = floor + 2);
        // the bolt, upright in use, lying when printed; its nut slides in from above
        translate([bolt[0], foot + bottom / 2, bolt[1]]) rotate([-90, 0, 0]) rotate(-135) lying_hole(m8, bottom + 2);
        translate([bolt[0] - 6.7, foot + bottom / 2 - 3.5, bolt[1] - 7.7]) cube([13.4, 7, thick]);
    }
}
table_clamp();
