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

/**
 * The commands for news to all riders.
 *
 * @param usualWhy the reason that a change gets if `--why` is missing. If `usualWhy` is absent,
 *   each change needs `--why`.
 */
export function newsCommands(usualWhy?: string): Program<OpsContext>['commands'] {
  return {
    async publish(args) {
      const {
        positionals,
        file,
        why = usualWhy,
        as,
        json,
      } = readArgs(args, { ...change, file: text });
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
  };
}

function newsText({ publishedAt, riders, isFinished, title, link }: NewsForOperators): string {
  const reached = `${riders} riders notified${isFinished ? '' : ' so far'}`;
  const words = printable(title['en'] ?? '');
  return `${publishedAt}  ${reached}  ${words}${link === null ? '' : `  ${link}`}\n`;
}

/** The commands for the requests of hosts. @param usualWhy as for `newsCommands`. */
export function hostCommands(usualWhy?: string): Program<OpsContext>['commands'] {
  return {
    list(args) {
      const { positionals, all, as, json } = readArgs(args, { ...common, all: flag });
      refuse(positionals.length > 0, 'list takes only options.');
      return async (context) => {
        const found = await read(context, all ? 'all' : 'open', as);
        if (json) return jsonText({ hosts: found });
        const none = all ? 'There are no requests.\n' : 'There are no unanswered requests.\n';
        return listed(found) || none;
      };
    },
    export(args) {
      const { positionals, as } = readArgs(args, { as: text });
      refuse(positionals.length > 0, 'export takes only options.');
      return async (context) => asCsv(await read(context, 'all', as));
    },
    done: (args) => changeHost('done', args, usualWhy),
    erase: (args) => changeHost('erase', args, usualWhy),
  };
}

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

function changeHost(
  verb: 'done' | 'erase',
  args: string[],
  usualWhy: string | undefined,
): Command<OpsContext> {
  const { positionals, why = usualWhy, as, json } = readArgs(args, change);
  const reference = onlyOne(positionals, 'Give one reference, such as H-7K3M-29QX.');
  const body = readBody(OnlyReason, { why });
  return async (context) => {
    const path = `${hostsPath}/${encodeURIComponent(reference)}/${verb}`;
    const done = await callServer(context, HostChanged, path, { body, as });
    if (json) return jsonText(done);
    return `${done.reference} is ${verb === 'done' ? 'done' : 'erased'}.\n`;
  };
}
