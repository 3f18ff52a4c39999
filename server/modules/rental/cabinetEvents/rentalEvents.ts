import type { RentalEvents } from '../../cabinets/listener.ts';
import type { Settings } from '../../../settings/settings.ts';
import type { EjectSettings } from '../uncertainEjects.ts';
import { handleEjected, handleEjectFailed } from './handleEjected.ts';
import { handleInventory } from './handleInventory.ts';
import { handleRejected } from './handleRejected.ts';
import { handleReturned } from './handleReturned.ts';

/** The functions that apply the events of cabinets to rentals. */
export const rentalEvents = (
  settings: EjectSettings & Pick<Settings, 'unknownChargers'>,
): RentalEvents => ({
  inventory: (work, report) => handleInventory(work, settings, report),
  ejected: (work, report) => handleEjected(work, settings, report),
  ejectFailed: handleEjectFailed,
  returned: handleReturned,
  returnRejected: handleRejected,
});
