// The page: puts the board, the panel, the tower, the pictures and the words together, and shows every view.

import { Board, element } from "./board.js";
import { Picture } from "./camera.js";
import { help, newMatch } from "./dialogs.js";
import { dragging } from "./drag.js";
import { Feed } from "./feed.js";
import { Fingers } from "./fingers.js";
import { Hands } from "./hands.js";
import { boardKeys, letterKeys } from "./keyboard.js";
import { Panel } from "./panel.js";
import { numberFor } from "./places.js";
import { Tower } from "./tower.js";
import { Verdict } from "./verdict.js";
import { LANGUAGES, language, likedLanguage, say, speak } from "./words.js";

const byId = (id) => document.getElementById(id);
let latest = null;

const board = new Board(byId("board"));
const hands = new Hands(show, refused);
const fingers = new Fingers(board, hands, (text) => (byId("acts").textContent = text));
const panel = new Panel((player, button) => hands.press(player, button));
const tower = new Tower(hands);
const verdict = new Verdict();
const camera = new Picture(byId("camera"), "/api/picture.jpg");
const display = new Picture(byId("display"), "/api/screen.png");
const feed = new Feed(show, (lost) => (byId("lost").hidden = !lost));

/** Show a view, unless a newer one has overtaken it on its way; the first of a stream is always shown. */
function show(view, first = false) {
  if (!first && latest && view.number < latest.number) return;
  latest = view;
  board.light(view.lamps);
  board.counting = view.on_roll ?? "light";
  if (view.table) {
    fingers.see(view);
  } else if (view.seen) {
    board.lay(view.seen.position, []);
  }
  board.name(board.counting);
  showCube(view);
  panel.show(view);
  tower.show(view);
  verdict.show(view);
  camera.show(view.picture);
  display.show(view.screen);
  byId("match").textContent = matchInWords(view);
  byId("set-up").classList.toggle("next", view.picture > 0 && ["set up", "mend set-up"].includes(view.request?.what));
  byId("open-new-match").classList.toggle("next", view.phase === "match over");
  byId("reading").textContent = view.camera.ok ? readingInWords(view.seen) : "";
  byId("camera").classList.toggle("stale", !view.camera.ok);
  health("camera", view.camera);
  health("tower", view.tower);
  display.describe(`${matchInWords(view)}. ${view.sentence}`);
  camera.describe(say("camera.shows"));
}

/** What the players are called; "" who is called by his checkers. */
function names() {
  return { light: latest?.light.name ?? "", dark: latest?.dark.name ?? "" };
}

function health(device, { ok, text }) {
  const line = byId(`${device}-health`);
  line.classList.toggle("ill", !ok);
  line.textContent = ok ? "" : text || say(`${device}.ill`);
}

function matchInWords({ match }) {
  const parts = [match.length ? say("match.to", { length: match.length }) : say("match.money")];
  if (match.variant !== "standard") parts.unshift(say(`game.${match.variant}`));
  parts.push(say("match.game", { number: match.game }));
  if (match.crawford) parts.push(say("match.crawford"));
  return parts.join(" · ");
}

function readingInWords(seen) {
  if (!seen) return "";
  if (!seen.unsure.length) return say("reading.sure");
  const places = seen.unsure.map((lamp) => (lamp ? numberFor(board.counting, lamp) : say("bar")));
  return say("reading.unsure", { places: places.join(", ") });
}

/** The cube: in the middle of the bar, or at the side of the player who owns it; offered, it is turned. */
function showCube({ cube, request }) {
  const drawn = byId("cube");
  const offered = request?.what === "double" ? request.offered : 0;
  drawn.classList.toggle("gone", !cube);
  drawn.classList.toggle("offered", offered > 0);
  if (!cube) return;
  const y = offered ? 344 : { light: 614, dark: 74 }[cube.owner] ?? 344;
  drawn.style.transform = `translate(428px, ${y}px)`;
  drawn.querySelector("text").textContent = offered || cube.value;
}

function refused(line) {
  const note = byId("refused");
  if (!line) return;
  note.textContent = line;
  note.hidden = false;
  (document.querySelector("dialog[open]") ?? document.body).append(note); // what lies under a sheet is not seen
  clearTimeout(refused.timer);
  refused.timer = setTimeout(() => (note.hidden = true), 5000);
}

function drawCube() {
  const cube = element("g", { id: "cube", class: "gone", "aria-hidden": "true" });
  cube.append(element("rect", { x: -21, y: -21, width: 42, height: 42, rx: 7 }), element("text", { y: 8 }));
  cube.style.transform = "translate(428px, 344px)";
  board.svg.insertBefore(cube, board.heap);
}

async function changeLanguage(tag) {
  await speak(tag);
  feed.listen(tag);
  if (latest) show(latest);
}

async function begin() {
  drawCube();
  const chooser = byId("language");
  chooser.replaceChildren(...Object.entries(LANGUAGES).map(([tag, name]) => new Option(name, tag)));
  await speak(likedLanguage());
  chooser.value = language();
  chooser.addEventListener("change", () => changeLanguage(chooser.value));
  const kind = await (await fetch("/api/table")).json();
  document.body.classList.toggle("watching", !kind.virtual);
  panel.allow(kind.virtual);
  tower.allow(kind.virtual);
  for (const id of ["set-up", "open-new-match"]) byId(id).hidden = !kind.virtual;
  if (kind.virtual) {
    window.addEventListener("pagehide", () => hands.leave());
    dragging(board, fingers);
    newMatch(kind, names, (match) => hands.start(match));
    byId("set-up").addEventListener("click", () => hands.setUp());
  }
  boardKeys(board, fingers);
  letterKeys();
  help();
  feed.listen(language());
}

begin();
