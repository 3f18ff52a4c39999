import type { z } from 'zod';
import type { Authorization } from './book.ts';
import type { AuthorizeAnswer, DeclineReason } from './wire.ts';

export type Reason = z.infer<typeof DeclineReason>;
export const declined = (reason: Reason) => ({ outcome: 'declined' as const, reason });

export function answerOf(hold: Authorization): AuthorizeAnswer {
  if (hold.state === 'actionRequired') {
    return { outcome: 'actionRequired', authorization: hold.id, path: `/authenticate/${hold.id}` };
  }
  if (hold.state === 'refused') return declined('authenticationFailed');
  return { outcome: hold.captureAtOnce ? 'captured' : 'authorized', authorization: hold.id };
}

/**
 * Returns whether two holds belong to the same card, customer and order. The number of the order is
 * in their descriptions. If a description has no order number, the whole description counts.
 */
export function sameOrder(
  a: { card: string; customer: string; description: string },
  b: { card: string; customer: string; description: string },
): boolean {
  return (
    a.card === b.card &&
    a.customer === b.customer &&
    orderOf(a.description) === orderOf(b.description)
  );
}

function orderOf(description: string): string {
  return /\bR-[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(description)?.[0] ?? description;
}
