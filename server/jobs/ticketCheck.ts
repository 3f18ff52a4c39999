import type { Dependencies } from '../dependencies.ts';
import { alertOperators } from '../modules/alerts/alerts.ts';
import { endOldSessions } from '../modules/cabinets/stock/fieldSessions.ts';
import { syncTickets, type TicketRow } from '../modules/tickets/syncTickets.ts';
import { addMs, transact, type UnitOfWork } from '../db/unitOfWork.ts';

const kind = 'tickets.check';
const everyMs = 60_000;

type Needed = Pick<Dependencies, 'db' | 'clock' | 'outbox' | 'changes' | 'log' | 'settings'>;

/**
 * Starts a job that runs every minute: it ends forgotten field sessions, opens and closes tickets, and mails the new
 * tickets to operators. Only one of the server's processes runs it each minute.
 */
export async function startTicketCheck(deps: Needed): Promise<void> {
  deps.outbox.handle(
    kind,
    async () => {
      await checkTickets(deps);
      await transact(deps, planNext);
    },
    { priority: 'normal' },
  );
  await transact(deps, planNext);
}

export function checkTickets(deps: Needed): Promise<void> {
  return transact(deps, async (work) => {
    await endOldSessions(work);
    const { opened } = await syncTickets(work, deps.settings.tickets);
    const [first] = opened;
    if (!first) return;
    const subject = opened.length === 1 ? lineOf(first) : `${opened.length} new tickets`;
    const text = `${opened.map(lineOf).join('\n')}\n`;
    await alertOperators(work, `tickets:${first.number}`, { subject, text });
  });
}

function lineOf({ number, kind: rule, station_id, slot, charger }: TicketRow): string {
  const location = slot === null ? station_id : `${station_id} slot ${slot}`;
  return `${number}: ${rule} at ${location}${charger === null ? '' : ` (${charger})`}`;
}

async function planNext(work: UnitOfWork): Promise<void> {
  const runAt = addMs(work.now, everyMs - (work.now.getTime() % everyMs));
  await work.enqueue({ kind, key: `${kind}:${runAt.toISOString()}`, payload: {}, runAt });
}
