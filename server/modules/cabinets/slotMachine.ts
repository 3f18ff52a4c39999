import type { SlotState } from '../../db/schema.ts';

export const slotEvents = [
  'reserve',
  /** The rental or the operator's eject has ended, and the charger is still in the slot. */
  'release',
  'eject',
  /** The charger has certainly left the slot. */
  'left',
  /** It is not known whether the eject released the charger. */
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
  // An inventory alone does not change this state, because the cabinet may have made the inventory
  // before the eject. The code that finds the result of the eject applies `left`, `release` or
  // `unanswered`.
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

/** The state after the event. It is null if the event is not possible in this state. */
export function slotTransition(state: SlotState, event: SlotEvent): SlotState | null {
  return transitions[state][event] ?? null;
}
