import { randomUUID } from 'node:crypto';
import type { PayLimits } from '../../settings/payLimits.ts';
import type { Act } from '../../modules/operators/guard.ts';

/** An act of the operator Ada, who has the role support. Each act has a new idempotency key. */
export function actOfAda(): Act {
  return { who: 'ada', why: 'a test', key: randomUUID(), roles: ['support'] };
}

/** Limits for tests that are not about the limits of operators. */
export const anyAmount: PayLimits = { currency: 'USD', once: 100_000_000, perDay: 100_000_000 };
