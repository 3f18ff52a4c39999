import {
  DeliveriesReplayed,
  DeliveryList,
  EndpointChanged,
  EndpointList,
  EndpointSecret,
  WebhookType,
  type DeliveryShown,
  type EndpointShown,
} from '../../../contract/operators/webhooks.ts';
import { printable } from '../printable.ts';
import { jsonText, onlyOne, readArgs, refuse, type Command, type Program } from '../runCommand.ts';
import { callServer, type OpsContext } from './opsClient.ts';
import { change, common, text } from './options.ts';

const webhooksPath = '/api/ops/webhooks';
const pathOf = (id: string) => `${webhooksPath}/${encodeURIComponent(id)}`;

/** The commands for webhooks. Only administrators may use them. */
export const webhooks: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    list(args) {
      const { positionals, as, json } = readArgs(args, common);
      refuse(positionals.length > 0, 'list takes only options.');
      return async (context) => {
        const found = await callServer(context, EndpointList, webhooksPath, { as });
        if (json) return jsonText(found);
        return found.endpoints.map(lineOf).join('') || 'There are no endpoints.\n';
      };
    },
    add(args) {
      const { positionals, why, type, as, json } = readArgs(args, {
        ...change,
        type: { type: 'string', multiple: true },
      });
      const url = onlyOne(positionals, 'add takes one address.');
      refuse(why === undefined, '--why is missing.');
      const known: readonly string[] = WebhookType.options;
      refuse(
        type?.some((name) => !known.includes(name)) === true,
        `--type is one of ${known.join(', ')}.`,
      );
      return async (context) => {
        const body = { url, ...(type && { types: type }), why };
        const added = await callServer(context, EndpointChanged, webhooksPath, { body, as });
        if (json) return jsonText(added);
        const { id } = added.endpoint;
        return `${lineOf(added.endpoint)}Show the secret with: npm run ops -- webhooks secret ${id} --why WORDS\n`;
      };
    },
    pause: (args) => byReason('pause', args),
    resume: (args) => byReason('resume', args),
    remove: (args) => byReason('remove', args),
    secret: (args) => secretBy('secret', args),
    'rotate-secret': (args) => secretBy('rotate-secret', args),
    deliveries(args) {
      const { positionals, state, as, json } = readArgs(args, { ...common, state: text });
      const id = onlyOne(positionals, 'deliveries takes the id of one endpoint.');
      const states = ['waiting', 'delivered', 'failed'];
      refuse(
        state !== undefined && !states.includes(state),
        `--state is one of ${states.join(', ')}.`,
      );
      return async (context) => {
        const path = `${pathOf(id)}/deliveries${state === undefined ? '' : `?state=${state}`}`;
        const found = await callServer(context, DeliveryList, path, { as });
        if (json) return jsonText(found);
        return found.deliveries.map(lineOfDelivery).join('') || 'There are no messages.\n';
      };
    },
    replay(args) {
      const { positionals, message, why, as, json } = readArgs(args, { ...change, message: text });
      const id = onlyOne(positionals, 'replay takes the id of one endpoint.');
      refuse(why === undefined, '--why is missing.');
      return async (context) => {
        const body = { ...(message !== undefined && { message }), why };
        const done = await callServer(context, DeliveriesReplayed, `${pathOf(id)}/replay`, {
          body,
          as,
        });
        return json ? jsonText(done) : `${done.messages} messages are sent again.\n`;
      };
    },
  },
};

function byReason(verb: 'pause' | 'resume' | 'remove', args: string[]): Command<OpsContext> {
  const { positionals, why, as, json } = readArgs(args, change);
  const id = onlyOne(positionals, `${verb} takes the id of one endpoint.`);
  refuse(why === undefined, '--why is missing.');
  return async (context) => {
    const path = `${pathOf(id)}/${verb}`;
    const done = await callServer(context, EndpointChanged, path, { body: { why }, as });
    return json ? jsonText(done) : lineOf(done.endpoint);
  };
}

function secretBy(verb: 'secret' | 'rotate-secret', args: string[]): Command<OpsContext> {
  const { positionals, why, as, json } = readArgs(args, change);
  const id = onlyOne(positionals, `${verb} takes the id of one endpoint.`);
  refuse(why === undefined, '--why is missing.');
  return async (context) => {
    const path = `${pathOf(id)}/${verb}`;
    const done = await callServer(context, EndpointSecret, path, { body: { why }, as });
    return json ? jsonText(done) : `${done.secret}\n`;
  };
}

function lineOf({ id, url, types, pausedAt, removedAt, waiting, failed }: EndpointShown): string {
  const state = removedAt === null ? (pausedAt === null ? 'active' : 'paused') : 'removed';
  const all = types.length === WebhookType.options.length ? 'all types' : types.join(', ');
  return `${id}  ${state}  ${printable(url)}  ${all}  ${waiting} waiting, ${failed} failed\n`;
}

function lineOfDelivery({ message, state, tries, lastResult }: DeliveryShown): string {
  const result = lastResult === null ? '' : ` (${printable(lastResult)})`;
  return `${message.timestamp}  ${message.id}  ${message.type}  ${state} after ${tries} tries${result}\n`;
}
