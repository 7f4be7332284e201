// What the referee says: the last sentence large, the ones before in the log, whose turn it is, and why a
// button meant nothing.

import { Hint } from "./hint.js";
import { say } from "./words.js";

const SIGNS = { nothing: "", legal: "✓", illegal: "✕", unclear: "?" };

export class Verdict {
  constructor() {
    this.box = document.getElementById("verdict");
    this.sign = document.getElementById("sign");
    this.sentence = document.getElementById("said-now");
    this.rule = document.getElementById("rule");
    this.hint = new Hint(document.getElementById("hint"));
    this.turn = document.getElementById("turn");
    this.log = document.getElementById("log");
  }

  show(view) {
    const look = view.verdict.look === "nothing" && view.request ? "asks" : view.verdict.look;
    this.box.className = `verdict ${look}`;
    this.sign.textContent = SIGNS[look] ?? "";
    const [sentence, rule] = apart(view.sentence);
    write(this.sentence, sentence);
    write(this.rule, rule);
    this.hint.show(view.hint);
    write(this.turn, view.picture ? whoseTurn(view) : ""); // before the first picture nobody is waited for
    this.enter(view.log);
  }

  /** The log, newest first; lines that are there already stay. */
  enter(said) {
    const language = document.documentElement.lang;
    if (this.written !== language) this.log.replaceChildren();
    this.written = language;
    const newest = said.at(-1)?.number ?? 0;
    const [first] = this.log.children;
    const have = Number(first?.dataset.number ?? 0);
    if (newest < have) this.log.replaceChildren(); // another match
    for (const entry of said.filter(({ number }) => newest < have || number > have)) this.log.prepend(line(entry));
    while (this.log.children.length > said.length) this.log.lastChild.remove();
  }
}

/** A sentence, and the rule that it ends with in brackets. */
function apart(text) {
  const found = text.match(/^(.*?)\s*\(([^()]*)\)$/s);
  return found ? found.slice(1) : [text, ""];
}

/** Change a text only where it changes, so that it is not read out again. */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function line({ number, at, text, look }) {
  const item = document.createElement("li");
  item.dataset.number = number;
  item.className = look;
  const time = document.createElement("time");
  time.textContent = `${Math.floor(at / 60)}:${String(Math.floor(at % 60)).padStart(2, "0")}`;
  const words = document.createElement("span");
  words.textContent = text;
  item.append(time, words);
  return item;
}

/** "Light plays 6-1", "Dark to throw": where the game stands, in the page's words. */
export function whoseTurn(view) {
  const name = (player) => view[player].name || say(player);
  const asked = view.request?.player;
  if (view.phase === "offered" && asked) return say("turn.answers", { player: name(asked) });
  if (view.on_roll && view.dice) {
    return say("turn.plays", { player: name(view.on_roll), dice: view.dice.join("-") });
  }
  if (view.on_roll) return say("turn.throws", { player: name(view.on_roll) });
  return say(`phase.${view.phase}`);
}
