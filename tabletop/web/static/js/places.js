// Where things are on the drawn board. A cell is what can be pointed at: a point in light's numbers ("1" to
// "24"), and each player's half of the bar and of the tray ("bar-light", "off-dark" …). The drawing is seen
// from light's seat, his home at the lower right, as on board.svg.

export const PLAYERS = ["light", "dark"];
export const CHECKER = 54; // diameter, in units of the drawing
export const TOP = [13, 14, 15, 16, 17, 18, "bar-light", 19, 20, 21, 22, 23, 24, "off-dark"].map(String);
export const BOTTOM = [12, 11, 10, 9, 8, 7, "bar-dark", 6, 5, 4, 3, 2, 1, "off-light"].map(String);
export const CELLS = [...TOP, ...BOTTOM];

const LEFT = { left: 36, right: 460 };
const RIM = { top: 44, bottom: 644 };
const MIDDLE = 344;
const BAR_X = 428;
const TRAY_X = 890;
const POINT = 60;
const STACK = 276; // the longest a column of checkers may grow

/** What the service calls a cell. */
export function placeOf(cell) {
  return cell.startsWith("bar") ? "bar" : cell.startsWith("off") ? "off" : Number(cell);
}

/** The cell in which a checker of `player` lies that is at `place`. What has not entered the game yet (Dutch
    backgammon) lies in the tray, as what was borne off does: nobody has both. */
export function cellOf(place, player) {
  if (typeof place === "number" || /^\d/.test(place)) return String(place);
  return `${place === "hand" ? "off" : place}-${player}`;
}

export function isPoint(cell) {
  return /^\d/.test(cell);
}

/** The number of a point as `player` counts it. */
export function numberFor(player, point) {
  return player === "dark" ? 25 - Number(point) : Number(point);
}

function column(point) {
  if (point <= 6) return LEFT.right + POINT * (6 - point);
  if (point <= 12) return LEFT.left + POINT * (12 - point);
  if (point <= 18) return LEFT.left + POINT * (point - 13);
  return LEFT.right + POINT * (point - 19);
}

/** The rectangle of a cell: {x, y, width, height}. */
export function area(cell) {
  if (isPoint(cell)) {
    const point = Number(cell);
    return { x: column(point), y: point > 12 ? RIM.top : MIDDLE, width: POINT, height: 300 };
  }
  const y = cell === "bar-light" || cell === "off-dark" ? RIM.top : MIDDLE;
  return cell.startsWith("bar")
    ? { x: 397, y, width: 62, height: 300 }
    : { x: 852, y, width: 76, height: 300 };
}

/** Where the checker number `index` (0 the lowest) of `count` in a cell lies: its middle. */
export function spot(cell, index, count) {
  if (cell.startsWith("off")) {
    const along = 11 + index * 18.6;
    return { x: TRAY_X, y: cell === "off-dark" ? RIM.top + along : RIM.bottom - along };
  }
  const step = Math.min(CHECKER + 0.5, (STACK - CHECKER) / Math.max(1, count - 1));
  if (cell.startsWith("bar")) {
    const along = 74 + index * Math.min(step, 40);
    return { x: BAR_X, y: cell === "bar-light" ? MIDDLE - along : MIDDLE + along };
  }
  const along = CHECKER / 2 + 2 + index * step;
  const top = Number(cell) > 12;
  return { x: column(Number(cell)) + POINT / 2, y: top ? RIM.top + along : RIM.bottom - along };
}

/** Where the number and the lamp of a place are; lamp 0 is the bar's, 25 the tray's. */
export function rim(lamp) {
  if (lamp === 0) return { x: BAR_X, lamp: 32, number: null };
  if (lamp === 25) return { x: 838, lamp: MIDDLE, number: null };
  const x = column(lamp) + POINT / 2;
  return lamp > 12 ? { x, lamp: 33, number: 18 } : { x, lamp: 655, number: 683 };
}

/** The cell that a keyboard's arrow leads to. */
export function neighbour(cell, key) {
  const row = TOP.includes(cell) ? TOP : BOTTOM;
  const index = row.indexOf(cell);
  switch (key) {
    case "ArrowLeft":
      return row[Math.max(0, index - 1)];
    case "ArrowRight":
      return row[Math.min(row.length - 1, index + 1)];
    case "ArrowUp":
      return TOP[index];
    case "ArrowDown":
      return BOTTOM[index];
    case "Home":
      return row[0];
    case "End":
      return row[row.length - 1];
    default:
      return null;
  }
}

/** How the checkers of a position lie: cell → [players, the lowest checker first]. */
export function layOut(position) {
  const lying = Object.fromEntries(CELLS.map((cell) => [cell, []]));
  for (const player of PLAYERS) {
    for (const [place, count] of Object.entries(position[player])) {
      const cell = /^\d/.test(place) ? String(numberFor(player, place)) : cellOf(place, player);
      lying[cell].push(...Array(count).fill(player));
    }
  }
  return lying;
}
