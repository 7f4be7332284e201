// Lies along the board's rim and holds the lamps of three points; eight of them for a whole board. Set `point` to the
// width of your board's points. Printed upside down.
point = 50;
lamps = 3;
rail = [16, 11];
wall = 2;
led = 5.2;
$fn = 48;

module lamp_rail() {
    difference() {
        translate([-point * lamps / 2, -rail[0] / 2, 0]) cube([point * lamps, rail[0], rail[1]]);
        // the wires run in a channel that is open below and at both ends
        translate([-point * lamps / 2 - 1, -rail[0] / 2 + wall, wall]) cube([point * lamps + 2, rail[0] - 2 * wall, rail[1]]);
        for (n = [0 : lamps - 1]) translate([(n - (lamps - 1) / 2) * point, 0, -1]) cylinder(d = led, h = wall + 2);
    }
    // each lamp is gripped by a short sleeve
    for (n = [0 : lamps - 1]) translate([(n - (lamps - 1) / 2) * point, 0, wall - 0.01]) difference() {
        cylinder(d = led + 3, h = 4);
        translate([0, 0, -1]) cylinder(d = led, h = 6);
        translate([0, 0, 2]) cube([1.2, 20, 8], center = true);
    }
}
lamp_rail();
