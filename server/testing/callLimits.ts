import type { FastifyInstance } from 'fastify';
import { systemClock } from '../time/clock.ts';
import { limitCalls } from '../http/limits/limitCalls.ts';
import { decorateRequestState } from '../http/requests/requestState.ts';

/** Installs the limits of calls in a server that has only a part of the product's routes. */
export function installCallLimits(app: FastifyInstance): void {
  decorateRequestState(app);
  limitCalls(app, { factor: 1, now: () => systemClock.now(), sessionHashOf: () => null });
}
