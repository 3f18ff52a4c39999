import { auditLedger } from '../../modules/audit/auditLedger.ts';
import { plain, RefusedError, type Program, type Terminal } from '../runCommand.ts';

const help = `Checks the books of the product's database.

  npm run ledger -- check
      Recomputes every GoCash balance from the entries of the ledger and from the movements that
      riders see, and compares what is booked with payments, orders and top-ups. Each difference is
      a line; none is the answer that is wanted. It changes nothing.

The database is that of the server: DATABASE_URL, or the embedded one in DATA_DIR, which a running
server keeps for itself (stop it first).
`;

export const ledger: Program<Terminal> = {
  help,
  commands: {
    check: plain('check', async (db, { stdout }) => {
      const findings = await auditLedger(db);
      if (findings.length === 0) return 'The books are right: no difference.\n';
      stdout.write(findings.map((finding) => `${finding}\n`).join(''));
      throw new RefusedError(`${findings.length} differences.`);
    }),
  },
};
