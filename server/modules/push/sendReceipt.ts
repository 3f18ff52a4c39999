import { z } from 'zod';
import type { NotificationSettings } from '../../../contract/notifications.ts';
import { plainSpaces } from '../../../contract/rules/format/duration.ts';
import type { Db } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  retryAt,
  type Intent,
  type Job,
  type JobHandler,
  type JobOutcome,
} from '../../outbox/outbox.ts';
import { writeMail } from '../../providers/mail/writeMail.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { dateText, moneyText, taxRateText } from '../../text/textFormats.ts';
import { invoicesForOrders } from '../invoices/invoiceQueries.ts';
import { sellerAt } from '../invoices/sellers.ts';
import { riderContacts } from '../auth/userQueries.ts';
import { rentalSummaries } from '../rentalRecords/rentalQueries.ts';
import { stationNames } from '../stations/stationQueries.ts';
import type { OutgoingNotification } from './findOutgoing.ts';
import { readSettingsOf } from './notificationSettings.ts';
import { receiptText } from './receiptText.ts';

const receiptJob = 'receipt.send';
const ReceiptPayload = z.object({ rentalId: z.uuid(), toldAt: z.iso.datetime() });

/** The time after which a receipt is no longer useful. */
const worthMs = 24 * 3_600_000;
/**
 * The mail waits for the invoice, which the capture creates. From this attempt on, about eight
 * seconds after the first attempt, the server sends the mail even without the invoice.
 */
const invoiceTries = 6;
/** The states of a returned rental whose capture is pending. */
const settlingStates: readonly string[] = ['settling', 'paying'];

/**
 * The job that sends the receipt of a return by text message or mail, if the rider has chosen receipts. Each order has
 * only one receipt job.
 */
export function receiptsOf(
  { kind, rentalId, createdAt }: OutgoingNotification,
  { receiptBy }: NotificationSettings,
): readonly Intent[] {
  if (kind !== 'returned' || rentalId === null || receiptBy === 'none') return [];
  const payload: z.infer<typeof ReceiptPayload> = { rentalId, toldAt: createdAt.toISOString() };
  return [{ kind: receiptJob, key: `${receiptJob}:${rentalId}`, payload }];
}

export function registerReceipts(deps: Dependencies): void {
  const handler: JobHandler = async (payload, job) => {
    const { rentalId, toldAt } = ReceiptPayload.parse(payload);
    // Count from the notification, not from the return, because a cabinet may report the return days later.
    if (addMs(new Date(toldAt), worthMs) <= deps.clock.now()) return;
    const order = await findReturned(deps.db, rentalId);
    if (!order) return;
    const { receiptBy } = await readSettingsOf(deps.db, order.userId);
    if (receiptBy === 'text') return textReceipt(deps, order, job);
    if (receiptBy === 'email') return mailReceipt(deps, order, job);
  };
  deps.outbox.handle(receiptJob, handler, { priority: 'normal' });
}

async function textReceipt(
  { texts, settings, clock, log }: Dependencies,
  order: Returned,
  { attempts }: Job,
): Promise<JobOutcome> {
  if (order.phone === null || !texts) return;
  const { brand, publicUrl } = settings;
  const words = { brand: brand.name, amount: order.amount, number: order.number };
  const at = inShort(order.returnedAt, order.timeZone);
  const body = receiptText(publicUrl, order.language, { ...words, at }, order.path);
  const answer = await texts.send({ to: order.phone, body });
  if (answer.outcome === 'dropped')
    log.warn({ why: answer.why }, 'a receipt was not sent as a text message');
  if (answer.outcome !== 'later') return;
  const planned = retryAt(clock, attempts);
  const named = addMs(clock.now(), (answer.retryAfter ?? 0) * 1000);
  return { againAt: named > planned ? named : planned };
}

async function mailReceipt(
  { db, mail, settings, clock }: Dependencies,
  order: Returned,
  { attempts }: Job,
): Promise<JobOutcome> {
  if (order.email === null || !mail) return;
  const { number, amount, station, timeZone } = order;
  const values = {
    number,
    amount,
    station,
    from: dateText(order.startedAt, timeZone),
    at: dateText(order.returnedAt, timeZone),
    link: settings.publicUrl + order.path,
  };
  const invoice = await invoiceOf(db, order.rentalId);
  const isAwaited = invoice === null && order.isSettling && attempts < invoiceTries;
  if (isAwaited && (await sellerAt(db, clock.now()))) {
    return { againAt: retryAt(clock, attempts) };
  }
  const { language } = order;
  const written = invoice
    ? writeMail(settings, language, 'receiptWithInvoice', { ...values, ...invoice })
    : writeMail(settings, language, 'receipt', values);
  await mail.send({ to: order.email, ...written, code: '' });
}

/**
 * The values of the first invoice of the order, for the text of the mail. The result is null if the
 * order has no invoice yet.
 */
async function invoiceOf(db: Db, rentalId: string): Promise<Record<string, string> | null> {
  const row = await db
    .selectFrom(invoicesForOrders(db).as('invoice'))
    .selectAll()
    .where('rental_id', '=', rentalId)
    .where('kind', '=', 'invoice')
    .orderBy('issued_at')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const text = (amount: number) => plainSpaces(moneyText({ amount, currency: row.currency }));
  return {
    invoice: row.number ?? '',
    invoiced: text(row.amount),
    tax: text(row.tax),
    rate: taxRateText(row.tax_rate),
    seller: row.seller_name,
    address: row.seller_address,
    taxNumber: row.seller_tax_number,
  };
}

type Returned = NonNullable<Awaited<ReturnType<typeof findReturned>>>;

/**
 * The returned rental with its rider. The result is null if the charger is not back, or if the rider was
 * deleted.
 */
async function findReturned(db: Db, rentalId: string) {
  const row = await db
    .selectFrom(rentalSummaries(db).as('rental'))
    .innerJoin(riderContacts(db).as('rider'), 'rider.id', 'rental.user_id')
    .innerJoin(stationNames(db).as('station'), 'station.id', 'rental.return_station_id')
    .selectAll('rental')
    .select(['rider.language', 'rider.phone', 'rider.email', 'rider.email_confirmed_at'])
    .select(['station.name as station', 'station.time_zone'])
    .where('rental.id', '=', rentalId)
    .executeTakeFirst();
  if (!row?.started_at || !row.returned_at || row.total === null) return null;
  return {
    userId: row.user_id,
    rentalId,
    isSettling: settlingStates.includes(row.state),
    number: row.number,
    language: row.language,
    phone: row.phone,
    email: row.email_confirmed_at && row.email,
    startedAt: row.started_at,
    returnedAt: row.returned_at,
    amount: plainSpaces(moneyText({ amount: row.total, currency: row.tariff.currency })),
    station: row.station,
    timeZone: row.time_zone,
    // Only the rider of the order can open this page.
    path: `/history/detail?orderId=${rentalId}`,
  };
}

/**
 * A time such as `Nov 20, 1:05 PM`. It omits the year, because a text message has little space and arrives
 * within a day.
 */
function inShort(at: Date, timeZone: string): string {
  const time = { hour: 'numeric', minute: '2-digit' } as const;
  const format = { month: 'short', day: 'numeric', ...time, timeZone } as const;
  return plainSpaces(new Intl.DateTimeFormat('en-US', format).format(at));
}
