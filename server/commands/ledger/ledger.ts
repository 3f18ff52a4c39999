import { auditLedger } from '../../modules/audit/auditLedger.ts';
import { plain, RefusedError, type Program, type Terminal } from '../runCommand.ts';

const help = `Checks the ledger in the server's database.

  npm run ledger -- check
      Recomputes every GoCash balance from the entries of the ledger and from the movements that
      riders see, and compares the bookings with payments, orders and top-ups. Prints each difference
      on a line. It changes nothing.

The command uses the server's database: DATABASE_URL, or the embedded one in DATA_DIR. A running server
locks the embedded one: stop the server first.
`;

export const ledger: Program<Terminal> = {
  help,
  commands: {
    check: plain('check', async (db, { stdout }) => {
      const findings = await auditLedger(db);
      if (findings.length === 0) return 'The ledger is correct: no difference.\n';
      stdout.write(findings.map((finding) => `${finding}\n`).join(''));
      throw new RefusedError(`${findings.length} differences.`);
    }),
  },
};
