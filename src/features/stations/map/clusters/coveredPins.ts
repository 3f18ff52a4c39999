/** The center of a pin on the screen, in pixels. */
export interface PlacedPin {
  button: HTMLButtonElement;
  x: number;
  y: number;
}

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/**
 * The distances in pixels from a pin's center to the checked points. The visible part of the pin is
 * narrower than the button.
 */
const across = 17;
const along = 21;

/**
 * Makes covered pins inert for pointer, keyboard and screen reader. The sheet or a button may cover
 * a pin. A pin counts as covered if less than one half of it is free, because that part is too
 * small for a finger. Riders still find the stations of covered pins in the list. Measures only the
 * covering elements, because measuring hundreds of pins would be slow.
 */
export function disableCovered(container: HTMLElement, pins: Iterable<PlacedPin>): void {
  const screen = visiblePart(container.getBoundingClientRect());
  const covers = screen === null ? [] : coversOver(container, screen);
  for (const pin of pins) {
    // Tests have no layout, so nothing covers a pin there.
    const isCovered = screen !== null && !isFree(pin, screen, covers);
    // A pin with the focus stays active, because it was visible when the user reached it.
    const isInert = isCovered && pin.button !== document.activeElement;
    if (pin.button.inert !== isInert) pin.button.inert = isInert;
  }
}

/** Whether at least one half of the pin is free: 26 pixels of the height of 52 pixels. */
function isFree({ x, y }: PlacedPin, screen: Box, covers: readonly Box[]): boolean {
  const isRowFree = (row: number) =>
    [x - across, x + across].every(
      (column) => isIn(screen, column, row) && !covers.some((cover) => isIn(cover, column, row)),
    );
  return isRowFree(y) && (isRowFree(y - along) || isRowFree(y + along));
}

function isIn({ left, right, top, bottom }: Box, x: number, y: number): boolean {
  return x >= left && x < right && y >= top && y < bottom;
}

/** The boxes of elements above the map: its own controls, its siblings, and the siblings of its ancestors. */
function coversOver(container: HTMLElement, screen: Box): Box[] {
  const covers: Box[] = [];
  const collect = (element: Element) => {
    const box = overlap(element.getBoundingClientRect(), screen);
    if (box === null) return;
    if (getComputedStyle(element).pointerEvents === 'none') {
      for (const child of element.children) collect(child);
      return;
    }
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (top !== null && element.contains(top)) covers.push(box);
  };
  const own = ':scope > :not(.leaflet-map-pane), .leaflet-control, .leaflet-popup';
  for (const element of container.querySelectorAll(own)) collect(element);
  let level: Element = container;
  while (level.parentElement !== null && level !== document.body) {
    for (const neighbour of level.parentElement.children) {
      if (neighbour !== level) collect(neighbour);
    }
    level = level.parentElement;
  }
  return covers;
}

function visiblePart(box: Box): Box | null {
  return overlap(box, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
}

function overlap(a: Box, b: Box): Box | null {
  const left = Math.max(a.left, b.left);
  const right = Math.min(a.right, b.right);
  const top = Math.max(a.top, b.top);
  const bottom = Math.min(a.bottom, b.bottom);
  return left < right && top < bottom ? { left, right, top, bottom } : null;
}
