// The funnel lies on the base and leads each die from its chute into its pocket: smooth walls of 60 degrees,
// open at the front for a finger.
include <parameters.scad>

module funnel() {
    difference() {
        translate([-width / 2 + wall, -funnel_depth / 2, 0]) cube([width - 2 * wall, funnel_depth, funnel_height]);
        at_pockets() {
            hull() {
                translate([-pocket / 2, -pocket / 2, -0.01]) cube([pocket, pocket, 0.02]);
                translate([-chute / 2, -chute / 2, funnel_height - 0.01]) cube([chute, chute, 0.02]);
            }
            translate([-6.5, -depth, -1]) cube([13, depth, funnel_height + 2]);
        }
    }
}
funnel();
