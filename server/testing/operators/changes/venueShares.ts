import { randomUUID } from 'node:crypto';
import { PayoutRecorded } from '../../../../contract/operators/venueShares.ts';
import { demoTariff } from '../../../../contract/testing/demoTariff.ts';
import type { OperatorWorld } from '../operatorWorld.ts';
import type { Change } from './change.ts';
import { addVenue } from './venues.ts';

const { currency } = demoTariff;

/** A valid call for each act about the shares, statements and payouts for the owners of venues. */
export const venueShareChanges: Record<string, Change> = {
  'POST /api/ops/venues/{id}/terms': {
    action: 'venue.setShare',
    call: async (world) => ({ params: { id: await addVenue(world) }, body: { share: 1500 } }),
  },
  'POST /api/ops/venues/{id}/statements/close': {
    action: 'venue.closeMonth',
    call: async (world) => ({ params: { id: await addVenue(world) }, body: { month: '2020-02' } }),
  },
  'POST /api/ops/venues/{id}/statements/send': {
    action: 'venue.sendStatements',
    call: async (world) => {
      const { id, month } = await addOwedVenue(world);
      return { params: { id }, body: { month } };
    },
  },
  'POST /api/ops/venues/{id}/payouts': {
    action: 'venue.recordPayout',
    call: async (world) => {
      const { id, payout } = await addOwedVenue(world);
      return { params: { id }, body: payout };
    },
  },
  'POST /api/ops/venues/{id}/payouts/{payout}/reverse': {
    action: 'venue.reversePayout',
    call: async (world) => ({ params: await recordPayout(world) }),
  },
  'POST /api/ops/venue-statements/close': {
    action: 'venue.closeMonths',
    call: async () => ({ body: { month: '2020-03' }, subject: '2020-03' }),
  },
};

/** A venue with the closed statement of a month. The operator has not paid the share of this statement yet. */
async function addOwedVenue(
  world: OperatorWorld,
): Promise<{ id: string; month: string; payout: object }> {
  const id = await addVenue(world);
  const [month, share] = ['2020-01', 100];
  const { db, clock } = world.app.deps;
  const sequence = world.freshNumber();
  await db
    .insertInto('venue_statements')
    .values({
      id: randomUUID(),
      year: 2020,
      sequence,
      number: `V2020-${sequence}`,
      venue_id: id,
      venue_name: 'City Mall',
      owner_name: 'Mall Company',
      month,
      time_zone: 'UTC',
      currency,
      captures: share,
      refunds: 0,
      tax: 0,
      venue_share: share,
      operator_share: 0,
      closed_at: clock.now(),
      closed_by: 'Ada',
    })
    .execute();
  const paidOn = clock.now().toISOString().slice(0, 10);
  return { id, month, payout: { amount: share, currency, paidOn } };
}

async function recordPayout(world: OperatorWorld): Promise<{ id: string; payout: string }> {
  const { id, payout } = await addOwedVenue(world);
  const paid = PayoutRecorded.parse(await world.act(`venues/${id}/payouts`, payout));
  return { id, payout: paid.payout.id };
}
