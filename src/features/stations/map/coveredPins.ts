/**
 * Takes pins that something lies upon, the sheet or a button, out of reach of finger, keyboard and
 * screen reader: half a target is none, and the list holds the same stations.
 */
export function disarmCovered(pins: Iterable<HTMLButtonElement>): void {
  const all = [...pins];
  // What is inert is passed over in looking for what lies on top.
  for (const pin of all) pin.inert = false;
  const covered = all.filter((pin) => !isFree(pin));
  // One that has the focus keeps it: it was there when the person came to it.
  for (const pin of covered) pin.inert = pin !== document.activeElement;
}

/** How far from the edge it is looked, in pixels: the drawn pill is narrower than the button. */
const margin = 5;

/** Whether at least one half, and with it 26 px of its 52, is there to be hit. */
function isFree(pin: HTMLButtonElement): boolean {
  const { left, right, top, bottom, width } = pin.getBoundingClientRect();
  // Not laid out: there is nothing to lie upon.
  if (width === 0) return true;
  const isRowFree = (y: number) =>
    [left + margin, right - margin].every((x) => {
      const onTop = document.elementFromPoint(x, y);
      return onTop !== null && pin.contains(onTop);
    });
  return isRowFree((top + bottom) / 2) && (isRowFree(top + margin) || isRowFree(bottom - margin));
}
