import { randomUUID } from 'node:crypto';
import type { Act } from '../modules/operators/guard.ts';

/** An act of the operator Ada, who has the role support. Each act has a new idempotency key. */
export function actOfAda(): Act {
  return { who: 'ada', why: 'a test', key: randomUUID(), roles: ['support'] };
}
