// Each player's side of the table: his name, his score, his lamp, his six buttons, his clock.

import { PLAYERS } from "./places.js";
import { say } from "./words.js";

const KEYS = { double: "d", take: "a", drop: "x", done: "e", resign: "r", undo: "u" };
const ASKED = {
  double: ["take", "drop"],
  resignation: ["take", "drop"],
  early: ["take", "drop"],
};

export class Panel {
  /** `press(player, button)` is told of every button pressed. */
  constructor(press) {
    this.sides = new Map();
    for (const player of PLAYERS) {
      const side = document.getElementById(`side-${player}`);
      this.sides.set(player, side);
      const buttons = side.querySelector(".buttons");
      for (const [button, key] of Object.entries(KEYS)) buttons.append(this.button(player, button, key, press));
    }
  }

  button(player, name, key, press) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `press ${name}`;
    button.dataset.press = name;
    button.dataset.key = player === "light" ? key : `shift+${key}`;
    button.setAttribute("aria-keyshortcuts", player === "light" ? key : `Shift+${key}`);
    const text = document.createElement("span");
    text.dataset.word = `button.${name}`;
    const kbd = document.createElement("kbd");
    kbd.textContent = player === "light" ? key : `⇧${key}`;
    kbd.setAttribute("aria-hidden", "true");
    button.append(text, kbd);
    button.addEventListener("click", () => press(player, name));
    return button;
  }

  /** Buttons are only there where there are hands to press them. */
  allow(virtual) {
    for (const side of this.sides.values()) side.querySelector(".buttons").hidden = !virtual;
  }

  show(view) {
    for (const [player, side] of this.sides) {
      const { name, score, lamp } = view[player];
      side.querySelector(".name").textContent = name || say(player);
      side.querySelector(".score").textContent = score;
      side.querySelector(".of").textContent = view.match.length ? `/ ${view.match.length}` : "";
      const bulb = side.querySelector(".player-lamp");
      bulb.className = `player-lamp ${lamp}`;
      bulb.querySelector(".means").textContent = say(`player-lamp.${lamp}`);
      side.classList.toggle("at-play", view.on_roll === player);
      this.clock(side, view.clocks, player);
      this.ask(side, view.request, player);
    }
  }

  clock(side, clocks, player) {
    const shown = side.querySelector(".clock");
    shown.hidden = !clocks;
    if (!clocks) return;
    const seconds = Math.max(0, clocks[player]);
    shown.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    shown.classList.toggle("running", clocks.running === player);
  }

  /** The buttons that answer a question stand out. */
  ask(side, request, player) {
    const asked = request && request.player === player ? (ASKED[request.what] ?? []) : [];
    for (const button of side.querySelectorAll("[data-press]")) {
      button.classList.toggle("asked", asked.includes(button.dataset.press));
    }
  }
}
