import { changeInTransition } from './viewTransition.ts';

/**
 * Makes a change of the screen in which the drawn slot moves from its old to its new place: from the button to the
 * numbered slot, to the running rental, and to the slot of the return. The elements with `data-travels` are these
 * places. Without View Transitions, and if nothing can move, the change is made at once.
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
