// What hands do at the virtual table. One act after the other, in the order in which they were done; what is
// answered is the view that follows. Hands may do anything with the checkers: whether it was a legal play is
// for the referee to say.

import { language } from "./words.js";

const LINGERS = 900; // ms for which a hand stays over the board, in case it goes on
const LINGERS_OVER_TWO = 5000; // where it has just put a checker onto the other player's

export class Hands {
  /** `onView(view)` gets the view after each act, `onRefused(line)` what could not be done. */
  constructor(onView, onRefused) {
    this.onView = onView;
    this.onRefused = onRefused;
    this.last = Promise.resolve();
    this.leaving = null; // {hand, timer}: a hand that will be taken away
  }

  pickUp(hand, checker, origin) {
    if (this.leaving?.hand === hand) clearTimeout(this.leaving.timer);
    else this.leave();
    return this.act("pick-up", { hand, checker, origin });
  }

  /** Put down what the hand holds. The hand goes away a moment later, so that the camera sees the board;
      after a hit it stays a little longer, as the checker that was hit has still to go to the bar. */
  putDown(hand, target, hit) {
    const down = this.act("put-down", { hand, target });
    const timer = setTimeout(() => this.leave(), hit ? LINGERS_OVER_TWO : LINGERS);
    this.leaving = { hand, timer };
    return down;
  }

  throwDice() {
    return this.elsewhere("throw");
  }

  lift() {
    return this.elsewhere("lift");
  }

  press(player, button) {
    return this.elsewhere("press", { player, button });
  }

  setUp() {
    return this.elsewhere("set-up");
  }

  start(match) {
    return this.elsewhere("start", match);
  }

  /** Take the hand away that has lingered. */
  leave() {
    if (!this.leaving) return;
    const { hand, timer } = this.leaving;
    clearTimeout(timer);
    this.leaving = null;
    this.act("withdraw", { hand });
  }

  /** Something that is not done over the board: the hand has left it. */
  elsewhere(what, about = {}) {
    this.leave();
    return this.act(what, about);
  }

  /** Resolves to whether it could be done. */
  act(what, about = {}) {
    this.last = this.last.then(() => this.post(what, about));
    return this.last;
  }

  async post(what, about) {
    try {
      const answer = await fetch(`/api/hands/${what}?language=${language()}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        keepalive: true, // a hand is taken away also when the page is left
        body: JSON.stringify(about),
      });
      const told = await answer.json();
      if (answer.ok) this.onView(told);
      else this.onRefused(told.detail);
      return answer.ok;
    } catch {
      this.onRefused(null); // no line: the feed says so
      return false;
    }
  }
}
