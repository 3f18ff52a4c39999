import { changeInTransition } from './viewTransition.ts';

/**
 * Changes the screen and moves the drawn slot to its position on the new screen. During a rental,
 * the slot moves from the button to the numbered slot, later to the running rental, and finally to
 * the slot of the return. The attribute `data-travels` marks these positions. If the browser does
 * not support View Transitions, or no element of the old screen has this attribute, changes the
 * screen without a motion.
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
