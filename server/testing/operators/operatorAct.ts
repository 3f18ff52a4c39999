import { randomUUID } from 'node:crypto';
import type { ProvenAct } from '../../modules/operators/guard.ts';

/** An act of the operator Ada, who has the role support. Each act has a new idempotency key. */
export function actOfAda(): ProvenAct {
  return { who: 'ada', why: 'a test', key: randomUUID(), roles: ['support'], hasOwnKey: true };
}
