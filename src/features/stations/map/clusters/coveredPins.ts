/** The middle of a pin on the screen, in pixels. */
export interface PlacedPin {
  button: HTMLButtonElement;
  x: number;
  y: number;
}

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** How far from a pin's middle it is looked: the drawn pill is narrower than the button. */
const across = 17;
const along = 21;

/**
 * Takes pins that something lies upon, the sheet or a button, out of reach of finger, keyboard and
 * screen reader: half a target is none, and the list holds the same stations. Reads the boxes of what
 * may lie there, and of no pin: there are hundreds.
 */
export function disarmCovered(container: HTMLElement, pins: Iterable<PlacedPin>): void {
  const screen = visiblePart(container.getBoundingClientRect());
  const covers = screen === null ? [] : coversOver(container, screen);
  for (const pin of pins) {
    // Not laid out: there is nothing to lie upon.
    const isCovered = screen !== null && !isFree(pin, screen, covers);
    // One that has the focus keeps it: it was there when the person came to it.
    const isInert = isCovered && pin.button !== document.activeElement;
    if (pin.button.inert !== isInert) pin.button.inert = isInert;
  }
}

/** Whether at least one half, and with it 26 px of its 52, is there to be hit. */
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

/** What lies on the map: its own controls, and the neighbours of each element that it is in. */
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
