import { isConfig } from '../../contract/rules/shapes/configShape.ts';
import { isHostTerms } from '../../contract/rules/shapes/hostShape.ts';
import { isProblemType } from '../../contract/rules/shapes/foreignAnswer.ts';
import { isStation, isStationTile } from '../../contract/rules/shapes/stationShapes.ts';

/** The outcome of a network request. */
export type Outcome =
  /** A valid answer of the server. `body` is the whole text of the answer. */
  | { kind: 'fresh'; response: Response; body: string }
  /** The server answered that the station does not exist, or that this app is too old. */
  | { kind: 'refused'; response: Response }
  /** An unusable answer: the page of a captive portal, data of another shape, or an error. */
  | { kind: 'bad'; response: Response }
  | { kind: 'none'; error: unknown };

const tilePath = /^\/api\/stations\/tiles\/(\d+)\/(\d+)\/(\d+)$/;
const stationPath = /^\/api\/stations\/([2-9A-HJKMNP-TV-Z]{7})$/;

export const isTilePath = (pathname: string): boolean => tilePath.test(pathname);

const isSettingsPath = (pathname: string): boolean =>
  pathname === '/api/config' || pathname === '/api/hosts/terms';

/**
 * Whether the path is public and has the same answer for everyone: a tile, a station, the
 * configuration or the terms for hosts.
 */
export function isCachedPath(pathname: string): boolean {
  return isSettingsPath(pathname) || isTilePath(pathname) || stationPath.test(pathname);
}

/** Reads the whole answer and classifies it. */
export async function readOutcome(pathname: string, response: Response): Promise<Outcome> {
  try {
    // Build a new response, because the text is already decoded. The headers about the encoding and the
    // length are wrong for the decoded text.
    const body = await response.text();
    const headers = new Headers(response.headers);
    headers.delete('content-encoding');
    headers.delete('content-length');
    const { status } = response;
    const whole = new Response(hasNoBody(status) ? null : body, { status, headers });
    if (isRefusal(pathname, whole)) return { kind: 'refused', response: whole };
    const isFresh = status === 200 && isExpected(pathname, body);
    return isFresh ? { kind: 'fresh', response: whole, body } : { kind: 'bad', response: whole };
  } catch (error) {
    // The connection failed while the body was read.
    return { kind: 'none', error };
  }
}

/** Returns a fresh answer or a refusal. Throws if the answer is unusable or did not come. */
export function ownResponse(outcome: Outcome): Response {
  if (outcome.kind === 'none') throw outcome.error;
  if (outcome.kind === 'bad') throw new TypeError(`no answer: ${outcome.response.status}`);
  return outcome.response;
}

const hasNoBody = (status: number) => status === 204 || status === 205 || status === 304;

/**
 * Whether the server answered that this app is too old (426), or that the station does not exist (404). Only a problem
 * document counts, because a 404 from a proxy does not show whether the station exists.
 */
function isRefusal(pathname: string, { status, headers }: Response): boolean {
  if (!isProblemType(headers.get('content-type'))) return false;
  return status === 426 || (status === 404 && stationPath.test(pathname));
}

function isExpected(pathname: string, body: string): boolean {
  const value = parse(body);
  if (pathname === '/api/config') return isConfig(value);
  if (pathname === '/api/hosts/terms') return isHostTerms(value);
  const [, id] = stationPath.exec(pathname) ?? [];
  if (id !== undefined) return isStation(value) && value.id === id;
  const [, z, x, y] = (tilePath.exec(pathname) ?? []).map(Number);
  return isStationTile(value) && value.z === z && value.x === x && value.y === y;
}

/** Returns undefined if the text is not JSON or is truncated. */
function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
