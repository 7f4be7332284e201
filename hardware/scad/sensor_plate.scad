// Holds seven QRE1113 under each pocket, faces up, flush with the top; the two beside an edge are turned by
// 90 degrees, otherwise they would not fit. The leads go through slots; the glass lies on top.
include <parameters.scad>

body = [3.7, 3.0, 1.8]; // QRE1113 with 0.1 mm play: 3.6 x 2.9 x 1.7
lead_at = 2.05;         // the leads come out on both sides of the body and are bent straight down
lead_slot = [0.6, 2.2];

module seat(turned) {
    rotate(turned ? 90 : 0) {
        translate([-body[0] / 2, -body[1] / 2, plate - body[2]]) cube([body[0], body[1], body[2] + 1]);
        for (side = [-1, 1]) translate([side * lead_at, 0, plate / 2]) cube([lead_slot[0], lead_slot[1], plate + 2], center = true);
    }
}

module sensor_plate() {
    difference() {
        translate([-plate_size[0] / 2, -plate_size[1] / 2, 0]) cube([plate_size[0], plate_size[1], plate]);
        at_pockets() for (place = sensor_places)
            translate([place[0] * pin_pitch, place[1] * pin_pitch, 0])
                seat((place[0] == 0) != (place[1] == 0));
        for (x = plate_screws) translate([x, 0, -1]) cylinder(d = 2.2, h = plate + 2);
    }
}
sensor_plate();
