// The dice tower: what lies in its tray, and the two things hands do with dice.

import { element } from "./board.js";
import { say } from "./words.js";

const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

export class Tower {
  constructor(hands) {
    this.tray = document.getElementById("tray");
    this.throwing = document.getElementById("throw");
    this.lifting = document.getElementById("lift");
    this.faces = null;
    this.throwing.addEventListener("click", () => hands.throwDice());
    this.lifting.addEventListener("click", () => hands.lift());
    this.tray.addEventListener("click", () => (this.faces.length ? hands : null)?.lift());
  }

  /** Buttons are only there where there are hands to press them. */
  allow(virtual) {
    this.throwing.hidden = !virtual;
    this.lifting.hidden = !virtual;
    this.tray.disabled = !virtual;
  }

  show(view) {
    const faces = view.table ? view.table.dice : (view.dice ?? []);
    const cocked = view.table?.cocked ?? false;
    this.throwing.classList.toggle("next", faces.length === 0);
    this.lifting.classList.toggle("next", faces.length > 0);
    this.tray.setAttribute("aria-label", faces.length ? say("dice", { faces: faces.join(" – ") }) : say("no-dice"));
    const lies = JSON.stringify([faces, cocked]);
    if (lies === this.faces_drawn) return;
    this.faces_drawn = lies;
    this.faces = faces;
    this.tray.replaceChildren(...faces.map((face, index) => die(face, cocked && index === 1)));
  }
}

function die(face, askew) {
  const svg = element("svg", { viewBox: "-32 -32 64 64", class: askew ? "die askew" : "die", "aria-hidden": "true" });
  svg.append(element("rect", { x: -28, y: -28, width: 56, height: 56, rx: 11 }));
  for (const [x, y] of PIPS[face] ?? []) svg.append(element("circle", { cx: x * 15, cy: y * 15, r: 5.6 }));
  return svg;
}
