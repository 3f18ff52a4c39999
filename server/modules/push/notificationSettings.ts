import type {
  ChangeNotificationSettings,
  NotificationSettings,
} from '../../../contract/notifications.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { inTransaction } from '../../db/database.ts';
import { ProblemError } from '../../http/problem.ts';
import { lockUser } from '../auth/users.ts';
import { isTimeZone } from '../../time/timeZones.ts';

/** The default settings. */
const defaults: NotificationSettings = {
  push: {
    rental: true,
    money: true,
    reminders: true,
    availability: true,
    rewards: true,
    news: false,
  },
  quietHours: null,
  showDetails: false,
  receiptBy: 'none',
};

export async function readSettingsOf(db: Db | Trx, userId: string): Promise<NotificationSettings> {
  return (await findChosenSettings(db, userId)) ?? defaults;
}

/**
 * A query that other queries join. It has a row for each rider who has stored settings, with the
 * push topics that the rider has chosen.
 */
export function pushChoices(db: Db) {
  return db.selectFrom('notification_settings').select(['user_id', 'push']);
}

/** The rider's settings. The result is null if the rider has not changed the settings. */
export async function findChosenSettings(
  db: Db | Trx,
  userId: string,
): Promise<NotificationSettings | null> {
  const row = await db
    .selectFrom('notification_settings')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    // Add the defaults, because the stored settings may lack newer topics.
    push: { ...defaults.push, ...row.push },
    quietHours: row.quiet_hours,
    showDetails: row.show_details,
    receiptBy: row.receipt_by,
  };
}

/** @throws {ProblemError} `invalidInput`, also for a receipt by a channel that is not available. */
export async function changeSettings(
  deps: Pick<Dependencies, 'db' | 'mail' | 'texts'>,
  userId: string,
  change: ChangeNotificationSettings,
): Promise<NotificationSettings> {
  if (change.quietHours && !isTimeZone(change.quietHours.timeZone)) {
    throw new ProblemError('invalidInput', { fields: ['body.quietHours.timeZone'] });
  }
  return inTransaction(deps.db, async (trx) => {
    const user = await lockUser(trx, userId);
    const goes = {
      none: true,
      text: user.phone !== null && deps.texts !== null,
      email: user.email_confirmed_at !== null && deps.mail !== null,
    };
    if (change.receiptBy && !goes[change.receiptBy]) {
      throw new ProblemError('invalidInput', { fields: ['body.receiptBy'] });
    }
    const before = await readSettingsOf(trx, userId);
    const settings = {
      push: { ...before.push, ...change.push },
      quietHours: change.quietHours === undefined ? before.quietHours : change.quietHours,
      showDetails: change.showDetails ?? before.showDetails,
      receiptBy: change.receiptBy ?? before.receiptBy,
    };
    const { push, quietHours, showDetails, receiptBy } = settings;
    const values = {
      push: JSON.stringify(push),
      quiet_hours: quietHours && JSON.stringify(quietHours),
      show_details: showDetails,
      receipt_by: receiptBy,
    };
    await trx
      .insertInto('notification_settings')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute();
    return settings;
  });
}
