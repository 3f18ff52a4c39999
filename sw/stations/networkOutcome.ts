import { isConfig } from '../../contract/rules/shapes/configShape.ts';
import { isProblemType } from '../../contract/rules/shapes/foreignAnswer.ts';
import { isStation, isStationTile } from '../../contract/rules/shapes/stationShapes.ts';

/** What came of asking the network. */
export type Outcome =
  /** The server's answer as it should be: `body` is its whole text. */
  | { kind: 'fresh'; response: Response; body: string }
  /** The server's own word that there is no such station, or that this app is too old. */
  | { kind: 'refused'; response: Response }
  /** An answer that nobody can use: a portal's page, another shape, an error, a part of a body. */
  | { kind: 'bad'; response: Response }
  | { kind: 'none'; error: unknown };

const tilePath = /^\/api\/stations\/tiles\/(\d+)\/(\d+)\/(\d+)$/;
const stationPath = /^\/api\/stations\/([2-9A-HJKMNP-TV-Z]{7})$/;

export const isTilePath = (pathname: string): boolean => tilePath.test(pathname);

/** Public, the same for everyone: tiles, stations and what the operator configured. */
export function isKeptPath(pathname: string): boolean {
  return pathname === '/api/config' || isTilePath(pathname) || stationPath.test(pathname);
}

/** Reads an answer to its end, and tells whether it is one. */
export async function readOutcome(pathname: string, response: Response): Promise<Outcome> {
  try {
    // A fresh copy: the text is decoded already, and whoever gets it must not be told otherwise.
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
    // The line broke in the middle of the body.
    return { kind: 'none', error };
  }
}

/** The server's own word, also that there is no such station; throws where there is none. */
export function ownResponse(outcome: Outcome): Response {
  if (outcome.kind === 'none') throw outcome.error;
  if (outcome.kind === 'bad') throw new TypeError(`no answer: ${outcome.response.status}`);
  return outcome.response;
}

const hasNoBody = (status: number) => status === 204 || status === 205 || status === 304;

/** In the form of the server's own errors: a proxy's 404 says nothing of the station. */
function isRefusal(pathname: string, { status, headers }: Response): boolean {
  if (!isProblemType(headers.get('content-type'))) return false;
  return status === 426 || (status === 404 && stationPath.test(pathname));
}

function isExpected(pathname: string, body: string): boolean {
  const value = parse(body);
  if (pathname === '/api/config') return isConfig(value);
  const [, id] = stationPath.exec(pathname) ?? [];
  if (id !== undefined) return isStation(value) && value.id === id;
  const [, z, x, y] = (tilePath.exec(pathname) ?? []).map(Number);
  return isStationTile(value) && value.z === z && value.x === x && value.y === y;
}

/** Undefined where it is no JSON, or only the beginning of it. */
function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
