import {
  BlockPhone,
  BlockRider,
  CreditRider,
  FindRiders,
  PhoneBlocked,
  RiderChanged,
  RiderCredited,
  RiderErased,
  RidersFound,
  RiderShown,
  RiderTimeLine,
  RiderUnmasked,
  type RiderEntry,
} from '../../../../contract/operators/riders.ts';
import { OnlyReason } from '../../../../contract/operators/team.ts';
import { RiderData } from '../../../../contract/profile.ts';
import { inUnits } from '../../inUnits.ts';
import { printable } from '../../printable.ts';
import {
  jsonText,
  onlyOne,
  readArgs,
  refuse,
  UsageError,
  type Command,
  type Program,
} from '../../runCommand.ts';
import { approvalText } from '../team/approvals.ts';
import { callServer, type OpsContext } from '../opsClient.ts';
import { change, common, text } from '../options.ts';
import { readBody } from '../readBody.ts';

const ridersPath = '/api/ops/riders';

/** The commands for riders. */
export const riders: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    find(args) {
      const { positionals, as, json, ...wanted } = readArgs(args, {
        ...common,
        phone: text,
        order: text,
        rider: text,
        last4: text,
        day: text,
      });
      refuse(positionals.length > 0, 'find takes only options.');
      const { success, data: body } = FindRiders.safeParse(
        Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)),
      );
      if (!success) {
        throw new UsageError('find needs --phone, --order, --rider, or --last4 and --day.');
      }
      return async (context) => {
        const path = `${ridersPath}/search`;
        const found = await callServer(context, RidersFound, path, { body, as });
        if (json) return jsonText(found);
        const more = found.more ? 'There are more riders: add a day or another number.\n' : '';
        return (found.riders.map(riderText).join('') || 'There are no such riders.\n') + more;
      };
    },
    show(args) {
      const { positionals, as, json } = readArgs(args, common);
      const path = pathOf(positionals, 'show');
      return async (context) => {
        const shown = await callServer(context, RiderShown, path, { as });
        return json ? jsonText(shown) : riderText(shown);
      };
    },
    'time-line'(args) {
      const { positionals, as, json, cursor } = readArgs(args, { ...common, cursor: text });
      const query = new URLSearchParams(cursor === undefined ? {} : { cursor });
      const path = `${pathOf(positionals, 'time-line')}/time-line?${query.toString()}`;
      return async (context) => {
        const found = await callServer(context, RiderTimeLine, path, { as });
        if (json) return jsonText(found);
        const more = found.nextCursor === null ? '' : `More: --cursor ${found.nextCursor}\n`;
        return (found.entries.map(entryText).join('') || 'There is nothing yet.\n') + more;
      };
    },
    unmask(args) {
      const { positionals, why, as, json } = readArgs(args, change);
      const path = `${pathOf(positionals, 'unmask')}/unmask`;
      const body = readBody(OnlyReason, { why });
      return async (context) => {
        const shown = await callServer(context, RiderUnmasked, path, { body, as });
        if (json) return jsonText(shown);
        const { number, name, phone, email } = shown;
        return `${[number, name, phone, email].map((one) => printable(one ?? '–')).join('  ')}\n`;
      };
    },
    block: (args) => setBlock('block', args),
    unblock: (args) => setBlock('unblock', args),
    'block-phone': (args) => setPhoneBlock(true, args),
    'unblock-phone': (args) => setPhoneBlock(false, args),
    credit(args) {
      const { positionals, amount, why, as, json } = readArgs(args, { ...change, amount: text });
      const path = `${pathOf(positionals, 'credit')}/credit`;
      const body = readBody(CreditRider, { amount: Number(amount), why });
      return async (context) => {
        const done = await callServer(context, RiderCredited, path, { body, as });
        if (json) return jsonText(done);
        if (done.approval) return approvalText(done.approval);
        const { number, goCash } = done.rider;
        return `Rider ${number} has ${inUnits(goCash.amount, goCash.currency)} GoCash.\n`;
      };
    },
    export(args) {
      const { positionals, why, as } = readArgs(args, change);
      const path = `${pathOf(positionals, 'export')}/export`;
      const body = readBody(OnlyReason, { why });
      return async (context) => jsonText(await callServer(context, RiderData, path, { body, as }));
    },
    erase(args) {
      const { positionals, why, as, json } = readArgs(args, change);
      const path = `${pathOf(positionals, 'erase')}/erase`;
      const body = readBody(OnlyReason, { why });
      return async (context) => {
        const done = await callServer(context, RiderErased, path, { body, as });
        return json ? jsonText(done) : `The personal data of rider ${done.number} is erased.\n`;
      };
    },
  },
};

function setBlock(verb: 'block' | 'unblock', args: string[]): Command<OpsContext> {
  const {
    positionals,
    what = 'account',
    why,
    as,
    json,
  } = readArgs(args, { ...change, what: text });
  const path = `${pathOf(positionals, verb)}/${verb}`;
  const words = {
    what: '--what is a list of account, phone, card and device, such as phone,card.',
  };
  const body = readBody(BlockRider, { what: what.split(','), why }, words);
  return async (context) => {
    const done = await callServer(context, RiderChanged, path, { body, as });
    return json ? jsonText(done) : riderText(done.rider);
  };
}

function setPhoneBlock(blocked: boolean, args: string[]): Command<OpsContext> {
  const { positionals, why, as, json } = readArgs(args, change);
  const phone = onlyOne(positionals, 'Give one phone with its country code.');
  const body = readBody(BlockPhone, { phone, blocked, why });
  return async (context) => {
    const done = await callServer(context, PhoneBlocked, '/api/ops/blocked-phones', { body, as });
    return json ? jsonText(done) : `The phone is ${done.blocked ? 'blocked' : 'free'}.\n`;
  };
}

function pathOf(positionals: readonly string[], verb: string): string {
  const number = onlyOne(positionals, `${verb} takes the number of one rider.`);
  return `${ridersPath}/${encodeURIComponent(number)}`;
}

function riderText({ number, phone, language, blocks, frozen, goCash, ...rider }: RiderShown) {
  const facts = [
    number,
    rider.isGuest ? 'guest' : (phone ?? 'no phone'),
    language,
    `since ${rider.since.slice(0, 10)}`,
    `GoCash ${inUnits(goCash.amount, goCash.currency)}`,
    ...rider.cards.map(({ brand, last4 }) => printable(`${brand} ${last4}`)),
    ...blocks.map(({ what, by }) => `${what} blocked by ${printable(by)}`),
    ...(frozen ? ['frozen by a chargeback'] : []),
    ...(rider.deletedAt === null ? [] : ['deleted']),
  ];
  return `${facts.join('  ')}\n`;
}

function entryText({ at, what, number, facts }: RiderEntry): string {
  return `${at}  ${what} ${number ?? ''}  ${printable(JSON.stringify(facts))}\n`;
}
