import { sql } from 'kysely';
import type { Clock } from '../../time/clock.ts';
import type { Db } from '../../db/database.ts';
import type { PaymentProvider } from '../../providers/payments/provider.ts';
import type { KeyStore } from '../../providers/payments/stripe/keys.ts';

/**
 * Stores how many idempotency keys of each operation at a provider are used up, so that all processes use the same next
 * key.
 */
export function createKeyStore(db: Db, clock: Clock, provider: PaymentProvider['name']): KeyStore {
  const spent = async (operation: string): Promise<number> => {
    const row = await db
      .selectFrom('provider_keys')
      .select('spent')
      .where('provider', '=', provider)
      .where('operation', '=', operation)
      .executeTakeFirst();
    return row?.spent ?? 0;
  };
  return {
    spent,
    async spend(operation, before) {
      const changed_at = clock.now();
      await db
        .insertInto('provider_keys')
        .values({ provider, operation, spent: before + 1, changed_at })
        .onConflict((conflict) =>
          conflict
            .columns(['provider', 'operation'])
            // With `greatest`, a used-up key counts once, even if two processes detect at the same time that it is used
            // up.
            .doUpdateSet({
              spent: sql<number>`greatest(provider_keys.spent, excluded.spent)`,
              changed_at,
            }),
        )
        .execute();
      return spent(operation);
    },
  };
}
