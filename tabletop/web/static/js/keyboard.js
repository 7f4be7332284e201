// Playing by keys alone. On the board the arrows, or a point's number, lead from place to place, Enter picks up
// and puts down. Escape puts back from anywhere, and a letter presses a button, if shortcuts are not switched off.

import { CELLS, neighbour, numberFor } from "./places.js";

const KEPT = "tabletop.shortcuts";
const TYPING = 700; // ms between the digits of one number

/** Whether single letters press buttons. */
export function shortcuts(on) {
  if (on !== undefined) localStorage.setItem(KEPT, on ? "on" : "off");
  return localStorage.getItem(KEPT) !== "off";
}

/** Let keys move checkers on `board` by way of `fingers`. */
export function boardKeys(board, fingers) {
  let at = "6";
  let typed = "";
  let last = 0;

  const go = (cell) => {
    board.cells.get(at).setAttribute("tabindex", -1);
    at = cell;
    board.cells.get(at).setAttribute("tabindex", 0);
    board.cells.get(at).focus({ preventScroll: true });
    if (fingers.held) fingers.carryOver(at);
  };
  board.cells.get(at).setAttribute("tabindex", 0);
  board.field.addEventListener("focusin", (event) => {
    const { cell } = event.target.dataset;
    if (!cell || cell === at) return;
    board.cells.get(at).setAttribute("tabindex", -1);
    at = cell;
    board.cells.get(at).setAttribute("tabindex", 0);
  });

  /** A number typed digit by digit: "1" then "3" is 13, but 1 is gone to at once. */
  const number = (digit) => {
    const now = performance.now();
    typed = now - last < TYPING && Number(typed + digit) <= 24 ? typed + digit : digit;
    last = now;
    const point = Number(typed);
    if (point >= 1 && point <= 24) go(String(numberFor(board.counting, point)));
  };

  board.field.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = neighbour(at, event.key);
    if (!/^\d$/.test(event.key)) typed = "";
    if (target) go(target);
    else if (/^\d$/.test(event.key)) number(event.key);
    else if (event.key === "Enter" || event.key === " ") grip(event.shiftKey);
    else if (event.key === "b") go(fingers.held?.checker === "dark" ? "bar-dark" : "bar-light");
    else if (event.key === "o") go(fingers.hand === "dark" ? "off-dark" : "off-light");
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  // From anywhere: the focus may have left the board while the hand is still full.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !fingers.held || event.target.closest("dialog")) return;
    event.preventDefault();
    fingers.putBack();
  });

  /** Pick up or put down; with Shift the checker of the other player, where both have one there. */
  function grip(other) {
    if (fingers.held) {
      fingers.putDown(at);
    } else if (other) {
      fingers.pickUp(at, fingers.hand === "light" ? "dark" : "light");
    } else if (fingers.pickUp(at)) {
      fingers.carryOver(at);
    }
  }
  return { focus: () => go(CELLS.includes(at) ? at : "6") };
}

/** Let letters press the buttons that name them (`data-key`), except where somebody writes. */
export function letterKeys() {
  document.addEventListener("keydown", (event) => {
    if (!shortcuts() || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    const key = event.shiftKey && /^[A-Za-z]$/.test(event.key) ? `shift+${event.key.toLowerCase()}` : event.key;
    const button = document.querySelector(`button[data-key="${CSS.escape(key)}"]`);
    if (!button || button.disabled || button.closest("[hidden]")) return;
    event.preventDefault();
    button.click();
  });
}
