import { z } from 'zod';
import type { StatementsSent } from '../../../contract/operators/venueShares.ts';
import type { Dependencies } from '../../dependencies.ts';
import { retryAt } from '../../outbox/outbox.ts';
import { writeMail } from '../../providers/mail/writeMail.ts';
import { moneyText } from '../../text/textFormats.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { PdfQueue } from '../documents/pdfQueue.ts';
import { readVenue } from '../network/venues/readVenue.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import { mailJob, planMail } from './planMail.ts';
import { statementDocument } from './printStatement.ts';
import { closedStatements, findStatement, readStatements } from './statements.ts';

const Payload = z.object({ id: z.uuid() });
const mailTries = 20;
const hourMs = 3_600_000;
/** After `mailTries` tries, the job tries each hour for three days, because a mail server may be down for a weekend. */
const hourlyTries = 72;

/**
 * Registers the job that mails one statement to the owner of a venue, in the language of the venue. If the server
 * crashes after it has sent the mail and before it has stored `sent_at`, the owner gets the mail again.
 */
export function registerStatementMails(deps: Dependencies): void {
  const print = sharedPrinter();
  deps.outbox.handle(
    mailJob,
    async (payload, job) => {
      const { id } = Payload.parse(payload);
      try {
        await send(deps, print, id);
      } catch (error) {
        deps.log.warn({ err: error, key: id }, 'a statement could not be mailed');
        if (job.attempts < mailTries) return { againAt: retryAt(deps.clock, job.attempts) };
        // Throw the error once, so that the outbox opens a case: a person may have to correct the address.
        if (job.attempts === mailTries) throw error;
        if (job.attempts < mailTries + hourlyTries)
          return { againAt: addMs(deps.clock.now(), hourMs) };
      }
    },
    { priority: 'normal' },
  );
}

async function send(deps: Dependencies, print: Print, id: string): Promise<void> {
  const { db, clock, settings, mail, log } = deps;
  const planned = await db
    .selectFrom('venue_statement_mails')
    .select(['statement_id', 'sent_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!planned || planned.sent_at !== null) return;
  const statement = await findStatement(db, planned.statement_id);
  if (!statement) return;
  const { shown } = statement;
  const { statementEmail: to, language } = await readVenue(db, shown.venue);
  // The address was removed after the close, so send no mail.
  if (to === null) return;
  if (!mail) {
    log.warn({ key: id }, 'a statement was not mailed, because there is no mail server');
    return;
  }
  const money = (amount: typeof shown.tax) => moneyText(amount);
  const values = {
    number: shown.number ?? '',
    venue: shown.venueName,
    month: shown.month,
    captures: money(shown.captures),
    refunds: money({ ...shown.refunds, amount: 0 - shown.refunds.amount }),
    tax: money(shown.tax),
    share: money(shown.venueShare),
  };
  const options = { brand: settings.brand.name, now: clock.now(), language };
  const content = await print(statementDocument(statement, options));
  const files = [{ name: `${shown.number}.pdf`, type: 'application/pdf', content }];
  const written = writeMail(settings, language, 'venueStatement', values);
  await mail.send({ to, ...written, code: '', files });
  await db
    .updateTable('venue_statement_mails')
    .set({ sent_at: clock.now() })
    .where('id', '=', id)
    .execute();
}

type Print = (model: Parameters<PdfQueue['print']>[0]) => Promise<Buffer>;

/**
 * Prints the PDFs of all mails in one queue, so that the number of threads is limited. The threads
 * end after the last mail, because statements are mailed only once a month.
 */
function sharedPrinter(): Print {
  let pdfQueue: PdfQueue | null = null;
  let waiting = 0;
  return async (model) => {
    const own = (pdfQueue ??= new PdfQueue());
    waiting++;
    try {
      return await own.print(model);
    } finally {
      waiting--;
      if (waiting === 0) {
        pdfQueue = null;
        await own.close();
      }
    }
  };
}

/**
 * Mails the closed statements of a month again, for example after a change of the address.
 *
 * @throws {OpsError} venueNotFound, statementNotFound, mailMissing, keyReused.
 */
export function sendStatements(
  work: UnitOfWork,
  {
    venue: venueId,
    month,
    timeZone,
    hasMail,
  }: { venue: string; month: string; timeZone: string; hasMail: boolean },
  act: Act,
): Promise<StatementsSent> {
  const asked = { action: 'venue.sendStatements', subject: venueId, details: { month } };
  const shown = async () => ({
    statements: (await readStatements(work.trx, venueId, month, timeZone)).map((one) => one.shown),
  });
  return actOnce(work, asked, act, {
    async run() {
      const { statementEmail } = await readVenue(work.trx, venueId);
      const closed = await closedStatements(work.trx)
        .where('venue_id', '=', venueId)
        .where('month', '=', month)
        .execute();
      if (closed.length === 0) {
        throw new OpsError('statementNotFound', `The venue has no closed statement for ${month}.`);
      }
      if (statementEmail === null) {
        throw new OpsError('mailMissing', `Venue ${venueId} has no address for statements.`);
      }
      if (!hasMail)
        throw new OpsError('mailMissing', 'The server has no mail server: set MAIL_URL.');
      for (const { id } of closed) await planMail(work, id);
      return { answer: await shown(), after: { numbers: closed.map(({ number }) => number) } };
    },
    again: shown,
  });
}
