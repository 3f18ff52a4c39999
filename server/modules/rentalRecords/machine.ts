import { RentalState, type OrderStatus } from '../../../contract/orders.ts';

export const rentalEvents = [
  /** All holds are placed. */
  'authorized',
  /**
   * The rental ends before a slot is opened, because the payment was declined or had no result in time, the station is
   * offline, or the charger is not available.
   */
  'abandoned',
  'ejectProved',
  'ejectDisproved',
  /** The eject command has expired without an answer. */
  'ejectUnanswered',
  /**
   * The eject had no answer for too long, or the rider denies the eject and the cabinet is silent. Support decides
   * about the rental.
   */
  'ejectGivenUp',
  'returned',
  'depositDue',
  'lost',
  /** The cabinet reports late that the charger was returned before the loss. */
  'returnedInTime',
  /** The lost charger came back after the loss, in time for a refund of the fee. */
  'found',
  /** The charger never left the cabinet. */
  'undone',
  /** The charger does not charge, so the cabinet ejects another charger for the same rental. */
  'swapBegun',
  /** The second charger did not come out, so the rental goes on with the first charger. */
  'swapFailed',
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
    swapFailed: 'charging',
  },
  ejectUnknown: {
    ejectProved: 'charging',
    ejectDisproved: 'failed',
    ejectGivenUp: 'review',
    swapFailed: 'charging',
  },
  charging: {
    returned: 'settling',
    depositDue: 'overdue',
    undone: 'failed',
    ejectGivenUp: 'review',
    swapBegun: 'ejecting',
  },
  overdue: { returned: 'settling', lost: 'lost' },
  // The bill of a found charger may still be settling when a cabinet reports an earlier return.
  settling: { settled: 'complete', chargeFailed: 'unpaid', returnedInTime: 'settling' },
  unpaid: {
    payStarted: 'paying',
    settled: 'complete',
    returnedInTime: 'settling',
    found: 'settling',
  },
  paying: {
    settled: 'complete',
    chargeFailed: 'unpaid',
    returnedInTime: 'settling',
    found: 'settling',
  },
  lost: { chargeFailed: 'unpaid', returnedInTime: 'settling', found: 'settling' },
  // A lost rental is also `complete` if its charge failed at first and the rider paid later.
  complete: { returnedInTime: 'settling', found: 'settling' },
  failed: {},
  review: {},
};

/** The state after the event. It is null if the event is not possible in this state. */
export function rentalTransition(state: RentalState, event: RentalEvent): RentalState | null {
  return transitions[state][event] ?? null;
}

/**
 * The states of an open rental. A rider has at most one open rental, and a charger has at most one open rental, too.
 * Unique indexes in the database enforce both rules for the same states.
 */
export const openStates = [
  'authorizing',
  'ejecting',
  'ejectUnknown',
  'charging',
  'overdue',
] as const satisfies RentalState[];

/** The states in which the rider owes the payment. */
export const owedStates = ['unpaid', 'paying'] as const satisfies RentalState[];

/** The states in which the rental is open or the rider owes the payment. */
export const unfinishedStates = [...openStates, ...owedStates] as const;

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

/** The status that riders see. It is null before the charger comes out, and in the states `failed` and `review`. */
export function orderStatus(state: RentalState): OrderStatus | null {
  return statuses[state];
}

/** The states that riders see as this status. */
export function statesOf(status: OrderStatus): RentalState[] {
  return RentalState.options.filter((state) => statuses[state] === status);
}
