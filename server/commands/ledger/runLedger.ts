import type { Writable } from 'node:stream';
import type { OpenDatabase } from '../../db/database.ts';
import { auditLedger } from '../../modules/ledger/auditLedger.ts';
import { explainFailure } from '../explainFailure.ts';

export interface LedgerContext {
  open: () => Promise<OpenDatabase>;
  stdout: Writable;
  stderr: Writable;
}

const help = `Checks the ledger in the server's database.

  npm run ledger -- check
      Recomputes every GoCash balance from the entries of the ledger and from the movements that
      riders see, and compares the bookings with payments, orders and top-ups. Prints each difference
      on a line. It changes nothing.

The command uses the server's database: DATABASE_URL, or the embedded one in DATA_DIR. A running server
locks the embedded one: stop the server first.
`;

/**
 * Runs one command.
 *
 * @returns the exit code: 1 if something differs or the check failed, 2 if the command is unknown.
 */
export async function runLedger(
  args: readonly string[],
  { open, stdout, stderr }: LedgerContext,
): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    stdout.write(help);
    return 0;
  }
  if (args.length !== 1 || args[0] !== 'check') {
    stderr.write(
      `${args.length === 0 ? 'A command is missing.' : `There is no command ${args.join(' ')}.`}\n\n${help}`,
    );
    return 2;
  }
  try {
    const findings = await check(open);
    stdout.write(findings.map((finding) => `${finding}\n`).join(''));
    if (findings.length > 0) {
      stderr.write(`${findings.length} differences.\n`);
      return 1;
    }
    stdout.write('The ledger is correct: no difference.\n');
    return 0;
  } catch (error) {
    const message = explainFailure(error);
    if (message === null) throw error;
    stderr.write(`${message}\n`);
    return 1;
  }
}

async function check(open: LedgerContext['open']): Promise<string[]> {
  const database = await open();
  try {
    return await auditLedger(database.db);
  } finally {
    await database.close();
  }
}
