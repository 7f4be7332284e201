// What is to be seen, as it changes: one stream of events, taken up again by itself when it breaks off.

const SILENCE = 12000; // ms; the service says every five seconds that it is still there
const AGAIN = 1500; // ms

export class Feed {
  /** `onView(view, first)` gets every view, and whether it is the first of its stream: only that one may be
      older than what is known, as the service has begun anew. `onLost(lost)` is told when the line breaks and
      when it is back. */
  constructor(onView, onLost) {
    this.onView = onView;
    this.onLost = onLost;
    this.source = null;
    this.timer = 0;
  }

  /** Listen, with sentences in `language`; a line that is open already is closed first. */
  listen(language) {
    this.close();
    this.language = language;
    const source = new EventSource(`/api/events?language=${language}`);
    this.source = source;
    let first = true;
    source.addEventListener("open", () => (first = true));
    source.addEventListener("view", (event) => {
      this.heard();
      this.onView(JSON.parse(event.data), first);
      first = false;
    });
    source.addEventListener("alive", () => this.heard());
    source.addEventListener("error", () => {
      this.onLost(true);
      if (source.readyState === EventSource.CLOSED) this.again(AGAIN);
    });
    this.again(SILENCE);
  }

  heard() {
    this.onLost(false);
    this.again(SILENCE);
  }

  again(delay) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.onLost(true);
      this.listen(this.language);
    }, delay);
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
  }
}
