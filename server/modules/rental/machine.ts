import { RentalState, type OrderStatus } from '../../../contract/orders.ts';

export const rentalEvents = [
  /** Every hold stands. */
  'authorized',
  /** It ends before a slot was opened: declined, given up, station gone, charger gone. */
  'abandoned',
  'ejectProved',
  'ejectDisproved',
  /** The command has expired and nothing was heard. */
  'ejectUnanswered',
  /** Nothing was heard for so long that support takes over. */
  'ejectGivenUp',
  'returned',
  'depositDue',
  'lost',
  /** It had come back before it was billed as lost; the cabinet tells it only now. */
  'returnedInTime',
  /** The charger proved to be still inside after all. */
  'undone',
  'settled',
  'chargeFailed',
  'payStarted',
] as const;
export type RentalEvent = (typeof rentalEvents)[number];

const transitions: Record<RentalState, Partial<Record<RentalEvent, RentalState>>> = {
  authorizing: { authorized: 'ejecting', abandoned: 'failed' },
  ejecting: {
    ejectProved: 'charging',
    ejectDisproved: 'failed',
    ejectUnanswered: 'ejectUnknown',
  },
  ejectUnknown: { ejectProved: 'charging', ejectDisproved: 'failed', ejectGivenUp: 'review' },
  charging: { returned: 'settling', depositDue: 'overdue', undone: 'failed' },
  overdue: { returned: 'settling', lost: 'lost' },
  settling: { settled: 'complete', chargeFailed: 'unpaid' },
  unpaid: { payStarted: 'paying', settled: 'complete', returnedInTime: 'settling' },
  paying: { settled: 'complete', chargeFailed: 'unpaid', returnedInTime: 'settling' },
  lost: { chargeFailed: 'unpaid', returnedInTime: 'settling' },
  // Only one that was lost, and paid for after its card had failed.
  complete: { returnedInTime: 'settling' },
  failed: {},
  review: {},
};

/** The state after the event; null where the event means nothing in this state. */
export function rentalTransition(state: RentalState, event: RentalEvent): RentalState | null {
  return transitions[state][event] ?? null;
}

/** A rider has one of these at most, and so has a charger; the unique indexes say the same. */
export const openStates = [
  'authorizing',
  'ejecting',
  'ejectUnknown',
  'charging',
  'overdue',
] as const satisfies RentalState[];

const statuses: Record<RentalState, OrderStatus | null> = {
  authorizing: null,
  ejecting: null,
  ejectUnknown: null,
  charging: 'charging',
  overdue: 'charging',
  settling: 'paying',
  unpaid: 'unpaid',
  paying: 'paying',
  complete: 'complete',
  lost: 'complete',
  failed: null,
  review: null,
};

/** The status that people see; null while the charger is not out yet, and where it never came out. */
export function orderStatus(state: RentalState): OrderStatus | null {
  return statuses[state];
}

/** The states that people see as this status. */
export function statesOf(status: OrderStatus): RentalState[] {
  return RentalState.options.filter((state) => statuses[state] === status);
}
