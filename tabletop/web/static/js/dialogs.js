// The two sheets that lie over the table: a new match, and the keys.

import { shortcuts } from "./keyboard.js";
import { say } from "./words.js";

/** The sheet for a new match. `names()` tells what the players are called now, who go on playing unless others are
    named; `start(match)` resolves to whether it began. */
export function newMatch(kind, names, start) {
  const dialog = document.getElementById("new-match");
  const form = dialog.querySelector("form");
  const games = form.elements.variant;
  games.replaceChildren(
    ...kind.variants.map((key) => {
      const option = new Option("", key, key === "standard", key === "standard");
      option.dataset.word = `game.${key}`;
      option.textContent = say(`game.${key}`);
      return option;
    }),
  );
  document.getElementById("open-new-match").addEventListener("click", () => {
    for (const [player, name] of Object.entries(names())) form.elements[`${player}_name`].value = name;
    dialog.showModal();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const asked = Object.fromEntries(new FormData(form));
    const begun = await start({ ...asked, length: Number(asked.length) });
    if (begun) dialog.close();
  });
  closing(dialog);
}

/** The sheet that tells the keys, and switches the single letters off. */
export function help() {
  const dialog = document.getElementById("help");
  const box = document.getElementById("shortcuts");
  const apply = () => document.body.classList.toggle("no-shortcuts", !shortcuts());
  box.checked = shortcuts();
  apply();
  box.addEventListener("change", () => {
    shortcuts(box.checked);
    apply();
  });
  document.getElementById("open-help").addEventListener("click", () => dialog.showModal());
  closing(dialog);
}

function closing(dialog) {
  dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}
