// The tower: two chutes side by side, each with sloping baffles that turn the die over, a throat with the light
// barriers, and a window at the front. It stands on the base around the funnel.
include <parameters.scad>

// A wedge on the back wall (or the front wall) that throws the die to the other side. Its slopes of 45 degrees need
// no support when printed.
module baffle(front) {
    mirror([0, front ? 1 : 0, 0]) translate([-chute / 2 - 0.01, chute_depth / 2 + 0.01, 0])
        rotate([90, 0, 90]) linear_extrude(chute + 0.02)
            polygon([[0, baffle_reach], [-baffle_reach, 0], [-baffle_reach, -2], [0, -baffle_reach - 2]]);
}

module chute_space() {
    translate([-chute / 2, -chute_depth / 2, window + throat - 0.01]) cube([chute, chute_depth, tower_height]);
    hull() {
        translate([-chute / 2, -chute / 2, window]) cube([chute, chute, 0.01]);
        translate([-chute / 2, -chute_depth / 2, window + throat]) cube([chute, chute_depth, 0.01]);
    }
}

module tower() {
    difference() {
        translate([-width / 2, -depth / 2, 0]) cube([width, depth, tower_height]);
        difference() {
            at_pockets() chute_space();
            for (n = [0 : baffles - 1])
                at_pockets() translate([0, 0, window + throat + 18 + n * baffle_step]) baffle(n % 2 == 0);
        }
        // the foot: room for the funnel, a window over the whole front, a wall between the two dice
        difference() {
            translate([-width / 2 + wall - 0.2, -depth, -1]) cube([width - 2 * wall + 0.4, depth + funnel_depth / 2 + 0.2, window + 1.01]);
            translate([-wall / 2, -chute / 2, funnel_height + 0.2]) cube([wall, chute, window]);
        }
        // light barriers: across each chute, from the outer walls through the middle wall
        translate([0, chute / 6, window + 5]) rotate([0, 90, 0]) cylinder(d = beam_hole, h = width + 2, center = true);
        // the pin (1.75 mm filament) on which the clear flap hangs, close before the funnel: no gap for a die
        translate([0, -chute / 2 - 2, window - 3]) rotate([0, 90, 0]) cylinder(d = 2, h = width + 2, center = true);
    }
}
tower();
