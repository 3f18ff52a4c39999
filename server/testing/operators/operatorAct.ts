import { randomUUID } from 'node:crypto';
import type { ProvenAct } from '../../modules/operators/guard.ts';

/** An act of the operator Ada, who has the role support. Each act has a new idempotency key. */
export function actOfAda(): ProvenAct {
  const origin = { client: 'key', network: '203.0.113.0/24' } as const;
  return {
    who: 'ada',
    why: 'a test',
    key: randomUUID(),
    roles: ['support'],
    hasOwnKey: true,
    origin,
  };
}
