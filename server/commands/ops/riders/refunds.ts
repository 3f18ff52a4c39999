import { CaseActed, PayBack } from '../../../../contract/operators/desk.ts';
import { inUnits } from '../../inUnits.ts';
import { jsonText, onlyOne, readArgs, type Command, type Program } from '../../runCommand.ts';
import { approvalText } from '../team/approvals.ts';
import { callServer, type OpsContext } from '../opsClient.ts';
import { change, text } from '../options.ts';
import { readBody } from '../readBody.ts';

/** The commands that refund or waive an amount for which there is no case. */
export const refunds: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    order: (args) => payBack('orders', 'refund', args),
    waive: (args) => payBack('orders', 'waive', args),
    'top-up': (args) => payBack('top-ups', 'refund', args),
  },
};

function payBack(what: string, verb: string, args: string[]): Command<OpsContext> {
  const { positionals, amount, why, as, json } = readArgs(args, { ...change, amount: text });
  const number = onlyOne(positionals, 'Give the number of one order or top-up.');
  const words = { amount: '--amount is a whole number in minor units, or all.' };
  const body = readBody(
    PayBack,
    { amount: amount === 'all' ? amount : Number(amount), why },
    words,
  );
  const path = `/api/ops/${what}/${encodeURIComponent(number)}/${verb}`;
  return async (context) => {
    const done = await callServer(context, CaseActed, path, { body, as });
    if (json) return jsonText(done);
    if (done.approval) return `Case ${done.case.number} waits:\n${approvalText(done.approval)}`;
    const { amount: paid = 0, currency = '' } = done.case.outcome ?? {};
    return `${number}: ${inUnits(paid, currency)} (case ${done.case.number}).\n`;
  };
}
