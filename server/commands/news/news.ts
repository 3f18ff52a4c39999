import { parseArgs } from 'node:util';
import { Changes } from '../../changes/changes.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { createLogger } from '../../log/logger.ts';
import {
  type NewNews,
  NewsRepeatedError,
  publishNews,
} from '../../modules/notifications/publishNews.ts';
import { Outbox } from '../../outbox/outbox.ts';
import { transact } from '../../unitOfWork.ts';
import {
  onDatabase,
  parsed,
  plain,
  UsageError,
  type Command,
  type Program,
  type Terminal,
} from '../runCommand.ts';
import { help } from './help.ts';
import { readNews } from './readNews.ts';

export interface NewsContext extends Terminal {
  clock: Clock;
}

export const news: Program<NewsContext> = {
  help,
  explained: [NewsRepeatedError],
  commands: {
    async publish(args) {
      const options = { file: { type: 'string' } } as const;
      const { file } = parsed(() => parseArgs({ args, options })).values;
      if (file === undefined) throw new UsageError('publish takes --file.');
      return publish(await readNews(file));
    },
    list: plain('list', list),
  },
};

function publish(news: NewNews): Command<NewsContext> {
  return onDatabase(async (db, { clock }) => {
    const log = createLogger('silent');
    const outbox = new Outbox({ db, clock, log });
    const deps = { db, clock, log, outbox, changes: new Changes() };
    await transact(deps, (work) => publishNews(work, news));
    return `“${news.title.en}” is published. The server notifies the riders.\n`;
  });
}

async function list(db: Db): Promise<string> {
  const rows = await db.selectFrom('news').selectAll().orderBy('published_at', 'desc').execute();
  if (rows.length === 0) return 'Nothing was published yet.\n';
  return rows
    .map(({ published_at, riders, finished_at, words, link }) => {
      const reached = `${riders} riders notified${finished_at ? '' : ' so far'}`;
      return `${published_at.toISOString()}  ${reached}  ${words.title.en}${link ? `  ${link}` : ''}\n`;
    })
    .join('');
}
