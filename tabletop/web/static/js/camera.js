// The camera's picture and the small display's: fetched one at a time, when there is a new one and somebody
// looks, at most five a second.

const LEAST = 200; // ms from one picture to the next

/** A picture that is fetched anew when its number changes. */
export class Picture {
  /** `frame` is the element that holds the <img>, `source` where it is fetched from. */
  constructor(frame, source) {
    this.frame = frame;
    this.source = source;
    this.shown = null;
    this.wanted = null;
    this.busy = false;
    this.text = "";
    document.addEventListener("visibilitychange", () => this.fetch());
  }

  /** There is a picture of this number; 0 says that there is none. */
  show(number) {
    if (number === 0) this.frame.classList.add("empty");
    this.wanted = number || null;
    this.fetch();
  }

  async fetch() {
    if (this.busy || this.wanted === this.shown || this.wanted === null || document.hidden) return;
    this.busy = true;
    const number = this.wanted;
    const started = performance.now();
    const old = this.frame.querySelector("img");
    const next = new Image();
    next.src = `${this.source}?n=${number}`;
    try {
      await next.decode();
      next.alt = this.text;
      old.replaceWith(next);
      this.frame.classList.remove("empty");
      this.shown = number;
    } catch {
      this.wanted = null; // the next view asks again
    }
    const rest = LEAST - (performance.now() - started);
    setTimeout(() => {
      this.busy = false;
      this.fetch();
    }, Math.max(0, rest));
  }

  /** What the picture shows, for who cannot see it. */
  describe(text) {
    this.text = text;
    this.frame.querySelector("img").alt = text;
  }
}
