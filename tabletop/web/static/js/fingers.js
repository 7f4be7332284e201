// The checker between the fingers. Dragged, tapped or moved by keys, it is the same: picked up from a cell,
// carried, put down in any cell at all. Nothing is put right: the checker stays where it is put.
//
// The service needs some milliseconds to answer. Until it has, the board is drawn as the hand has left it.

import { area, cellOf, isPoint, numberFor, placeOf } from "./places.js";
import { say } from "./words.js";

export class Fingers {
  /** `board` draws, `hands` act, `tell(text)` says to who cannot see it what happened. */
  constructor(board, hands, tell) {
    this.board = board;
    this.hands = hands;
    this.tell = tell;
    this.held = null; // {hand, checker, origin: cell, at: {x, y}}
    this.position = null; // as drawn
    this.waiting = 0; // acts not yet answered
    this.hand = "light"; // whose turn it is, as far as is known
  }

  /** Take over what the service tells of the table. */
  see(view) {
    this.hand = view.on_roll ?? "light";
    this.told = view.table;
    if (this.waiting === 0) this.settle();
  }

  settle() {
    this.position = structuredClone(this.told.position);
    const [held] = this.told.held;
    if (!held) this.held = null;
    else if (!this.held) this.held = this.above({ ...held, origin: cellOf(held.origin, held.checker) });
    this.draw();
  }

  /** Take a checker of `checker`'s from a cell; of whom it is taken by itself where nothing is said. */
  pickUp(cell, checker = this.board.uppermost(cell, this.hand)) {
    if (this.held || !checker || !this.board.lying[cell].includes(checker)) {
      if (!this.held) this.tell(say("nothing", { place: this.board.nameOf(cell) }));
      return false;
    }
    const origin = this.place(cell, checker);
    shift(this.position, checker, origin, -1);
    this.held = this.above({ hand: this.hand, checker, origin: cell });
    this.draw();
    this.tell(say("taken", { checker: say(`checker.${checker}`), place: this.board.nameOf(cell) }));
    this.wait(this.hands.pickUp(this.hand, checker, origin));
    return true;
  }

  /** Put the checker down in a cell, whatever the rules say of it. */
  putDown(cell) {
    if (!this.held) return;
    const { hand, checker } = this.held;
    const place = this.place(cell, checker);
    const target = cellOf(place, checker);
    const hit = isPoint(target) && this.board.lying[target].some((owner) => owner !== checker);
    shift(this.position, checker, place, 1);
    this.held = null;
    this.draw();
    this.tell(say("put", { place: this.board.describe(target) }));
    this.wait(this.hands.putDown(hand, place, hit));
  }

  /** What the service calls a cell for a checker of `checker`'s: the tray is also where those lie that have not
      entered yet, as long as there are any. */
  place(cell, checker) {
    const place = placeOf(cell);
    return place === "off" && this.position[checker].hand > 0 ? "hand" : place;
  }

  /** Put the checker down where it came from. */
  putBack() {
    if (this.held) this.putDown(this.held.origin);
  }

  /** Hold the checker over a point of the drawing, {x, y}. */
  carry(at) {
    if (!this.held) return;
    this.held.at = at;
    this.draw();
  }

  /** Hold the checker over a cell. */
  carryOver(cell) {
    const { x, y, width, height } = area(cell);
    this.carry({ x: x + width / 2, y: y < 300 ? y + height - 60 : y + 60 });
  }

  above(held) {
    const { x, y, width, height } = area(held.origin);
    return { ...held, at: { x: x + width / 2, y: y < 300 ? y + height - 60 : y + 60 } };
  }

  async wait(act) {
    this.waiting += 1;
    await act;
    this.waiting -= 1;
    if (this.waiting === 0) this.settle();
  }

  draw() {
    this.board.lay(this.position, this.held ? [this.held] : []);
    this.board.name(this.board.counting);
    this.board.svg.classList.toggle("holding", this.held !== null);
  }
}

/** Change the count of a player's checkers at a place. */
function shift(position, player, place, by) {
  const key = typeof place === "number" ? String(numberFor(player, place)) : place;
  position[player][key] = (position[player][key] ?? 0) + by;
}
