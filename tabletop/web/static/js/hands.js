// What hands do at the virtual table. One act after the other, in the order in which they were done; what is
// answered is the view that follows. Hands may do anything with the checkers: whether it was a legal play is
// for the referee to say.

import { language } from "./words.js";

export class Hands {
  /** `onView(view)` gets the view after each act, `onRefused(line)` what could not be done. */
  constructor(onView, onRefused) {
    this.onView = onView;
    this.onRefused = onRefused;
    this.last = Promise.resolve();
  }

  pickUp(hand, checker, origin) {
    return this.act("pick-up", { hand, checker, origin });
  }

  /** Put down what the hand holds and take the hand away, so that the camera sees the board. */
  putDown(hand, target) {
    const down = this.act("put-down", { hand, target });
    this.act("withdraw", { hand });
    return down;
  }

  throwDice() {
    return this.act("throw");
  }

  lift() {
    return this.act("lift");
  }

  press(player, button) {
    return this.act("press", { player, button });
  }

  setUp() {
    return this.act("set-up");
  }

  start(match) {
    return this.act("start", match);
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
