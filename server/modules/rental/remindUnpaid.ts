import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { writeMail } from '../../providers/mail/writeMail.ts';
import { moneyText } from '../../text/textFormats.ts';
import { riderContacts } from '../auth/userQueries.ts';
import type { PaymentRow } from '../payments/moves.ts';
import { paymentAmounts } from '../payments/paymentQueries.ts';
import { rentalSummaries } from '../rentalRecords/rentalQueries.ts';
import { setRental, type RentalRow } from '../rentalRecords/rentals.ts';
import { lossDueAt } from '../rentalRecords/deadlines.ts';
import { netCaptured } from './plan.ts';
import { notifyReminder } from './notifyRider.ts';
import { remindAfterMs } from './rentalLimits.ts';

const reminderJob = 'rental.remindUnpaid';
const ReminderPayload = z.object({ rentalId: z.uuid(), reminder: z.int().positive() });

/**
 * Sends the due reminder of a locked unpaid rental, and sets the time of the next reminder. Sends only one reminder if
 * several are due, for example after a long stop of the server.
 */
export async function remindOfUnpaid(
  work: UnitOfWork,
  rental: RentalRow,
  payments: readonly PaymentRow[],
): Promise<void> {
  const since = unpaidSince(rental, payments);
  const due = remindAfterMs.filter((delay) => addMs(since, delay) <= work.now).length;
  const next = remindAfterMs[Math.max(due, rental.reminders)];
  await setRental(work, rental.id, {
    reminders: Math.max(due, rental.reminders),
    next_check_at: next === undefined ? null : addMs(since, next),
  });
  if (due <= rental.reminders) return;
  await notifyReminder(work, rental, payments, due);
  const payload: z.infer<typeof ReminderPayload> = { rentalId: rental.id, reminder: due };
  await work.enqueue({ kind: reminderJob, key: `remind:${rental.id}:${due}`, payload });
}

/**
 * The time from which the reminders count: the end of the rental or the last payment attempt,
 * whichever is later. A rider who has just tried to pay needs no reminder.
 */
function unpaidSince(rental: RentalRow, payments: readonly PaymentRow[]): Date {
  const ended = rental.returned_at ?? lossDueAt(rental);
  const tries = payments.map((payment) => payment.created_at.getTime());
  return new Date(Math.max(ended.getTime(), ...tries));
}

/**
 * Registers the job that mails reminders. Without a mail provider, or without a confirmed mail address, the rider gets
 * the reminder only as a notification.
 */
export function registerReminders(deps: Dependencies): void {
  deps.outbox.handle(reminderJob, async (given) => {
    const { rentalId, reminder } = ReminderPayload.parse(given);
    const { db, mail, settings } = deps;
    if (!mail) return;
    const rental = await db
      .selectFrom(rentalSummaries(db).as('rental'))
      .leftJoin(riderContacts(db).as('rider'), 'rider.id', 'rental.user_id')
      .selectAll('rental')
      .select(['rider.email', 'rider.email_confirmed_at', 'rider.language'])
      .where('rental.id', '=', rentalId)
      .executeTakeFirstOrThrow();
    const { email, email_confirmed_at: confirmed, language } = rental;
    // The rider has paid, or a later reminder replaces this reminder.
    if (rental.state !== 'unpaid' || rental.reminders !== reminder) return;
    if (email === null || confirmed === null || language === null) return;
    const payments = await paymentAmounts(db).where('rental_id', '=', rentalId).execute();
    const owed = (rental.total ?? 0) - netCaptured(payments);
    await mail.send({
      to: email,
      ...writeMail(settings, language, 'unpaid', {
        amount: moneyText({ amount: owed, currency: rental.tariff.currency }),
        number: rental.number,
        link: `${settings.publicUrl}/history/detail?orderId=${rentalId}`,
      }),
      code: '',
    });
  });
}
