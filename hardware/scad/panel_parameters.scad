// What box and lid of the panel share. It lies beside the board; each player has six buttons and a lamp at his
// own end, written so that he can read it from his chair. The display lies in the middle.
length = 206;
width = 96;
height = 42;           // of the box, under the lid
wall = 2.4;
lid = 3;
corner = 6;            // radius
screw = 3.2;           // M3
thread = 2.6;          // M3 cut into plastic
posts = [for (x = [-1, 1], y = [-1, 1]) [x * (length / 2 - 7), y * (width / 2 - 7)]];

button = 12.2;         // round push-buttons with a nut
done_button = 16.2;    // the one for every turn is larger
columns = [50, 80];    // from the middle
rows = [-30, 0, 30];
// by column and row, as a player sees them from his chair, from left to right: the column nearest to him last
names = [["double", "take", "drop"], ["undo", "done", "resign"]];
lamp = 10.2;           // RGB lamp of 10 mm
lamp_at = 29;          // from the middle

// display module, 1.3 inch (SH1106): its board, its screws, what shows; modules differ, measure yours
display_board = [35.6, 33.8];
display_screws = [30.4, 28.5];
display_window = [32, 18];
display_shift = 2;     // the window from the middle of the board
ribbon = 54;           // the flat cable to the Pi
$fn = 48;

module rounded(size, r) { offset(r) square([size[0] - 2 * r, size[1] - 2 * r], center = true); }
module at_posts() { for (at = posts) translate(at) children(); }

// each button of one player, seen from his chair: x to his right, y away from him; $name, $done
module at_buttons() {
    for (column = [0, 1], row = [0 : 2]) {
        $name = names[column][row];
        $done = $name == "done";
        translate([rows[row], -columns[column], 0]) children();
    }
}
