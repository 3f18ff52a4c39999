import type { NotificationKind } from '../../contract/notifications.ts';
import type { RentalRow } from '../modules/rentalRecords/rentals.ts';
import type { RentalWorld } from './rentalWorld.ts';

/** A rental may cause several notifications of each of these kinds, each about a different amount or day. */
const repeatable: ReadonlySet<NotificationKind> = new Set(['unpaid', 'unpaidReminder', 'refunded']);

/** Returns the errors about notifications of riders: wrong, repeated and missing ones. */
export async function notificationViolations(
  { deps: { db } }: RentalWorld,
  rentals: readonly RentalRow[],
): Promise<string[]> {
  const here = await db.selectFrom('users').select('id').where('deleted_at', 'is', null).execute();
  const allNotifications = await db.selectFrom('notifications').selectAll().execute();
  const payments = await db.selectFrom('payments').selectAll().execute();
  const isHere = new Set(here.map(({ id }) => id));
  return [
    ...allNotifications
      .filter(({ user_id }) => !isHere.has(user_id))
      .map(({ kind }) => `a deleted account was notified of ${kind}`),
    ...rentals
      .filter(({ user_id }) => isHere.has(user_id))
      .flatMap((rental) => {
        const about = allNotifications.filter(({ rental_id }) => rental_id === rental.id);
        const paid = payments.filter(({ rental_id }) => rental_id === rental.id);
        return violationsOf(rental, about, paid).map(
          (what) => `${rental.state} rental ${rental.number}: ${what}`,
        );
      }),
  ];
}

interface NotificationRow {
  user_id: string;
  kind: NotificationKind;
  details: { amount?: { amount: number } | null };
}

function violationsOf(
  rental: RentalRow,
  notifications: readonly NotificationRow[],
  payments: readonly { refunded: number }[],
): string[] {
  const found: string[] = [];
  const of = (wanted: NotificationKind) => notifications.filter(({ kind }) => kind === wanted);
  if (notifications.some(({ user_id }) => user_id !== rental.user_id))
    found.push('another rider was notified');
  for (const { kind } of notifications) {
    if (!repeatable.has(kind) && of(kind).length > 1) found.push(`two notifications of ${kind}`);
  }

  const says = (kind: NotificationKind, isSo: boolean) => {
    if (of(kind).length > 0 !== isSo)
      found.push(`${isSo ? 'no' : 'a wrong'} notification of ${kind}`);
  };
  says('returned', rental.returned_at !== null);
  if (rental.returned_at === null) says('chargerOut', rental.started_at !== null);
  if (rental.state === 'lost') says('lost', true);
  if (rental.state === 'unpaid') says('unpaid', true);
  if (rental.total === null) for (const kind of ['unpaid', 'lost'] as const) says(kind, false);

  const given = payments.reduce((sum, { refunded }) => sum + refunded, 0);
  const saidGiven = of('refunded').reduce(
    (sum, { details }) => sum + (details.amount?.amount ?? 0),
    0,
  );
  if (given !== saidGiven)
    found.push(`${given} was refunded, but the notifications say ${saidGiven}`);
  return found;
}
