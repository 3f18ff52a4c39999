import {
  HostChanged,
  HostList,
  NewsForOperatorsList,
  NewsPublished,
  type HostRequest,
  type NewsForOperators,
} from '../../../../contract/operators/promotions.ts';
import { OnlyReason } from '../../../../contract/operators/team.ts';
import { asCsv, listed } from '../../hosts/showHosts.ts';
import { readNews } from '../../news/readNews.ts';
import { printable } from '../../printable.ts';
import {
  jsonText,
  onlyOne,
  readArgs,
  refuse,
  type Command,
  type Program,
} from '../../runCommand.ts';
import { callServer, type OpsContext } from '../opsClient.ts';
import { change, common, flag, text } from '../options.ts';
import { readBody } from '../readBody.ts';

const newsPath = '/api/ops/news';
const hostsPath = '/api/ops/hosts';

/** The commands for news to all riders. */
export const news: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    async publish(args) {
      const { positionals, file, why, as, json } = readArgs(args, { ...change, file: text });
      refuse(positionals.length > 0 || file === undefined, 'publish takes --file.');
      const body = { ...readBody(OnlyReason, { why }), news: await readNews(file ?? '') };
      return async (context) => {
        const done = await callServer(context, NewsPublished, newsPath, { body, as });
        if (json) return jsonText(done);
        return `“${done.news.title['en'] ?? ''}” is published. The server notifies the riders.\n`;
      };
    },
    list(args) {
      const { positionals, as, json } = readArgs(args, common);
      refuse(positionals.length > 0, 'list takes only options.');
      return async (context) => {
        const found = await callServer(context, NewsForOperatorsList, newsPath, { as });
        if (json) return jsonText(found);
        return found.news.map(newsText).join('') || 'Nothing was published yet.\n';
      };
    },
  },
};

function newsText({ publishedAt, riders, isFinished, title, link }: NewsForOperators): string {
  const reached = `${riders} riders notified${isFinished ? '' : ' so far'}`;
  const words = printable(title['en'] ?? '');
  return `${publishedAt}  ${reached}  ${words}${link === null ? '' : `  ${link}`}\n`;
}

/** The commands for the requests of hosts. */
export const hosts: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    list(args) {
      const { positionals, all, as, json } = readArgs(args, { ...common, all: flag });
      refuse(positionals.length > 0, 'list takes only options.');
      return async (context) => {
        const found = await read(context, all ? 'all' : 'open', as);
        if (json) return jsonText({ hosts: found });
        const none = all ? 'There are no requests.\n' : 'There are no unanswered requests.\n';
        return listed(found.map(asRow)) || none;
      };
    },
    export(args) {
      const { positionals, as } = readArgs(args, { as: text });
      refuse(positionals.length > 0, 'export takes only options.');
      return async (context) => asCsv((await read(context, 'all', as)).map(asRow));
    },
    done: (args) => changeHost('done', args),
    erase: (args) => changeHost('erase', args),
  },
};

async function read(
  context: OpsContext,
  state: 'open' | 'all',
  as: string | undefined,
): Promise<HostRequest[]> {
  const found: HostRequest[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ state, ...(cursor !== null && { cursor }) });
    const path = `${hostsPath}?${query.toString()}`;
    const page: HostList = await callServer(context, HostList, path, { as });
    found.push(...page.hosts);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

function changeHost(verb: 'done' | 'erase', args: string[]): Command<OpsContext> {
  const { positionals, why, as, json } = readArgs(args, change);
  const reference = onlyOne(positionals, 'Give one reference, such as H-7K3M-29QX.');
  const body = readBody(OnlyReason, { why });
  return async (context) => {
    const path = `${hostsPath}/${encodeURIComponent(reference)}/${verb}`;
    const done = await callServer(context, HostChanged, path, { body, as });
    if (json) return jsonText(done);
    return `${done.reference} is ${verb === 'done' ? 'done' : 'erased'}.\n`;
  };
}

function asRow({ sentAt, changedAt, doneAt, contactName, ...request }: HostRequest) {
  return {
    ...request,
    created_at: new Date(sentAt),
    updated_at: new Date(changedAt),
    done_at: doneAt === null ? null : new Date(doneAt),
    contact_name: contactName,
  };
}
