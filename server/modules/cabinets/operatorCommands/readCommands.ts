import { sql } from 'kysely';
import type { CommandShown } from '../../../../contract/operators/cabinetCommands.ts';
import type { Db, Trx } from '../../../db/database.ts';

/**
 * The commands that operators sent to the cabinet of a station: the commands with these ids, or the
 * last 100 commands if `ids` is not set. The newest command comes first.
 */
export async function readCommands(
  db: Db | Trx,
  { station, ids }: { station: string; ids?: readonly string[] },
): Promise<CommandShown[]> {
  const rows = await db
    .selectFrom('cabinet_commands')
    .selectAll()
    .where('station_id', '=', station)
    .$if(ids !== undefined, (query) =>
      query.where('id', '=', sql<string>`any(${[...(ids ?? [])]}::text[])`),
    )
    .orderBy('asked_at', 'desc')
    .orderBy('slot')
    .$if(ids === undefined, (query) => query.limit(100))
    .execute();
  return rows.map(({ id, type, slot, charger, parameter, value, state, reason, ...row }) => ({
    id,
    type,
    slot,
    charger,
    parameter,
    value,
    state,
    reason,
    askedBy: row.asked_by,
    askedAt: row.asked_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
  }));
}
