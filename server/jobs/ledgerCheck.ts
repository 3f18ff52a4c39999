import type { Dependencies } from '../dependencies.ts';
import { auditBooks } from '../modules/accounting/auditBooks.ts';
import { openCase } from '../modules/support/cases.ts';
import { bookAllMissingShares } from '../modules/venueShares/bookMissing.ts';
import { addMs, transact, type UnitOfWork } from '../db/unitOfWork.ts';

const kind = 'ledger.check';
const dayMs = 24 * 60 * 60_000;
/** The time of the check: three in the morning in UTC. */
const nightMs = 3 * 60 * 60_000;
/** The highest number of differences in a case or a log entry. */
const shownFindings = 50;

/**
 * Starts a job that checks the ledger each night by the server's clock. Only one of the processes checks it. If the
 * server does not run at night, it checks the ledger at its next start.
 */
export async function startLedgerCheck(deps: Dependencies): Promise<void> {
  deps.outbox.handle(kind, async () => {
    await checkLedger(deps);
    await transact(deps, planNext);
  });
  await transact(deps, planNext);
}

/**
 * Books missing shares of venues, and then checks the ledger. Logs the first differences, and reports them to support
 * once a day.
 */
async function checkLedger(deps: Dependencies): Promise<void> {
  await bookAllMissingShares(deps);
  const findings = await auditBooks(deps.db);
  if (findings.length === 0) {
    deps.log.info('the ledger was checked: no difference');
    return;
  }
  deps.log.error({ findings: findings.slice(0, shownFindings) }, 'the ledger has differences');
  await transact(deps, (work) =>
    openCase(work, {
      kind: 'ledgerDifference',
      key: dayOf(work.now),
      details: { count: findings.length, findings: findings.slice(0, shownFindings) },
    }),
  );
}

async function planNext(work: UnitOfWork): Promise<void> {
  const runAt = nextNight(work.now);
  await work.enqueue({ kind, key: `${kind}:${dayOf(runAt)}`, payload: {}, runAt });
}

function nextNight(now: Date): Date {
  const sinceNight = (now.getTime() - nightMs) % dayMs;
  return addMs(now, dayMs - sinceNight);
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
