import type { RentalEvents } from '../../cabinets/listener.ts';
import { takeEjected, takeEjectFailed } from './takeEjected.ts';
import { takeInventory } from './takeInventory.ts';
import { takeRejected } from './takeRejected.ts';
import { takeReturned } from './takeReturned.ts';

/** The effects of cabinets' events on rentals. */
export const rentalEvents: RentalEvents = {
  inventory: takeInventory,
  ejected: takeEjected,
  ejectFailed: takeEjectFailed,
  returned: takeReturned,
  returnRejected: takeRejected,
};
