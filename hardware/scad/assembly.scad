// How the parts go together; `explode` pulls them apart.
use <tower.scad>
use <funnel.scad>
use <pockets.scad>
use <sensor_plate.scad>
use <lid.scad>
include <parameters.scad>

explode = 0;

module show() {
    color("burlywood") translate([0, 0, pocket_depth + 2 * explode]) tower();
    color("peru") translate([0, 0, pocket_depth + explode]) funnel();
    color("tan") pockets();
    color("lightblue", 0.6) at_pockets() translate([-glass[0] / 2, -glass[1] / 2, -glass[2] - 0.4 * explode]) cube(glass);
    color("dimgray") translate([0, 0, -glass[2] - plate - 0.7 * explode]) sensor_plate();
    color("sienna") translate([0, 0, -base_height + pocket_depth - 3 - 1.2 * explode]) lid();
    color("azure", 0.35) translate([-width / 2 + wall, -funnel_depth / 2 - 1.2, pocket_depth + 2 * explode + 2])
        cube([width - 2 * wall, 1, window - 4]);
    color("white") at_pockets() translate([-die / 2, -die / 2, 0.01]) cube(die);
}
show();
