import type { RentalEvents } from '../../cabinets/listener.ts';
import { handleEjected, handleEjectFailed } from './handleEjected.ts';
import { handleInventory } from './handleInventory.ts';
import { handleRejected } from './handleRejected.ts';
import { handleReturned } from './handleReturned.ts';

/** The effects of cabinets' events on rentals. */
export const rentalEvents: RentalEvents = {
  inventory: handleInventory,
  ejected: handleEjected,
  ejectFailed: handleEjectFailed,
  returned: handleReturned,
  returnRejected: handleRejected,
};
