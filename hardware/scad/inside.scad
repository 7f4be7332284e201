// The assembled tower cut open through the left chute, to show the baffles, the throat, the funnel and the pocket.
use <assembly.scad>
include <parameters.scad>

difference() {
    show();
    translate([-200 - pitch / 2, -200, -100]) cube([200, 400, 600]);
}
