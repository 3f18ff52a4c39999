import { sql, type Selectable } from 'kysely';
import { lockText } from '../../db/advisoryLocks.ts';
import type { Database } from '../../db/schema.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import type { TicketSettings } from '../../settings/tickets.ts';
import { findConditions, type Finding } from '../cabinets/findings.ts';
import { stationsRunningLow } from '../restocking/runningLow.ts';
import { announceEach } from '../webhooks/announce.ts';

export type TicketRow = Selectable<Database['tickets']>;

/**
 * After an operator has closed a ticket, the rule of the ticket opens no new ticket for this time.
 * If the rule itself closed the ticket within this time, it opens the same ticket again and sends
 * no alert, because values may vary around their limits.
 */
const reopenAfterMs = 60 * 60_000;

/**
 * Opens a ticket for each condition that needs a person, and closes the tickets whose condition no longer holds. Each
 * condition has at most one open ticket.
 *
 * @returns the new tickets, for which no alert was sent yet.
 */
export async function syncTickets(
  work: UnitOfWork,
  limits: TicketSettings,
): Promise<{ opened: TicketRow[] }> {
  // With this lock, only one process at a time compares tickets and conditions.
  await lockText(work.trx, 'tickets', 'tickets');
  const found = [
    ...(await findConditions(work.trx, work.now, limits)),
    ...(await findLowStock(work, limits.lowHours)),
  ];
  const findings = new Map(found.map((finding) => [keyOf(finding), finding]));
  const open = await work.trx
    .selectFrom('tickets')
    .select(['id', 'key'])
    .where('state', '<>', 'done')
    .execute();
  const known = new Set(open.map(({ key }) => key));
  const over = open.filter(({ key }) => !findings.has(key));
  await closeTickets(
    work,
    over.map(({ id }) => id),
    'server',
  );

  const recent = await work.trx
    .selectFrom('tickets')
    .select(['id', 'key', 'closed_by'])
    .where('state', '=', 'done')
    .where('closed_at', '>', addMs(work.now, -reopenAfterMs))
    .orderBy('closed_at')
    .execute();
  const again = new Map<string, string>();
  for (const { id, key, closed_by } of recent) {
    if (closed_by !== 'server') known.add(key);
    else if (findings.get(key)?.isNew && !known.has(key)) again.set(key, id);
  }
  await reopenTickets(
    work,
    [...again].flatMap(([key, id]) => (known.has(key) ? [] : [id])),
  );
  const fresh = [...findings].filter(
    ([key, { isNew }]) => isNew && !known.has(key) && !again.has(key),
  );
  if (fresh.length === 0) return { opened: [] };
  // Use one parameter for all rows, because a network outage may open thousands of tickets.
  const rows = fresh.map(([key, finding]) => ({ key, ...finding }));
  const { rows: opened } = await sql<TicketRow>`
    insert into tickets (key, kind, station_id, slot, charger, opened_at)
    select new.key, new.kind, new."stationId", new.slot, new.charger, ${work.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as new (key text, kind text, "stationId" text, slot int, charger text)
    returning *`.execute(work.trx);
  await announceEach(work, 'ticket.opened', opened.map(factsOf));
  return { opened };
}

async function findLowStock({ trx, now }: UnitOfWork, hours: number): Promise<Finding[]> {
  if (hours === 0) return [];
  return (await stationsRunningLow(trx, now, hours)).map(({ id, online }) => ({
    kind: 'low',
    stationId: id,
    slot: null,
    charger: null,
    isNew: online,
  }));
}

async function reopenTickets(work: UnitOfWork, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const opened = await work.trx
    .updateTable('tickets')
    .set({ state: 'open', closed_at: null, closed_by: null, taken_by: null })
    .where('id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .returningAll()
    .execute();
  await announceEach(work, 'ticket.opened', opened.map(factsOf));
}

/** Closes tickets, and sends a webhook for each. */
export async function closeTickets(
  work: UnitOfWork,
  ids: readonly string[],
  closedBy: string,
): Promise<void> {
  if (ids.length === 0) return;
  const closed = await work.trx
    .updateTable('tickets')
    .set({ state: 'done', closed_at: work.now, closed_by: closedBy })
    .where('id', '=', sql<string>`any(${[...ids]}::bigint[])`)
    .where('state', '<>', 'done')
    .returningAll()
    .execute();
  await announceEach(work, 'ticket.closed', closed.map(factsOf));
}

/** The key contains the slot, so a charger in another slot gets a new ticket. */
function keyOf({ kind, stationId, slot, charger }: Finding): string {
  return [kind, stationId, slot, kind === 'chargerHeldBack' ? charger : null]
    .filter((part) => part !== null)
    .join(':');
}

/** The data about a ticket in a webhook. */
const factsOf = (ticket: TicketRow) => ({
  ticket: ticket.number,
  kind: ticket.kind,
  station: ticket.station_id,
  slot: ticket.slot,
  charger: ticket.charger,
  openedAt: ticket.opened_at.toISOString(),
  closedAt: ticket.closed_at?.toISOString() ?? null,
});
