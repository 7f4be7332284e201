// The drawn board: checkers where they lie, lamps at the rim, and a cell over every place that can be pointed
// at. It draws what it is told; what a hand does to it is the affair of fingers.js.

import { BOTTOM, CELLS, TOP, area, isPoint, layOut, numberFor, placeOf, rim, spot } from "./places.js";
import { say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/** What a lamp means without its colour: a sign beside it. */
const SIGNS = { off: "", green: "✓", red: "!", amber: "?", blue: "·", white: "★" };

export class Board {
  /** `svg` is the drawing over the wooden board. */
  constructor(svg) {
    this.svg = svg;
    this.cells = new Map();
    this.lamps = new Map();
    this.counts = new Map();
    this.checkers = []; // {element, player, cell}
    this.lying = layOut({ light: {}, dark: {} });
    this.counting = "light";
    this.glow = element("g", { class: "glow" });
    this.rim = element("g", { class: "rim", "aria-hidden": "true" });
    this.field = element("g", { role: "grid", class: "cells", "data-label": "board" });
    this.heap = element("g", { class: "heap", "aria-hidden": "true" });
    this.marks = element("g", { class: "marks", "aria-hidden": "true" });
    svg.append(this.glow, this.rim, this.field, this.heap, this.marks);
    this.drawRim();
    this.drawCells();
  }

  /** Draw a position, `{light, dark}` each in its own numbers, with `held` checkers in the air. */
  lay(position, held) {
    this.lying = layOut(position);
    const wanted = [];
    for (const cell of CELLS) {
      this.lying[cell].forEach((player, index) => {
        wanted.push({ player, cell, at: spot(cell, index, this.lying[cell].length) });
      });
      this.count(cell);
    }
    for (const { checker, at } of held) wanted.push({ player: checker, cell: "air", at });
    this.match(wanted);
  }

  /** Light the lamps of the places, 0 the bar, 1 to 24 light's points, 25 the tray. */
  light(lamps) {
    lamps.forEach((colour, lamp) => {
      const drawn = this.lamps.get(lamp);
      drawn.group.setAttribute("class", `lamp ${colour}`);
      drawn.sign.textContent = SIGNS[colour];
      if (drawn.glow) drawn.glow.setAttribute("class", `beam ${colour}`);
    });
    this.lit = lamps;
  }

  /** Number the points as `player` counts them, and name every cell for who cannot see it. */
  name(player) {
    this.counting = player;
    for (const [lamp, drawn] of this.lamps) {
      if (drawn.number) drawn.number.textContent = numberFor(player, lamp);
    }
    for (const cell of CELLS) this.cells.get(cell).setAttribute("aria-label", this.describe(cell));
  }

  /** A cell in words: "point 8: 3 light checkers". */
  describe(cell) {
    const words = [this.nameOf(cell) + ":"];
    const lying = this.lying[cell];
    const parts = ["light", "dark"]
      .map((player) => [player, lying.filter((owner) => owner === player).length])
      .filter(([, count]) => count > 0)
      .map(([player, count]) => say(`checkers.${player}`, { count }));
    words.push(parts.length ? parts.join(", ") : say("empty"));
    const colour = this.lit?.[this.lampOf(cell)] ?? "off";
    if (colour !== "off") words.push(`(${say(`lamp.${colour}`)})`);
    return words.join(" ");
  }

  /** A cell's name: "point 8", "bar". */
  nameOf(cell) {
    if (isPoint(cell)) return say("point", { number: numberFor(this.counting, cell) });
    return say(placeOf(cell) === "bar" ? "bar" : `tray.${cell.slice(4)}`);
  }

  /** Whose checker is taken first from a cell: `player`'s own where there is one, else the uppermost. */
  uppermost(cell, player) {
    const lying = this.lying[cell];
    return lying.includes(player) ? player : (lying.at(-1) ?? null);
  }

  /** Mark the cell that a checker would be put down at; null marks none. */
  aim(cell) {
    for (const [name, drawn] of this.cells) drawn.classList.toggle("aimed", name === cell);
  }

  /** The cell under a point of the screen; null beside the board. */
  cellAt(clientX, clientY) {
    const at = this.inDrawing(clientX, clientY);
    const under = CELLS.find((cell) => {
      const { x, y, width, height } = area(cell);
      return at.x >= x && at.x < x + width && at.y >= y && at.y < y + height;
    });
    return under ?? null;
  }

  /** A point of the screen in units of the drawing. */
  inDrawing(clientX, clientY) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  lampOf(cell) {
    return isPoint(cell) ? Number(cell) : placeOf(cell) === "bar" ? 0 : 25;
  }

  // ---- drawing

  drawRim() {
    for (let lamp = 0; lamp <= 25; lamp += 1) {
      const at = rim(lamp);
      const group = element("g", { class: "lamp off", transform: `translate(${at.x} ${at.lamp})` });
      const sign = element("text", { class: "sign", y: 5 });
      group.append(element("circle", { class: "halo", r: 17 }), element("circle", { class: "bulb", r: 7 }), sign);
      this.rim.append(group);
      const drawn = { group, sign };
      if (at.number) {
        drawn.number = element("text", { class: "number", x: at.x, y: at.number });
        this.rim.append(drawn.number);
        drawn.glow = this.beam(lamp);
      }
      this.lamps.set(lamp, drawn);
    }
  }

  beam(point) {
    const { x, y } = area(String(point));
    const shape = element("path", { class: "beam off", d: "M3 0H57L31.2 252q-1.2 4-2.4 0Z" });
    shape.setAttribute("transform", point > 12 ? `translate(${x} ${y})` : `translate(${x} 644) scale(1 -1)`);
    this.glow.append(shape);
    return shape;
  }

  drawCells() {
    for (const row of [TOP, BOTTOM]) {
      const group = element("g", { role: "row" });
      for (const cell of row) {
        const drawn = element("g", { role: "gridcell", tabindex: -1, class: "cell", "data-cell": cell });
        drawn.append(element("rect", { ...area(cell), rx: 6 }));
        group.append(drawn);
        this.cells.set(cell, drawn);
        const count = element("text", { class: "count" });
        this.marks.append(count);
        this.counts.set(cell, count);
      }
      this.field.append(group);
    }
  }

  /** Where checkers lie too close to be counted their number is written. */
  count(cell) {
    const count = this.lying[cell].length;
    const label = this.counts.get(cell);
    const crowded = cell.startsWith("off") ? count > 0 : count > 5;
    label.textContent = crowded ? count : "";
    if (!crowded) return;
    const top = area(cell).y < 300;
    const uppermost = spot(cell, count - 1, count);
    const beyond = cell.startsWith("off") ? { x: uppermost.x, y: top ? 37 : 663 } : uppermost;
    label.setAttribute("x", beyond.x);
    label.setAttribute("y", beyond.y + 6);
    label.setAttribute("class", `count ${cell.startsWith("off") ? "borne" : this.lying[cell].at(-1)}`);
  }

  /** Give every wanted place a checker, moving as few as can be, so that what moves is seen to move. */
  match(wanted) {
    const free = [...this.checkers];
    const take = (fits) => {
      const index = free.findIndex(fits);
      return index < 0 ? null : free.splice(index, 1)[0];
    };
    const staying = wanted.map((want) => take((have) => have.player === want.player && have.cell === want.cell));
    this.checkers = wanted.map((want, index) => {
      const have = staying[index] ?? take((other) => other.player === want.player) ?? this.make(want.player);
      this.put(have, want);
      return have;
    });
    for (const { element: gone } of free) gone.remove();
  }

  make(player) {
    const checker = element("g", { class: `checker ${player}` });
    checker.append(
      element("use", { href: "#shadow", class: "shadow" }),
      element("use", { href: `#checker-${player}`, class: "disc" }),
      element("use", { href: `#edge-${player}`, class: "edge" }),
    );
    this.heap.append(checker);
    return { element: checker, player, cell: null };
  }

  put(have, { cell, at }) {
    const { classList, style, dataset } = have.element;
    have.cell = cell;
    dataset.cell = cell;
    classList.toggle("off", cell.startsWith("off"));
    classList.toggle("air", cell === "air");
    style.transform = `translate(${at.x}px, ${at.y}px)`;
    if (cell === "air") this.heap.append(have.element);
  }
}

/** An SVG element with attributes. */
export function element(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
