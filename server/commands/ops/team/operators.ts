import { CallingOperator, LinkMade, SessionList } from '../../../../contract/operators/signIn.ts';
import {
  AddKey,
  AddOperator,
  ChangeAccount,
  ChangeReach,
  ChangeRoles,
  InviteOperator,
  KeyAdded,
  OnlyReason,
  OperatorChanged,
  OperatorList,
  OperatorRole,
  type OperatorShown,
} from '../../../../contract/operators/team.ts';
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
import { readBody } from '../readBody.ts';
import { change, common, flag, text } from '../options.ts';

const operatorsPath = '/api/ops/operators';

/** The commands for the team. Only administrators may use them, except for `me`. */
export const operators: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    me(args) {
      const { positionals, as, json } = readArgs(args, common);
      refuse(positionals.length > 0, 'me takes only options.');
      return async (context) => {
        const caller = await callServer(context, CallingOperator, '/api/ops/me', { as });
        return json ? jsonText(caller) : `${printable(caller.name)}: ${caller.roles.join(', ')}\n`;
      };
    },
    list(args) {
      const { positionals, as, json } = readArgs(args, common);
      refuse(positionals.length > 0, 'list takes only options.');
      return async (context) => {
        const found = await callServer(context, OperatorList, operatorsPath, { as });
        if (json) return jsonText(found);
        if (found.operators.length === 0) return 'There are no operators.\n';
        return found.operators.map(linesOf).join('');
      };
    },
    add(args) {
      const { positionals, role, why, ...how } = readArgs(args, {
        ...change,
        role: { type: 'string', multiple: true },
      });
      const name = onlyOne(positionals, 'add takes one name.');
      return changed(operatorsPath, read(AddOperator, { name, roles: role, why }), how);
    },
    invite(args) {
      const { positionals, role, email, subject, why, ...how } = readArgs(args, {
        ...change,
        role: { type: 'string', multiple: true },
        email: text,
        subject: text,
      });
      const name = onlyOne(positionals, 'invite takes one name.');
      const account = accountOf(email, subject);
      const body = read(InviteOperator, { name, roles: role, account, why });
      return changed(`${operatorsPath}/invite`, body, how);
    },
    account(args) {
      const { positionals, email, subject, why, ...how } = readArgs(args, {
        ...change,
        email: text,
        subject: text,
      });
      const name = onlyOne(positionals, 'account takes one name.');
      const body = read(ChangeAccount, { account: accountOf(email, subject), why });
      return changed(`${pathOf(name)}/account`, body, how);
    },
    reach(args) {
      const { positionals, region, venue, all, why, ...how } = readArgs(args, {
        ...change,
        region: { type: 'string', multiple: true },
        venue: { type: 'string', multiple: true },
        all: flag,
      });
      const name = onlyOne(positionals, 'reach takes one name.');
      const isLimited = region !== undefined || venue !== undefined;
      refuse(isLimited === all, 'Write --region or --venue, or --all.');
      const body = read(ChangeReach, { regions: region ?? [], venues: venue ?? [], why });
      return changed(`${pathOf(name)}/reach`, body, how);
    },
    'first-link'(args) {
      const { positionals, why, as, json } = readArgs(args, change);
      const name = onlyOne(positionals, 'first-link takes one name.');
      const body = read(OnlyReason, { why });
      return async (context) => {
        const made = await callServer(context, LinkMade, `${pathOf(name)}/first-link`, {
          body,
          as,
        });
        if (json) return jsonText(made);
        return made.link === null
          ? 'The link was made before, and its text is not stored. Make another one.\n'
          : `${made.link}\n\nIt works once, until ${made.expiresAt}: npm run ops -- login --link LINK\n`;
      };
    },
    sessions(args) {
      const { positionals, as, json } = readArgs(args, common);
      const name = onlyOne(positionals, 'sessions takes one name.');
      return async (context) => {
        const found = await callServer(context, SessionList, `${pathOf(name)}/sessions`, { as });
        if (json) return jsonText(found);
        if (found.sessions.length === 0) return 'There are no sessions.\n';
        return found.sessions
          .map(
            ({ id, way, device, lastSeenAt }) =>
              `${id}  by ${way}  ${printable(device)}  last used at ${lastSeenAt}\n`,
          )
          .join('');
      };
    },
    'end-session'(args) {
      const { positionals, why, ...how } = readArgs(args, change);
      const [name = '', id = '', ...others] = positionals;
      refuse(id === '' || others.length > 0, 'end-session takes a name and the id of a session.');
      const path = `${pathOf(name)}/sessions/${encodeURIComponent(id)}/end`;
      return changed(path, read(OnlyReason, { why }), how);
    },
    'reset-factor'(args) {
      const { positionals, why, ...how } = readArgs(args, change);
      const name = onlyOne(positionals, 'reset-factor takes one name.');
      return changed(`${pathOf(name)}/second-factor/reset`, read(OnlyReason, { why }), how);
    },
    roles(args) {
      const { positionals, role, why, ...how } = readArgs(args, {
        ...change,
        role: { type: 'string', multiple: true },
      });
      const name = onlyOne(positionals, 'roles takes one name.');
      return changed(`${pathOf(name)}/roles`, read(ChangeRoles, { roles: role, why }), how);
    },
    block: (args) => byReason('block', args),
    unblock: (args) => byReason('unblock', args),
    'add-key'(args) {
      const { positionals, label, scope, days, why, as, json } = readArgs(args, {
        ...change,
        label: text,
        scope: { type: 'string', multiple: true },
        days: text,
      });
      const name = onlyOne(positionals, 'add-key takes one name.');
      const body = read(AddKey, {
        label,
        why,
        ...(scope && { scopes: scope }),
        ...(days !== undefined && { expiresInDays: Number(days) }),
      });
      return async (context) => {
        const added = await callServer(context, KeyAdded, `${pathOf(name)}/keys`, { body, as });
        if (json) return jsonText(added);
        return added.key === null
          ? `The key ${added.id} was added before, and its text is not stored. Revoke it and add another.\n`
          : `${added.key}\n\nThis is the only time that the key is shown. The operator sets it as OPERATOR_KEY.\n`;
      };
    },
    'revoke-key'(args) {
      const { positionals, why, ...how } = readArgs(args, change);
      const [name = '', id = '', ...others] = positionals;
      refuse(id === '' || others.length > 0, 'revoke-key takes a name and the id of a key.');
      const path = `${pathOf(name)}/keys/${encodeURIComponent(id)}/revoke`;
      return changed(path, read(OnlyReason, { why }), how);
    },
  },
};

function accountOf(email: string | undefined, subject: string | undefined): object {
  refuse((email === undefined) === (subject === undefined), 'Write --email or --subject.');
  return email === undefined ? { subject } : { email };
}

function byReason(verb: 'block' | 'unblock', args: string[]): Command<OpsContext> {
  const { positionals, why, ...how } = readArgs(args, change);
  const name = onlyOne(positionals, `${verb} takes one name.`);
  return changed(`${pathOf(name)}/${verb}`, read(OnlyReason, { why }), how);
}

function changed(
  path: string,
  body: object,
  { as, json }: { as?: string | undefined; json: boolean },
): Command<OpsContext> {
  return async (context) => {
    const done = await callServer(context, OperatorChanged, path, { body, as });
    return json ? jsonText(done) : linesOf(done.operator);
  };
}

function linesOf({ name, roles, state: kind, reach, blockedAt, keys }: OperatorShown): string {
  const places = [
    ...reach.regions.map((id) => `region ${id}`),
    ...reach.venues.map((id) => `venue ${id}`),
  ];
  const limits = places.length === 0 ? '' : `  only ${places.join(', ')}`;
  const invited = kind === 'invited' ? '  invited' : '';
  const state = blockedAt === null ? invited : `  blocked since ${blockedAt}`;
  const lines = keys.map(({ id, label, usedOn, revokedAt, scopes, expiresAt }) => {
    const use = usedOn === null ? 'never used' : `last used on ${usedOn}`;
    const ends = [
      ...(scopes ? [`  ${scopes.join(', ')}`] : []),
      ...(expiresAt === null ? [] : [`  until ${expiresAt}`]),
    ].join('');
    return `  ${id}  ${printable(label)}  ${revokedAt === null ? use : `revoked at ${revokedAt}`}${ends}\n`;
  });
  return `${printable(name)}: ${roles.join(', ')}${state}${limits}\n${lines.join('')}`;
}

const pathOf = (name: string) => `${operatorsPath}/${encodeURIComponent(name)}`;

const read: typeof readBody = (schema, body) =>
  readBody(schema, body, {
    roles: `--role is ${OperatorRole.options.join(', ')}.`,
    name: 'The name has other signs than letters and digits.',
    account: '--email or --subject is invalid.',
    scopes: '--scope is an area with read or write, such as chargers:read.',
    expiresInDays: '--days is a whole number from 1 to 730.',
  });
