import {
  AuditList,
  AuditVerified,
  type AuditEntry,
  type CallOrigin,
} from '../../../../contract/operators/audit.ts';
import { printable } from '../../printable.ts';
import { jsonText, readArgs, refuse, RefusedError, type Program } from '../../runCommand.ts';
import { callServer, type OpsContext } from '../opsClient.ts';
import { common, text } from '../options.ts';

const auditPath = '/api/ops/audit';

/** The commands for the record of operators. */
export const audit: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    list(args) {
      const { positionals, as, json, ...filter } = readArgs(args, {
        ...common,
        who: text,
        action: text,
        subject: text,
        from: text,
        to: text,
        cursor: text,
        limit: text,
      });
      refuse(positionals.length > 0, 'list takes only options.');
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
      return async (context) => {
        const path = `${auditPath}?${query.toString()}`;
        const found = await callServer(context, AuditList, path, { as });
        if (json) return jsonText(found);
        const more = found.nextCursor === null ? '' : `More: --cursor ${found.nextCursor}\n`;
        return (found.entries.map(textOf).join('') || 'There are no such acts.\n') + more;
      };
    },
    verify(args) {
      const { positionals, as, json } = readArgs(args, common);
      refuse(positionals.length > 0, 'verify takes only options.');
      return async (context) => {
        const found = await callServer(context, AuditVerified, `${auditPath}/verify`, { as });
        if (json) return jsonText(found);
        if (found.broken.length > 0) throw new RefusedError(found.broken.join('\n'));
        const { entries, last } = found;
        const end = last === null ? '' : ` The last one is ${last.place}: ${last.hash}`;
        return `${entries} entries. The chain of hashes is intact.${end}\n`;
      };
    },
  },
};

function textOf({ at, who, action, subject, why, before, after, origin }: AuditEntry): string {
  const change = `${JSON.stringify(before)} → ${JSON.stringify(after)}`;
  return (
    `${at}  ${printable(who)}  ${action}  ${printable(subject)}${originText(origin)}\n` +
    `  ${printable(why)}${change === '{} → {}' ? '' : `\n  ${printable(change)}`}\n`
  );
}

const clients = {
  session: 'a session',
  key: 'a key',
  serverKey: 'the key of the server',
} as const satisfies Record<CallOrigin['client'], string>;

/** Empty for an entry without an origin. */
function originText(origin: AuditEntry['origin']): string {
  if (origin === null) return '';
  const network = origin.network === null ? '' : `, ${origin.network}`;
  return `  (origin: ${clients[origin.client]}${network})`;
}
