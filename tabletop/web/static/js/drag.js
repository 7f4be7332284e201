// Mouse, pen and finger. A checker is dragged, or picked up by one tap and put down by the next, so that
// nobody has to drag who cannot.

const SLOP = 6; // pixels a pointer may stray in a tap

/** Let pointers move checkers on `board` by way of `fingers`. */
export function dragging(board, fingers) {
  const { svg } = board;
  let pressed = null; // {id, x, y, cell, checker, moved}

  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || pressed) return;
    const checker = event.target.closest(".checker");
    const cell = checker?.dataset.cell ?? board.cellAt(event.clientX, event.clientY);
    if (!cell) return;
    event.preventDefault();
    svg.setPointerCapture(event.pointerId);
    pressed = { id: event.pointerId, x: event.clientX, y: event.clientY, cell, moved: false };
    pressed.carried = fingers.held !== null; // picked up by a tap before
    pressed.checker = checker && cell !== "air" ? colour(checker) : undefined;
  });

  svg.addEventListener("pointermove", (event) => {
    if (pressed?.id === event.pointerId && !pressed.moved) {
      const strayed = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
      if (strayed < SLOP) return;
      pressed.moved = true;
      if (!pressed.carried) fingers.pickUp(pressed.cell, pressed.checker);
    }
    if (!fingers.held || (pressed && !pressed.moved)) return;
    if (!pressed && event.pointerType === "touch") return;
    follow(event);
  });

  svg.addEventListener("pointerup", (event) => {
    if (pressed?.id !== event.pointerId) return;
    const { moved, carried, cell, checker } = pressed;
    pressed = null;
    board.aim(null);
    const under = board.cellAt(event.clientX, event.clientY);
    if (moved || carried) {
      if (under) fingers.putDown(under);
      else fingers.putBack();
    } else {
      focus(cell);
      fingers.pickUp(cell, checker);
    }
  });

  svg.addEventListener("pointercancel", () => {
    if (!pressed) return;
    pressed = null;
    board.aim(null);
    fingers.putBack();
  });

  function follow(event) {
    const finger = event.pointerType === "touch" ? 30 : 0; // pixels: above the finger, to be seen
    fingers.carry(board.inDrawing(event.clientX, event.clientY - finger));
    board.aim(board.cellAt(event.clientX, event.clientY));
  }

  function focus(cell) {
    board.cells.get(cell)?.focus({ preventScroll: true });
  }
}

function colour(checker) {
  return checker.classList.contains("light") ? "light" : "dark";
}
