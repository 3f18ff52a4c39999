import { sql } from 'kysely';
import type {
  AuditEntry,
  AuditList,
  AuditQuery,
  AuditVerified,
} from '../../../contract/operators/audit.ts';
import type { Db } from '../../db/database.ts';
import { dayStart } from '../../time/timeZones.ts';
import { brokenOperatorActions } from './operatorActions.ts';

/** A page of the entries of the record of operators that match the filters, the newest first. */
export async function listOperatorActions(
  db: Db,
  { who, action, subject, from, to, cursor, limit }: AuditQuery,
): Promise<AuditList> {
  const rows = await db
    .selectFrom('operator_actions')
    .select(['id', 'place', 'at', 'who', 'action', 'subject', 'why', 'details', 'before', 'after'])
    .select(['client', 'network'])
    .$if(who !== undefined, (query) =>
      query.where(sql<string>`lower(who)`, '=', sql<string>`lower(${who})`),
    )
    .$if(action !== undefined, (query) =>
      query.where((of) =>
        of.or([of('action', '=', action ?? ''), of(sql`split_part(action, '.', 1)`, '=', action)]),
      ),
    )
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', dayStart(from ?? '', 'UTC')))
    .$if(to !== undefined, (query) => query.where('at', '<', dayStart(to ?? '', 'UTC', 1)))
    .$if(cursor !== undefined, (query) => query.where('id', '<', Number(cursor)))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    entries: shown.map(({ id: _id, at, client, network, ...entry }): AuditEntry => ({
      ...entry,
      at: at.toISOString(),
      origin: client === null ? null : { client, network },
    })),
    nextCursor: rows.length > limit && last ? String(last.id) : null,
  };
}

/** Checks the whole chain of hashes in one snapshot. */
export function verifyOperatorActions(db: Db): Promise<AuditVerified> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { entries } = await trx
        .selectFrom('operator_actions')
        .select(sql<number>`count(*)::int`.as('entries'))
        .executeTakeFirstOrThrow();
      const last = await trx
        .selectFrom('operator_actions')
        .select(['place', 'hash'])
        .where('place', 'is not', null)
        .orderBy('place', 'desc')
        .limit(1)
        .executeTakeFirst();
      return {
        entries,
        last: last ? { place: Number(last.place), hash: last.hash ?? '' } : null,
        broken: await brokenOperatorActions(trx),
      };
    });
}
