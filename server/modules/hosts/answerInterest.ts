import type { Db } from '../../db/database.ts';
import type { TimePosition } from '../../http/answers/timeCursor.ts';

/** Records that support has answered a request. Returns false for an unknown reference. */
export async function answerInterest(db: Db, reference: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('host_interests')
    .set(({ fn, val }) => ({ done_at: fn.coalesce('done_at', val(now)) }))
    .where('reference', '=', reference)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a request. Returns false for an unknown reference. */
export async function eraseInterest(db: Db, reference: string): Promise<boolean> {
  const row = await db
    .deleteFrom('host_interests')
    .where('reference', '=', reference)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The requests of hosts, the oldest first. */
export function interestsForOperators(
  db: Db,
  { state, after, limit }: { state: 'open' | 'all'; after: TimePosition | null; limit: number },
) {
  return db
    .selectFrom('host_interests')
    .selectAll()
    .$if(state === 'open', (query) => query.where('done_at', 'is', null))
    .$if(after !== null, (query) =>
      query.where((of) =>
        of(
          of.refTuple('created_at', 'id'),
          '>',
          of.tuple(after?.at ?? new Date(0), after?.id ?? ''),
        ),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}
