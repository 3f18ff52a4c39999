import { CallingOperator } from '../../../contract/operators/signIn.ts';
import {
  AddKey,
  AddOperator,
  ChangeRoles,
  KeyAdded,
  OnlyReason,
  OperatorChanged,
  OperatorList,
  OperatorRole,
  type OperatorShown,
} from '../../../contract/operators/team.ts';
import { printable } from '../printable.ts';
import { jsonText, onlyOne, readArgs, refuse, type Command, type Program } from '../runCommand.ts';
import { callServer, type OpsContext } from './opsClient.ts';
import { readBody } from './readBody.ts';
import { change, common, text } from './options.ts';

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
      const { positionals, label, why, as, json } = readArgs(args, { ...change, label: text });
      const name = onlyOne(positionals, 'add-key takes one name.');
      const body = read(AddKey, { label, why });
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

function linesOf({ name, roles, blockedAt, keys }: OperatorShown): string {
  const state = blockedAt === null ? '' : `  blocked since ${blockedAt}`;
  const lines = keys.map(({ id, label, usedOn, revokedAt }) => {
    const use = usedOn === null ? 'never used' : `last used on ${usedOn}`;
    return `  ${id}  ${printable(label)}  ${revokedAt === null ? use : `revoked at ${revokedAt}`}\n`;
  });
  return `${printable(name)}: ${roles.join(', ')}${state}\n${lines.join('')}`;
}

const pathOf = (name: string) => `${operatorsPath}/${encodeURIComponent(name)}`;

const read: typeof readBody = (schema, body) =>
  readBody(schema, body, {
    roles: `--role is ${OperatorRole.options.join(', ')}.`,
    name: 'The name has other signs than letters and digits.',
  });
