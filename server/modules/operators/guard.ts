import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CallOrigin } from '../../../contract/operators/audit.ts';
import { csrfHeader } from '../../../contract/operators/signIn.ts';
import { OperatorName, type OperatorRole, type Reach } from '../../../contract/operators/team.ts';
import type { Db } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { storableNetwork } from '../../http/limits/networks.ts';
import { idempotencyKeyOf } from '../../http/requests/idempotency.ts';
import { isWithin, venueOfStation } from '../venues/stationVenues.ts';
import { isOperatorKey } from './operatorKey.ts';
import { findKey, noteUse } from './operatorKeys.ts';
import { answerOpsErrors, OpsError } from './opsError.ts';
import { readSessionCookie, refuseForgedCall } from './signIn/sessionCookie.ts';
import { freshUntil, tokenPrefix, useSession, type FoundSession } from './signIn/sessions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The roles that may call a route of operators. An administrator may call every route. */
    roles?: readonly Exclude<OperatorRole, 'administrator'>[];
    /** Whether a session may call a route before the operator has given the second factor. */
    isBeforeFactor?: true;
    /** Whether a session needs a fresh second factor for a route. */
    needsFreshFactor?: true;
  }
  interface FastifyRequest {
    operator: Caller | null;
  }
}

interface Caller {
  name: string;
  roles: readonly OperatorRole[];
  /**
   * Whether the caller has proven the name, with a key of the operator or a session. With the key of the server, a
   * caller only states a name.
   */
  hasOwnKey: boolean;
  /** The scopes of the key; null if the key is not limited to scopes, and for a session. */
  scopes: readonly string[] | null;
  /** The regions and venues to which the operator is limited; null for all stations. */
  reach: Reach | null;
  origin: CallOrigin;
  session: CallingSession | null;
}

/** The session of a call. */
export interface CallingSession extends FoundSession {
  /** The secret of the session. Never log or store it. */
  token: string;
  /** When the call came, and from where. */
  at: Date;
  origin: CallOrigin;
}

/** An act of an operator: who acts, and why. A second act with the same key changes nothing. */
export interface Act {
  who: string;
  why: string;
  key: string;
  /** The roles of the operator. */
  roles: readonly OperatorRole[];
  /** Where the call came from; null for an act without a call. */
  origin: CallOrigin | null;
}

/** An act that also contains whether the caller used a key or session of the operator, or only stated a name. */
export type ProvenAct = Act & Pick<Caller, 'hasOwnKey'>;

const bearer = /^Bearer (\S{1,300})$/;

/**
 * Guards all routes of a plugin: each call needs a key or a session, and its operator needs a role of the route. Each
 * route must name its roles, so that a new route is closed by default.
 */
export function guardOperators(app: FastifyInstance, deps: Dependencies): void {
  app.decorateRequest('operator', null);
  app.addHook('onRoute', ({ config, url }) => {
    if (config?.roles === undefined) throw new Error(`The route ${url} names no roles.`);
  });
  app.addHook('onRequest', async (request) => {
    const operator = await callerOf(request, deps);
    const { roles = [], isBeforeFactor, needsFreshFactor } = request.routeOptions.config;
    const { session } = operator;
    if (session !== null && session.factor === null && isBeforeFactor !== true) {
      throw new OpsError(
        'secondFactorNeeded',
        'Enter your second factor first: npm run ops -- second-factor check CODE',
      );
    }
    const allowed: readonly OperatorRole[] = ['administrator', ...roles];
    if (!operator.roles.some((role) => allowed.includes(role))) {
      throw new OpsError('roleMissing', `This needs one of the roles ${allowed.join(', ')}.`);
    }
    refuseOtherAreas(request, operator);
    request.operator = operator;
    if (needsFreshFactor === true) requireFreshFactor(request);
  });
  // This check runs in a later hook, because `onRequest` runs before the body is parsed.
  app.addHook('preHandler', async (request) => {
    for (const station of stationsIn(request))
      await refuseForeignStation(deps.db, request, station);
  });
  answerOpsErrors(app);
}

/** @throws {OpsError} keyRefused, sessionEnded, csrfRefused. */
async function callerOf(request: FastifyRequest, deps: Dependencies): Promise<Caller> {
  const [, given = ''] = bearer.exec(request.headers.authorization ?? '') ?? [];
  // A page of another site cannot set the header `authorization`, so a call with a bearer token needs no CSRF token.
  const isByCookie = request.headers.authorization === undefined;
  const token = isByCookie ? readSessionCookie(request, deps.settings) : given;
  if (token?.startsWith(tokenPrefix)) {
    const caller = await callerOfSession(token, request, deps);
    if (isByCookie && !isReading(request)) {
      const given = String(request.headers[csrfHeader] ?? '');
      refuseForgedCall(request, deps.settings, { sessionToken: token, given });
    }
    return caller;
  }
  const serverKey = deps.settings.operator.key;
  if (serverKey !== null && isOperatorKey(given, serverKey)) {
    // The key of the server belongs to no operator, so the caller must state a name for the record.
    const name = statedName(request);
    const roles = ['administrator'] as const;
    const origin = originOf(request, 'serverKey');
    return { name, roles, hasOwnKey: false, scopes: null, reach: null, origin, session: null };
  }
  const now = deps.clock.now();
  const found = await findKey(deps.db, given, now);
  if (!found) throw new OpsError('keyRefused', 'The key of the operator is missing or wrong.');
  await noteUse(deps.db, found, now);
  const { name, roles, scopes } = found;
  const origin = originOf(request, 'key');
  return { name, roles, hasOwnKey: true, scopes, reach: reachOf(found), origin, session: null };
}

/** @throws {OpsError} sessionEnded. */
async function callerOfSession(
  token: string,
  request: FastifyRequest,
  { db, clock }: Dependencies,
): Promise<Caller> {
  const at = clock.now();
  const session = await useSession(db, token, at);
  if (!session) throw new OpsError('sessionEnded', 'The session has ended. Sign in again.');
  const { name, roles } = session;
  const origin = originOf(request, 'session');
  const calling = { ...session, token, at, origin };
  const reach = reachOf(session);
  return { name, roles, hasOwnKey: true, scopes: null, reach, origin, session: calling };
}

/** Where a call came from, for the record of operators. */
export function originOf({ ip }: FastifyRequest, client: CallOrigin['client']): CallOrigin {
  return { client, network: storableNetwork(ip) };
}

const reachOf = ({ regions, venues }: Reach): Reach | null =>
  regions.length + venues.length === 0 ? null : { regions, venues };

const WithStation = z.object({ station: z.string() });
const WithId = z.object({ id: z.string() });

/** The ids of stations in the path of a call, and in the field `station` of its query and body. */
function stationsIn({ routeOptions, params, query, body }: FastifyRequest): string[] {
  const { url = '' } = routeOptions;
  const inPath = url.startsWith('/api/ops/stations/:id')
    ? WithId.safeParse(params).data
    : undefined;
  const others = [query, body].flatMap((part) => WithStation.safeParse(part).data?.station ?? []);
  return inPath ? [inPath.id, ...others] : others;
}

/**
 * Refuses a call about a station outside of the regions and venues of the operator. The guard calls this function for
 * the id in a path of `/api/ops/stations/:id`, and for the field `station` of the query and the body. A route that gets
 * its stations in another way must call this function itself.
 *
 * @throws {OpsError} regionForeign.
 */
export async function refuseForeignStation(
  db: Db,
  request: FastifyRequest,
  station: string,
): Promise<void> {
  if (await isOwnStation(db, operatorOf(request), station)) return;
  throw new OpsError('regionForeign', 'The station is not in your regions and venues.');
}

/** Whether a station is in the regions and venues of the operator. */
export async function isOwnStation(
  db: Db,
  { reach }: Pick<Caller, 'reach'>,
  station: string,
): Promise<boolean> {
  if (reach === null) return true;
  const venue = await venueOfStation(db, station);
  return venue !== null && isWithin(reach, venue);
}

/**
 * Refuses a call that may concern any station, if the operator is limited to regions or venues.
 *
 * @throws {OpsError} regionForeign.
 */
export function requireAllStations(request: FastifyRequest): void {
  if (operatorOf(request).reach === null) return;
  throw new OpsError(
    'regionForeign',
    'This needs an operator without a limit to regions and venues.',
  );
}

/** Whether a call only reads. */
export const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** The area of a route is the first part of its path after `/api/ops/`. */
function areaOf(route: string): string {
  const [, area = ''] = /\/api\/ops\/([a-z-]+)(?:\/|$)/.exec(route) ?? [];
  return area;
}

/** Scopes do not exist for these areas, because their routes are for sign-in and sessions. */
const areasOfSessions = new Set(['', 'sign-in', 'sign-out', 'second-factor']);

/**
 * Returns the areas that a scope of a key can name.
 *
 * @param routes all routes of the server, such as `GET /api/ops/stations`.
 */
export function areasOf(routes: Iterable<string>): Set<string> {
  return new Set([...routes].map(areaOf).filter((area) => !areasOfSessions.has(area)));
}

/** @throws {OpsError} scopeMissing if the key has scopes and none of them allows this call. */
function refuseOtherAreas(request: FastifyRequest, { scopes }: Caller): void {
  const { url = '' } = request.routeOptions;
  // Every key may call this route, which shows the operator of the key.
  if (scopes === null || (url === '/api/ops/me' && isReading(request))) return;
  const area = areaOf(url);
  const needed = isReading(request) ? [`${area}:read`, `${area}:write`] : [`${area}:write`];
  if (needed.some((scope) => scopes.includes(scope))) return;
  throw new OpsError('scopeMissing', `This key needs the scope ${needed.join(' or ')}.`);
}

/**
 * Refuses an act in a session whose second factor is older than ten minutes. A call with a key
 * needs no second factor, because machines use keys and cannot enter a code.
 *
 * @throws {OpsError} stepUpNeeded.
 */
export function requireFreshFactor(request: FastifyRequest): void {
  const { session } = operatorOf(request);
  if (session === null || freshUntil(session, session.at) !== null) return;
  throw new OpsError(
    'stepUpNeeded',
    'Enter your second factor again: npm run ops -- second-factor check CODE',
  );
}

function statedName(request: FastifyRequest): string {
  // A client percent-encodes the name, because a header can contain only Latin letters.
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

/** The session of a guarded call. @throws {OpsError} sessionNeeded. */
export function sessionOf(request: FastifyRequest): CallingSession {
  const { session } = operatorOf(request);
  if (!session) throw new OpsError('sessionNeeded', 'Only a session can do this, not a key.');
  return session;
}

/** The act of a guarded call. @throws {ProblemError} if the call has no valid idempotency key. */
export function actOf(request: FastifyRequest, why: string): ProvenAct {
  const { name: who, roles, hasOwnKey, origin } = operatorOf(request);
  return { who, why, key: idempotencyKeyOf(request), roles, hasOwnKey, origin };
}
