import { inTransaction, type Db } from '../../db/database.ts';
import type { PaymentProvider } from '../../providers/payments/provider.ts';
import type { CustomerStore } from '../../providers/payments/stripe/customers.ts';
import { lockUserAgainstDeletion } from '../auth/users.ts';

/**
 * Creates the store of the ids that riders have as customers of the provider. The ids are in the server's database.
 * Concurrent calls of `store` for one rider return the same id.
 */
export function createCustomerStore(db: Db, provider: PaymentProvider['name']): CustomerStore {
  const find = async (userId: string): Promise<string | null> => {
    const row = await db
      .selectFrom('payment_customers')
      .select('customer')
      .where('provider', '=', provider)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row?.customer ?? null;
  };
  return {
    find,
    async store(userId, customer) {
      await inTransaction(db, async (trx) => {
        // Refuse an account that was deleted during the call to the provider, because a deleted account must not get a
        // customer again.
        await lockUserAgainstDeletion(trx, userId);
        await trx
          .insertInto('payment_customers')
          .values({ provider, user_id: userId, customer })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
      return (await find(userId)) ?? customer;
    },
  };
}
