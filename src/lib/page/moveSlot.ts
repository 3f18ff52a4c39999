import { changeInTransition } from './viewTransition.ts';

/**
 * Changes the screen and moves the drawn slot to its place on the new screen: from the button to the numbered slot,
 * then to the running rental, and then to the slot of the return. These places are the elements with `data-travels`. In
 * browsers without View Transitions, or without such an element, changes the screen at once.
 */
export function moveSlot(change: () => void): void {
  const from = document.querySelector('[data-travels]');
  if (from === null) change();
  else {
    void changeInTransition(
      change,
      () => !from.isConnected && document.querySelector('[data-travels]') !== null,
    );
  }
}
