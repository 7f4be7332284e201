// The page's own words, in four languages. What the referee says comes from the service, in the same language.

export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", es: "Español" };

const KEPT = "tabletop.language";
let words = {};
let spoken = "en";
let plural = new Intl.PluralRules("en");

/** The language chosen on this page before, or the first one the browser likes that there is. */
export function likedLanguage() {
  const liked = [localStorage.getItem(KEPT), ...navigator.languages].filter(Boolean);
  return liked.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES) ?? "en";
}

/** The language that is spoken now. */
export function language() {
  return spoken;
}

/** Fetch the words of a language and put them wherever the page has a place for them. */
export async function speak(tag) {
  const answer = await fetch(`/static/words/${tag}.json`);
  words = await answer.json();
  spoken = tag;
  plural = new Intl.PluralRules(tag);
  localStorage.setItem(KEPT, tag);
  document.documentElement.lang = tag;
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = say(element.dataset.word);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", say(element.dataset.label));
  }
}

/** A message with its {names} filled in; where it has plural forms, `count` chooses among them. */
export function say(key, about = {}) {
  let message = words[key];
  if (message === undefined) return key;
  if (typeof message === "object") message = message[plural.select(about.count)] ?? message.other;
  return message.replace(/\{(\w+)\}/g, (_, name) => about[name] ?? "");
}
