import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { BulkAct, BulkActList, type BulkActBegun } from '../../../contract/operators/bulkActs.ts';
import { printable } from '../printable.ts';
import { jsonText, onlyOne, readArgs, refuse, RefusedError, type Program } from '../runCommand.ts';
import { callServer, type OpsContext } from './opsClient.ts';
import { common } from './options.ts';

const bulkPath = '/api/ops/bulk-acts';
const askAgainMs = 500;

/** The commands that show the progress of bulk acts. */
export const bulkActs: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    list(args) {
      const { positionals, as, json } = readArgs(args, common);
      refuse(positionals.length > 0, 'list takes only options.');
      return async (context) => {
        const found = await callServer(context, BulkActList, bulkPath, { as });
        if (json) return jsonText(found);
        return found.acts.map(lineOf).join('') || 'There are no bulk acts.\n';
      };
    },
    show(args) {
      const { positionals, as, json } = readArgs(args, common);
      const id = onlyOne(positionals, 'show takes the id of one bulk act.');
      return async (context) => {
        const act = await callServer(context, BulkAct, pathOf(id), { as });
        return bulkActOutput(act, json);
      };
    },
  },
};

const pathOf = (id: string) => `${bulkPath}/${encodeURIComponent(id)}`;

/**
 * Begins a bulk act, and waits for its end. Returns the answer to the first call, but with the
 * ended act in the field `act`. The progress goes to the standard error output.
 *
 * @throws {RefusedError} if the server refuses a call or does not answer. If the act has begun, the
 *   message contains the id of the act.
 */
export async function runBulkAct<T extends BulkActBegun>(
  context: OpsContext,
  schema: z.ZodType<T>,
  path: string,
  { body, as }: { body: object; as?: string | undefined },
): Promise<T> {
  const first = await callServer(context, schema, path, { body, as });
  let { act }: BulkActBegun = first;
  const begun = `The bulk act ${act.id} has begun.`;
  for (let shown = -1; act.endedAt === null;) {
    await pause(askAgainMs);
    act = await callServer(context, BulkAct, pathOf(act.id), { as }).catch((error: unknown) => {
      // For example, the scopes of the key do not include bulk acts, or the server no longer
      // answers.
      throw error instanceof RefusedError
        ? new RefusedError(`${begun} Its progress is unknown: ${error.message}`)
        : error;
    });
    if (act.endedAt !== null || act.done === shown) continue;
    if (shown < 0) {
      context.stderr.write(
        `The server goes on with the bulk act ${act.id} also without this command.\n`,
      );
    }
    shown = act.done;
    context.stderr.write(`${act.done} of ${act.items}\n`);
  }
  return { ...first, act };
}

/** A bulk act with its failures. The exit code is 1 if an item failed. */
export function bulkActOutput(act: BulkAct, json: boolean): { text: string; exitCode: number } {
  const failures = act.failures.map(({ item, detail }) => `  ${item}: ${printable(detail)}\n`);
  return {
    text: json ? jsonText(act) : lineOf(act) + failures.join(''),
    exitCode: failures.length === 0 ? 0 : 1,
  };
}

function lineOf({ id, action, subject, who, items, done, failures, endedAt }: BulkAct): string {
  const failed = failures.length === 0 ? '' : `, ${failures.length} failed`;
  const state = endedAt === null ? 'in progress' : `ended ${endedAt}`;
  return `${id}  ${action} ${subject}  ${printable(who)}  ${done} of ${items}${failed}  ${state}\n`;
}
