import type { Dependencies } from '../dependencies.ts';
import { alertOperators } from '../modules/alerts/alerts.ts';
import { claimOverdueAlerts } from '../modules/support/cases.ts';
import { addMs, transact, type UnitOfWork } from '../db/unitOfWork.ts';

const kind = 'cases.overdue';
const everyMs = 60_000;

type Needed = Pick<Dependencies, 'db' | 'clock' | 'outbox' | 'changes' | 'log'>;

/**
 * Starts a job that runs every minute by the server's clock. It reports the cases that became overdue: in an alert, and
 * in the log at the level `warn`. Each case is reported once, by only one of the processes.
 */
export async function startOverdueCheck(deps: Needed): Promise<void> {
  deps.outbox.handle(kind, async () => {
    await reportOverdue(deps);
    await transact(deps, planNext);
  });
  await transact(deps, planNext);
}

export async function reportOverdue(deps: Needed): Promise<void> {
  const overdue = await transact(deps, async (work) => {
    const rows = await claimOverdueAlerts(work);
    const [first] = rows;
    if (first) {
      const lines = rows.map(({ number, kind: caseKind }) => `${number}: ${caseKind} is overdue`);
      const subject = rows.length === 1 ? (lines[0] ?? '') : `${rows.length} cases are overdue`;
      await alertOperators(work, `cases:${first.number}`, {
        subject,
        text: `${lines.join('\n')}\n`,
      });
    }
    return rows;
  });
  for (const row of overdue) {
    deps.log.warn(
      {
        caseNumber: row.number,
        kind: row.kind,
        state: row.state,
        dueAt: row.due_at.toISOString(),
      },
      'a case is overdue',
    );
  }
}

async function planNext(work: UnitOfWork): Promise<void> {
  const runAt = addMs(work.now, everyMs - (work.now.getTime() % everyMs));
  await work.enqueue({ kind, key: `${kind}:${runAt.toISOString()}`, payload: {}, runAt });
}
