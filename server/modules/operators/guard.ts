import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OperatorName, type OperatorRole } from '../../../contract/operators/team.ts';
import type { Dependencies } from '../../dependencies.ts';
import { idempotencyKeyOf } from '../../http/requests/idempotency.ts';
import { isOperatorKey } from './operatorKey.ts';
import { findKey, noteUse } from './operatorKeys.ts';
import { OpsError } from './opsError.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The roles that may call a route of operators. An administrator may call every route. */
    roles?: readonly Exclude<OperatorRole, 'administrator'>[];
  }
  interface FastifyRequest {
    operator: Caller | null;
  }
}

interface Caller {
  name: string;
  roles: readonly OperatorRole[];
  /** Whether the key belongs to this operator. With the key of the server, a caller only states a name. */
  hasOwnKey: boolean;
}

/** Who acts, and why. A second act with the same key changes nothing. */
export interface Act {
  who: string;
  why: string;
  key: string;
  /** The roles of the operator. */
  roles: readonly OperatorRole[];
}

/** An act of which the server knows whether the operator has proven the name. */
export type ProvenAct = Act & Pick<Caller, 'hasOwnKey'>;

const bearer = /^Bearer (\S{1,300})$/;

/**
 * Guards all routes of a plugin: each call needs a key, and the operator of the key needs a role of the route. Each
 * route must name its roles, so that a new route is closed by default.
 */
export function guardOperators(app: FastifyInstance, deps: Dependencies): void {
  app.decorateRequest('operator', null);
  app.addHook('onRoute', ({ config, url }) => {
    if (config?.roles === undefined) throw new Error(`The route ${url} names no roles.`);
  });
  app.addHook('onRequest', async (request) => {
    const operator = await callerOf(request, deps);
    const { roles = [] } = request.routeOptions.config;
    const allowed: readonly OperatorRole[] = ['administrator', ...roles];
    if (!operator.roles.some((role) => allowed.includes(role))) {
      throw new OpsError('roleMissing', `This needs one of the roles ${allowed.join(', ')}.`);
    }
    request.operator = operator;
  });

  const usual = app.errorHandler;
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof OpsError)) return usual(error, request, reply);
    return reply
      .code(error.status)
      .header('cache-control', 'no-store')
      .type('application/problem+json')
      .serializer(JSON.stringify)
      .send(error.problem);
  });
}

/** @throws {OpsError} keyRefused. */
async function callerOf(request: FastifyRequest, deps: Dependencies): Promise<Caller> {
  const [, given = ''] = bearer.exec(request.headers.authorization ?? '') ?? [];
  const serverKey = deps.settings.operator.key;
  if (serverKey !== null && isOperatorKey(given, serverKey)) {
    // The key of the server has no name, so its caller must state one for the record.
    return { name: statedName(request), roles: ['administrator'], hasOwnKey: false };
  }
  const found = await findKey(deps.db, given);
  if (!found) throw new OpsError('keyRefused', 'The key of the operator is missing or wrong.');
  await noteUse(deps.db, found, deps.clock.now());
  return { name: found.name, roles: found.roles, hasOwnKey: true };
}

function statedName(request: FastifyRequest): string {
  // A client encodes the name as a part of a URL, because a header has only Latin letters.
  const { data } = OperatorName.safeParse(decoded(String(request.headers['x-operator'] ?? '')));
  if (data === undefined) {
    throw new OpsError('keyRefused', 'The header x-operator must name the operator.');
  }
  return data;
}

/** The decoded text; the text itself if it is not encoded correctly. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The operator of a guarded call. */
export function operatorOf({ operator }: FastifyRequest): Caller {
  if (!operator) throw new Error('The route is not guarded.');
  return operator;
}

/** The act of a guarded call. @throws {ProblemError} if the call has no valid idempotency key. */
export function actOf(request: FastifyRequest, why: string): ProvenAct {
  const { name: who, roles, hasOwnKey } = operatorOf(request);
  return { who, why, key: idempotencyKeyOf(request), roles, hasOwnKey };
}
