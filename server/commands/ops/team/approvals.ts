import {
  ApprovalDecided,
  ApprovalList,
  type ApprovalShown,
} from '../../../../contract/operators/approvals.ts';
import { OnlyReason } from '../../../../contract/operators/team.ts';
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
import { common, flag, text } from '../options.ts';

const approvalsPath = '/api/ops/approvals';

/** The commands for acts that wait for a second operator. */
export const approvals: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    list(args) {
      const { positionals, all, as, json } = readArgs(args, { ...common, all: flag });
      refuse(positionals.length > 0, 'list takes only options.');
      return async (context) => {
        const path = `${approvalsPath}?state=${all ? 'all' : 'open'}`;
        const found = await callServer(context, ApprovalList, path, { as });
        if (json) return jsonText(found);
        if (found.approvals.length === 0) return 'Nothing waits for an approval.\n';
        return found.approvals.map(approvalText).join('');
      };
    },
    approve: (args) => decide('approve', args),
    reject: (args) => decide('reject', args),
    withdraw: (args) => decide('withdraw', args),
  },
};

function decide(verb: 'approve' | 'reject' | 'withdraw', args: string[]): Command<OpsContext> {
  const { positionals, why, as, json } = readArgs(args, { ...common, why: text });
  const id = onlyOne(positionals, `${verb} takes the id of one request.`);
  const body = readBody(OnlyReason, { why });
  const path = `${approvalsPath}/${encodeURIComponent(id)}/${verb}`;
  return async (context) => {
    const decided = await callServer(context, ApprovalDecided, path, { body, as });
    return json ? jsonText(decided) : approvalText(decided.approval);
  };
}

/** Returns an act as text. The act waits, or waited, for a second operator. */
export function approvalText(approval: ApprovalShown): string {
  const { id, action, subject, request, state, requestedBy, why, expiresAt, decidedBy } = approval;
  const by = decidedBy === null ? `until ${expiresAt}` : `by ${printable(decidedBy)}`;
  return (
    `${id}  ${action} ${subject}  ${state} ${by}\n` +
    `  ${printable(requestedBy)}: ${printable(why)}\n  ${printable(JSON.stringify(request))}\n`
  );
}
