import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { retryAt } from '../../outbox/outbox.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { paymentJobs } from './moves.ts';

const ForgetPayload = z.object({ userId: z.uuid() });

/** Deletes a rider's customer at the provider, after the commit. The caller must have detached the cards. */
export async function forgetCustomer(work: UnitOfWork, userId: string): Promise<void> {
  const payload: z.infer<typeof ForgetPayload> = { userId };
  await work.enqueue({ kind: paymentJobs.forgetCustomer, key: keyOf(userId), payload });
}

/** Registers the job that deletes a customer at the provider, and then the server's reference to this customer. */
export function registerForgetting({ outbox, db, payments, clock }: Dependencies): void {
  outbox.handle(paymentJobs.forgetCustomer, async (payload, job) => {
    const { userId } = ForgetPayload.parse(payload);
    const result = await payments.deleteCustomer({ key: keyOf(userId), customer: userId });
    if (result.outcome === 'unknown') return { againAt: retryAt(clock, job.attempts) };
    if (result.outcome === 'declined') {
      throw new Error(`the provider refuses to delete a customer: ${result.reason}`);
    }
    // Delete the reference last, because without the reference a retry of this job would not find the customer.
    await db
      .deleteFrom('payment_customers')
      .where('provider', '=', payments.name)
      .where('user_id', '=', userId)
      .execute();
  });
}

function keyOf(userId: string): string {
  return `forgetCustomer:${userId}`;
}
