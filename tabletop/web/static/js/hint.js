// Why a button meant nothing. Who presses once more sees that it was noticed: the line flashes, and counts. It
// is written anew once a second at most, so that a screen reader tells it again and is not flooded.

import { say } from "./words.js";

const REST = 1000; // ms
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Hint {
  constructor(line) {
    this.line = line;
    this.told = null; // {text, times} as last shown
    this.written = -REST; // when, in ms
    this.timer = 0;
  }

  /** Show a hint, `{text, times}`; null shows none. */
  show(hint) {
    if (!hint && !this.told) return;
    const again = hint !== null && hint.text === this.told?.text;
    if (again && hint.times === this.told.times) return;
    this.told = hint;
    clearTimeout(this.timer);
    if (!again) {
      this.write();
      return;
    }
    if (!still.matches) this.line.animate([{ opacity: 0.15 }, { opacity: 1 }], { duration: 350 });
    this.timer = setTimeout(() => this.write(), Math.max(0, this.written + REST - performance.now()));
  }

  write() {
    const { text, times } = this.told ?? { text: "", times: 0 };
    this.line.textContent = times > 1 ? say("hint.again", { text, times }) : text;
    this.written = performance.now();
  }
}
