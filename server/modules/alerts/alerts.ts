import { z } from 'zod';
import type { AlertsChanged, SetAlerts } from '../../../contract/operators/tickets.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { retryAt } from '../../outbox/outbox.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { isBlocked } from '../operators/team.ts';
import { quietUntil } from '../push/quietHours.ts';

type Alerts = SetAlerts['alerts'];

const mailJob = 'alert.mail';
const MailPayload = z.object({ operator: z.string(), subject: z.string(), text: z.string() });
const mailTries = 20;

/**
 * The mail address and the quiet hours for the alerts of an operator; null if the operator gets no
 * alerts.
 */
export async function readAlerts(db: Db | Trx, operator: string): Promise<Alerts> {
  const row = await db
    .selectFrom('alert_recipients')
    .select(['email', 'quiet_hours'])
    .where('operator', '=', operator)
    .executeTakeFirst();
  return row ? { email: row.email, quietHours: row.quiet_hours } : null;
}

/**
 * Sets or ends the alerts of the operator who acts. The record of operators does not contain the mail address.
 *
 * @throws {OpsError} keyReused.
 */
export function setAlerts(work: UnitOfWork, alerts: Alerts, act: Act): Promise<AlertsChanged> {
  const details = { isOn: alerts !== null, quietHours: alerts?.quietHours ?? null };
  const asked = { action: 'alerts.set', subject: act.who, details };
  return actOnce(work, asked, act, {
    async run() {
      if (alerts === null) {
        await work.trx.deleteFrom('alert_recipients').where('operator', '=', act.who).execute();
      } else {
        const row = {
          email: alerts.email,
          quiet_hours: alerts.quietHours && JSON.stringify(alerts.quietHours),
          changed_at: work.now,
        };
        await work.trx
          .insertInto('alert_recipients')
          .values({ operator: act.who, ...row })
          .onConflict((conflict) => conflict.column('operator').doUpdateSet(row))
          .execute();
      }
      return { answer: { alerts } };
    },
    again: async () => ({ alerts: await readAlerts(work.trx, act.who) }),
  });
}

/**
 * Sends one mail to each operator who wants alerts and is not blocked. During the quiet hours of an operator, the mail
 * waits until these hours end.
 *
 * @param key the event of the alert. A second alert with this key is dropped.
 */
export async function alertOperators(
  work: UnitOfWork,
  key: string,
  mail: { subject: string; text: string },
): Promise<void> {
  const recipients = await work.trx.selectFrom('alert_recipients').selectAll().execute();
  for (const { operator, quiet_hours: quietHours } of recipients) {
    if (await isBlocked(work.trx, operator)) continue;
    const runAt = quietHours && quietUntil(quietHours, work.now);
    await work.enqueue({
      kind: mailJob,
      key: `alert:${key}:${operator}`,
      payload: { operator, ...mail },
      ...(runAt && { runAt }),
    });
  }
}

export function registerAlerts({ outbox, db, mail, clock, log }: Dependencies): void {
  outbox.handle(
    mailJob,
    async (payload, job) => {
      const { operator, subject, text } = MailPayload.parse(payload);
      // While the mail waited, the operator may have ended the alerts, or an administrator may have blocked the
      // operator.
      const alerts = await readAlerts(db, operator);
      if (!alerts || !mail || (await isBlocked(db, operator))) return;
      try {
        await mail.send({ to: alerts.email, subject, text, code: '' });
      } catch (error) {
        log.warn({ err: error, operator }, 'an alert could not be mailed');
        if (job.attempts < mailTries) return { againAt: retryAt(clock, job.attempts) };
      }
    },
    { priority: 'normal' },
  );
}
