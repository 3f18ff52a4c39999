import type { Selectable } from 'kysely';
import type { WebhookType } from '../../../contract/operators/webhooks.ts';
import type { Database } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { announce } from '../webhooks/announce.ts';
import type { RentalEvent } from './machine.ts';

type RentalRow = Selectable<Database['rentals']>;

/**
 * Sends webhooks about a state change of a rental.
 *
 * @param isStart whether the first charger of the rental has just come out. The second charger of a swap is no start.
 */
export async function announceMove(
  work: UnitOfWork,
  event: RentalEvent,
  rental: RentalRow,
  isStart: boolean,
): Promise<void> {
  const data = {
    order: rental.id,
    number: rental.number,
    state: rental.state,
    station: rental.station_id,
    charger: rental.charger,
    startedAt: rental.started_at?.toISOString() ?? null,
    returnedAt: rental.returned_at?.toISOString() ?? null,
    returnStation: rental.return_station_id,
    total: rental.total,
    currency: rental.tariff.currency,
  };
  const type = typeOf(rental, isStart);
  if (type) await announce(work, type, data);
  const { order, number, charger } = data;
  if (event === 'lost') await announce(work, 'charger.lost', { charger, order, number });
  if (event === 'found') await announce(work, 'charger.found', { charger, order, number });
}

function typeOf({ state }: RentalRow, isStart: boolean): WebhookType | null {
  if (isStart) return 'rental.started';
  switch (state) {
    case 'settling':
      return 'rental.returned';
    case 'complete':
      return 'rental.completed';
    case 'failed':
    case 'review':
      return 'rental.failed';
    case 'authorizing':
    case 'charging':
    case 'ejecting':
    case 'ejectUnknown':
    case 'lost':
    case 'overdue':
    case 'paying':
    case 'unpaid':
      return null;
  }
}
