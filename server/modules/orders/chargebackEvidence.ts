import type { Order } from '../../../contract/orders.ts';
import type { Db } from '../../db/database.ts';
import type { ChargedOwner } from '../chargebacks/owners.ts';
import { notificationsAbout } from '../notifications/listNotifications.ts';
import type { PaymentRow } from '../payments/moves.ts';
import { refundRentalPayment } from '../rental/bill/refundPayment.ts';
import { findOrder } from './findOrders.ts';

/** The functions that the module of chargebacks calls for the payments of rentals. */
export const chargedRental: ChargedOwner = {
  refundPayment: refundRentalPayment,
  async evidence(db: Db, { user_id, rental_id }: PaymentRow) {
    if (!rental_id) throw new Error('the payment is not a rental’s');
    const order = await findOrder(db, user_id, rental_id, new Date(0));
    // The evidence must contain the return of the charger, so it is not complete yet.
    if (isOut(order)) return null;
    const messages = await notificationsAbout(db, rental_id);
    return {
      product:
        'Rental of a portable phone charger from a station. The rider scans the code of the station or enters its ID, sees the price, and pays. The station then opens a slot.',
      serviceDate: [order.startedAt, order.returnedAt]
        .filter((at) => at !== null)
        .map((at) => at.slice(0, 10))
        .join(' to '),
      activity: activityOf(order).join('\n'),
      more: [
        ...receiptOf(order),
        'Messages to the rider in the app:',
        ...messages.map(({ kind, created_at }) => `${created_at.toISOString()} ${kind}`),
      ].join('\n'),
    };
  },
};

/**
 * Whether the charger has left the cabinet, or may still leave it, and the return of the charger is
 * still expected. The return of a charger that was billed as lost is not expected.
 */
function isOut({ state }: Order): boolean {
  return ['authorizing', 'ejecting', 'ejectUnknown', 'charging', 'overdue'].includes(state);
}

/**
 * The actions of the rider and of the cabinets, as text. The text may contain the names and addresses of stations,
 * because they are public.
 */
function activityOf(order: Order): string[] {
  const { number, station, slot, createdAt, startedAt, returnedAt, returnStation } = order;
  const lines = [`${createdAt} the rider ordered rental ${number} at ${placeOf(station)}`];
  if (startedAt) {
    lines.push(`${startedAt} the cabinet reported that slot ${slot} released the charger`);
  }
  if (returnedAt && returnStation) {
    const at = `slot ${order.returnSlot} of ${placeOf(returnStation)}`;
    lines.push(`${returnedAt} the cabinet reported the return of the charger in ${at}`);
  } else if (startedAt) {
    lines.push('The charger was not returned within the time of the terms.');
  }
  return lines;
}

function placeOf({ id, name, address }: Order['station']): string {
  return `station ${id}, ${name}, ${address}`;
}

function receiptOf({ number, lines, total, payments }: Order): string[] {
  const money = ({ amount, currency }: { amount: number; currency: string }) =>
    `${amount} ${currency}`;
  return [
    `Receipt of order ${number}, in minor units of the currency:`,
    ...lines.map(({ kind, amount }) => `${kind} ${money(amount)}`),
    ...(total ? [`total ${money(total)}`] : []),
    ...payments.flatMap(({ steps }) =>
      steps.map(({ step, amount, at }) => `${at} ${step} ${money(amount)}`),
    ),
  ];
}
