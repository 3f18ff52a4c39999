import { randomUUID } from 'node:crypto';
import { sql, type Expression } from 'kysely';
import { z } from 'zod';
import { Language } from '../../../contract/config.ts';
import type { NotificationSettings } from '../../../contract/notifications.ts';
import { isPlainText } from '../../../contract/rules/format/plainText.ts';
import type { Db } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { registeredRiders } from '../auth/userQueries.ts';
import { deliverNewsJob } from './deliverJob.ts';
import { decideDeliveries } from './notify.ts';

const words = (most: number) =>
  z.record(Language, z.string().trim().min(1).max(most).refine(isPlainText, 'expected plain text'));

/** The path may have only plain segments, so that it cannot lead to another site. */
const pathOfTheApp = /^(\/[\w-]+)+(\?[\w=&.-]*)?$/;
const notOfTheApp = /^\/(api|gbfs|ops|sandbox|assets)([/?]|$)/;

/**
 * News from an operator: a title and a text in each language of the app, and the path that the news opens.
 */
export const NewNews = z.strictObject({
  title: words(80).refine(
    (title) => Object.values(title).every((text) => !text.includes('\n')),
    'expected one line',
  ),
  body: words(2000),
  link: z
    .string()
    .max(300)
    .regex(pathOfTheApp, 'expected a path of the app, such as /coupon')
    .refine((link) => !notOfTheApp.test(link), 'expected a page that people read')
    .nullable()
    .default(null),
});
export type NewNews = z.infer<typeof NewNews>;

/** The error for a text that was already published. */
export class NewsRepeatedError extends Error {
  override readonly name = 'NewsRepeatedError';
}

const publishJob = 'news.publish';
const PublishPayload = z.object({ newsId: z.uuid() });

/**
 * Publishes news to all riders and guests whose accounts exist now. The outbox notifies them in batches.
 *
 * @returns the id of the news.
 * @throws {NewsRepeatedError} if news with the same text exists.
 */
export async function publishNews(
  work: UnitOfWork,
  { title, body, link }: NewNews,
): Promise<string> {
  const id = randomUUID();
  const text = JSON.stringify({ title, body });
  const before = await work.trx
    .selectFrom('news')
    .select('published_at')
    .where('words', '=', sql<NewNews>`${text}::jsonb`)
    .executeTakeFirst();
  if (before) {
    throw new NewsRepeatedError(`It was published at ${before.published_at.toISOString()}.`);
  }
  await work.trx
    .insertInto('news')
    .values({ id, words: text, link, published_at: work.now })
    .execute();
  const payload: z.infer<typeof PublishPayload> = { newsId: id };
  await work.enqueue({ kind: publishJob, key: `${publishJob}:${id}`, payload });
  return id;
}

/** All published news, the newest first. */
export function newsForOperators(db: Db) {
  return db.selectFrom('news').selectAll().orderBy('published_at', 'desc').orderBy('id');
}

const ridersAtOnce = 1000;
/**
 * The number of batches in one job. It is low, so that a job ends well before its lease does. After the end of the
 * lease, another worker takes over the job.
 */
const batchesAtOnce = 5;

/**
 * A query that other queries join. It returns the topics of push messages that each rider with settings has chosen. The
 * push module owns these settings and supplies the query.
 */
export type PushChoices = (
  db: Db,
) => Expression<{ user_id: string; push: NotificationSettings['push'] }>;

/** Registers the job for news in the outbox. */
export function registerNews(deps: Dependencies, pushChoices: PushChoices): void {
  deps.outbox.handle(publishJob, async (given) => {
    const { newsId } = PublishPayload.parse(given);
    for (let batch = 0; batch < batchesAtOnce; batch++) {
      if (await transact(deps, (work) => notifySome(work, newsId, pushChoices))) return;
    }
    return { againAt: deps.clock.now(), answered: true };
  });
}

/** The new notifications of riders who want push messages about news. */
const whoChoseNews = sql`(
  select added.id from added join riders on riders.id = added.user_id
  where riders.push ->> 'news' = 'true'
) as wanted`;

/**
 * Notifies the next riders. The position in the list of riders is stored together with the notifications, so
 * that a crash neither skips a rider nor notifies a rider twice.
 *
 * @returns whether all riders were notified.
 */
async function notifySome(
  work: UnitOfWork,
  newsId: string,
  pushChoices: PushChoices,
): Promise<boolean> {
  const { trx, now } = work;
  const news = await trx
    .selectFrom('news')
    .select(['told_up_to', 'published_at', 'finished_at'])
    .where('id', '=', newsId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (news.finished_at) return true;
  const { rows: added } = await sql<{ id: string; user_id: string }>`
    with riders as (
      select rider.id, chosen.push
      from ${registeredRiders(trx)} as rider
        left join ${pushChoices(trx)} as chosen on chosen.user_id = rider.id
      where rider.created_at <= ${news.published_at}::timestamptz
        and (${news.told_up_to}::uuid is null or rider.id > ${news.told_up_to}::uuid)
      order by rider.id
      limit ${ridersAtOnce}
      for key share of rider
    ), added as (
      insert into notifications (id, user_id, kind, key, news_id, details, created_at)
      select gen_random_uuid(), id, 'news', 'news:' || ${newsId}::text || ':' || id, ${newsId}::uuid,
        '{}'::jsonb, ${now}::timestamptz
      from riders
      on conflict (key) do nothing
      returning id, user_id
    ), decided as (${decideDeliveries(now, whoChoseNews, deliverNewsJob)})
    select id, user_id from added order by user_id`.execute(trx);
  for (const { id, user_id } of added) work.notified(user_id, id);
  const isOver = added.length === 0;
  await trx
    .updateTable('news')
    .set((of) => ({
      told_up_to: added.at(-1)?.user_id ?? news.told_up_to,
      riders: of('riders', '+', added.length),
      finished_at: isOver ? now : null,
    }))
    .where('id', '=', newsId)
    .execute();
  return isOver;
}
