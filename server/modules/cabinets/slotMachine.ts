import type { SlotState } from '../../db/schema.ts';

export const slotEvents = [
  'reserve',
  /** The rental that held the charger is over, and it is still inside. */
  'release',
  'eject',
  /** The charger is known to have come out. */
  'left',
  /** The cabinet did not say what became of the eject. */
  'unanswered',
  'inserted',
  'seenOccupied',
  'seenEmpty',
  'disable',
] as const;
export type SlotEvent = (typeof slotEvents)[number];

const transitions: Record<SlotState, Partial<Record<SlotEvent, SlotState>>> = {
  empty: {
    inserted: 'occupied',
    seenOccupied: 'occupied',
    seenEmpty: 'empty',
    disable: 'disabled',
  },
  occupied: {
    reserve: 'reserved',
    left: 'empty',
    unanswered: 'suspect',
    inserted: 'occupied',
    seenOccupied: 'occupied',
    seenEmpty: 'empty',
    disable: 'disabled',
  },
  reserved: {
    release: 'occupied',
    eject: 'ejecting',
    left: 'empty',
    inserted: 'occupied',
    seenOccupied: 'reserved',
    seenEmpty: 'empty',
  },
  // Stock is not believed while a charger is on its way; the rental's own evidence decides.
  ejecting: {
    left: 'empty',
    release: 'occupied',
    unanswered: 'suspect',
    inserted: 'occupied',
    seenOccupied: 'ejecting',
    seenEmpty: 'ejecting',
  },
  suspect: {
    left: 'empty',
    release: 'occupied',
    inserted: 'occupied',
    seenOccupied: 'occupied',
    seenEmpty: 'empty',
    disable: 'disabled',
  },
  disabled: {
    left: 'empty',
    inserted: 'occupied',
    seenOccupied: 'occupied',
    seenEmpty: 'empty',
    disable: 'disabled',
  },
};

/** The state after the event; null where the event means nothing in this state. */
export function slotTransition(state: SlotState, event: SlotEvent): SlotState | null {
  return transitions[state][event] ?? null;
}
