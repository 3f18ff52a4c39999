import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { cabinetTime } from '../cabinets/contact.ts';
import { rentalEjects } from '../rentalRecords/rentalQueries.ts';
import { cabinetLinks } from '../stations/stationQueries.ts';
import { ejectJob } from './orderEject.ts';
import { registerReminders } from './remindUnpaid.ts';

const EjectPayload = z.object({ rentalId: z.uuid() });
const sendAgainMs = 1000;

/** Registers the jobs for ejects and reminders in the outbox. */
export function registerRentalJobs(deps: Dependencies): void {
  registerReminders(deps);
  deps.outbox.handle(ejectJob, async (payload) => {
    const { rentalId } = EjectPayload.parse(payload);
    const rental = await deps.db
      .selectFrom(rentalEjects(deps.db).as('rental'))
      .innerJoin(cabinetLinks(deps.db).as('cabinet'), 'cabinet.id', 'rental.station_id')
      .selectAll('rental')
      .select('cabinet.clock_offset_ms')
      .where('rental.id', '=', rentalId)
      .executeTakeFirstOrThrow();
    const expiresAt = rental.eject_expires_at;
    if (rental.state !== 'ejecting' || !expiresAt || expiresAt <= deps.clock.now()) return;
    try {
      await deps.gateway.send(rental.station_id, {
        id: rental.eject_command,
        type: 'eject',
        // The cabinet compares this time with its own clock, which may be wrong. So convert the time to the cabinet's
        // clock.
        expiresAt: cabinetTime(rental, expiresAt).toISOString(),
        charger: rental.charger,
        slot: rental.slot,
      });
    } catch (error) {
      deps.log.warn(
        { err: error, rentalId },
        'sending an eject command failed; the server retries',
      );
      return { againAt: addMs(deps.clock.now(), sendAgainMs) };
    }
  });
}
