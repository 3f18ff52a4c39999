import type { NewsForOperators, NewsPublished } from '../../../contract/operators/promotions.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import {
  NewNews,
  newsForOperators,
  NewsRepeatedError,
  publishNews,
} from '../notifications/publishNews.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import { refusalOf } from './refusal.ts';

export async function listNewsForOperators(db: Db): Promise<{ news: NewsForOperators[] }> {
  return { news: (await newsForOperators(db).execute()).map(present) };
}

/**
 * Publishes news to all riders. Nobody can withdraw the news.
 *
 * @throws {OpsError} promotionInvalid, promotionExists, keyReused.
 */
export function publishNewsOnce(
  work: UnitOfWork,
  wanted: Record<string, unknown>,
  act: Act,
): Promise<NewsPublished> {
  const asked = { action: 'news.publish', subject: null, details: { news: wanted } };
  return actOnce(work, asked, act, {
    async run() {
      const parsed = NewNews.safeParse(wanted);
      if (!parsed.success) throw refusalOf(parsed.error);
      try {
        const id = await publishNews(work, parsed.data);
        return { answer: { news: await find(work.trx, id) }, subject: id };
      } catch (error) {
        if (!(error instanceof NewsRepeatedError)) throw error;
        throw new OpsError('promotionExists', error.message);
      }
    },
    again: async ({ subject }) => ({ news: await find(work.trx, subject) }),
  });
}

async function find(trx: Trx, id: string): Promise<NewsForOperators> {
  return present(await newsForOperators(trx).where('id', '=', id).executeTakeFirstOrThrow());
}

function present(
  row: Awaited<ReturnType<ReturnType<typeof newsForOperators>['executeTakeFirstOrThrow']>>,
): NewsForOperators {
  return {
    id: row.id,
    title: row.words.title,
    link: row.link,
    publishedAt: row.published_at.toISOString(),
    riders: row.riders,
    isFinished: row.finished_at !== null,
  };
}
