import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { later } from '../../work.ts';
import { registerCabinetJobs } from '../cabinets/commands.ts';
import { cabinetTime } from '../cabinets/contact.ts';
import { registerPaymentJobs, type PaidFor } from '../payments/jobs.ts';
import { paidTopUp } from '../topUps/paidTopUp.ts';
import { advanceById } from './advance.ts';
import { ejectJob } from './orderEject.ts';
import { registerReminders } from './remindUnpaid.ts';
import { lockRental } from './rentals.ts';

const EjectPayload = z.object({ rentalId: z.uuid() });
const sendAgainMs = 1000;

/** Hands the outbox everything that rentals decide: money, slots, questions to cabinets. */
export function registerRentalJobs(deps: Dependencies): void {
  registerCabinetJobs(deps);
  registerReminders(deps);
  registerPaymentJobs(deps, { rental: paidRental, topUp: paidTopUp });
  deps.outbox.handle(ejectJob, async (payload) => {
    const { rentalId } = EjectPayload.parse(payload);
    const rental = await deps.db
      .selectFrom('rentals')
      .innerJoin('stations', 'stations.id', 'rentals.station_id')
      .select(['state', 'station_id', 'slot', 'charger', 'eject_command', 'eject_expires_at'])
      .select('clock_offset_ms')
      .where('rentals.id', '=', rentalId)
      .executeTakeFirstOrThrow();
    const expiresAt = rental.eject_expires_at;
    if (rental.state !== 'ejecting' || !expiresAt || expiresAt <= deps.clock.now()) return;
    try {
      await deps.gateway.send(rental.station_id, {
        id: rental.eject_command,
        type: 'eject',
        // The cabinet compares it with its own clock.
        expiresAt: cabinetTime(rental, expiresAt).toISOString(),
        charger: rental.charger,
        slot: rental.slot,
      });
    } catch (error) {
      deps.log.warn({ err: error, rentalId }, 'an eject could not be handed over yet');
      return { againAt: later(deps.clock.now(), sendAgainMs) };
    }
  });
}

const paidRental: PaidFor = {
  lock: async (work, payment) => {
    const { state } = await lockRental(work, rentalOf(payment));
    return { isOver: state === 'failed' || state === 'review' };
  },
  advance: async (work, payment) => {
    await advanceById(work, rentalOf(payment));
  },
  openUntil: () => null,
  // The bill stands; support was told.
  refundRefused: async () => undefined,
};

function rentalOf({ id, rental_id }: { id: string; rental_id: string | null }): string {
  if (rental_id) return rental_id;
  throw new Error(`payment ${id} is not a rental's`);
}
