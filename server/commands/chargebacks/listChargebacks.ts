import type { Db } from '../../db/database.ts';
import { inUnits } from '../disputes/listDisputes.ts';

/** The chargebacks as text for an operator. The oldest comes first. */
export async function listChargebacks(db: Db, all: boolean): Promise<string> {
  const rows = await db
    .selectFrom('chargebacks')
    .innerJoin('users', 'users.id', 'chargebacks.user_id')
    .leftJoin('rentals', 'rentals.id', 'chargebacks.rental_id')
    .selectAll('chargebacks')
    .select(['users.number as rider', 'rentals.number as order'])
    .$if(!all, (query) =>
      query.where('chargebacks.state', 'in', ['warned', 'opened', 'evidenceSent', 'lost']),
    )
    .orderBy('chargebacks.created_at')
    .execute();
  if (rows.length === 0) return 'There are no chargebacks.\n';
  return rows
    .map((row) => {
      const isFreezing = ['opened', 'evidenceSent', 'lost'].includes(row.state);
      const facts = [
        row.provider_id,
        minute(row.created_at),
        row.state,
        row.reason,
        inUnits(row.amount, row.currency),
        `rider ${row.rider}`,
        row.order === null ? 'top-up' : `order ${row.order}`,
        row.answered_at === null && row.due_by ? `evidence due ${minute(row.due_by)}` : null,
        row.answered_at === null ? null : `evidence sent ${minute(row.answered_at)}`,
        isFreezing ? (row.lifted_at ? 'freeze lifted' : 'frozen') : null,
      ];
      return `${facts.filter((fact) => fact !== null).join('  ')}\n`;
    })
    .join('');
}

function minute(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ');
}
