import { describe, expect, it } from 'vitest';
import { fillPath, paths } from '../../contract/paths.ts';
import { isCachedPath, ownResponse, readOutcome } from './networkOutcome.ts';

const tilePath = '/api/stations/tiles/12/1050/1522';
const tile = {
  z: 12,
  x: 1050,
  y: 1522,
  at: '2026-11-20T18:00:00.000Z',
  stations: [],
  clusters: [],
};
const whole = JSON.stringify(tile);

const json = (body: string | null, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } });
const kindOf = async (path: string, response: Response) => (await readOutcome(path, response)).kind;

/** A response whose body fails after its first part. */
function broken(text: string): Response {
  let isFirst = true;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isFirst) controller.enqueue(new TextEncoder().encode(text.slice(0, 20)));
      else controller.error(new TypeError('network error'));
      isFirst = false;
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

describe('the service worker', () => {
  it.each(['/api/config', '/api/hosts/terms', tilePath, '/api/stations/ABCDEFV'])(
    'caches %s',
    (path) => {
      expect(isCachedPath(path)).toBe(true);
    },
  );

  it.each([
    '/api/me',
    '/api/orders/current',
    '/api/orders/1/pay',
    '/api/payment-methods',
    '/api/rentals',
    '/api/watches',
    '/api/geo/ip',
    '/api/stations/search',
    `${tilePath}/events`,
    '/api/stations/tiles/12/1050',
    '/api/stations/abcdefv',
  ])('does not cache %s', (path) => {
    expect(isCachedPath(path)).toBe(false);
  });
});

describe('each path of the API', () => {
  const ids = ['ABCDEFV', '3f0c8a52-7d1e-4b68-9a37-52f1d0c6e8b4', '12'];
  const open: readonly string[] = [paths.config, paths.hostTerms, paths.stationTile, paths.station];

  it.each(Object.values(paths))(
    '%s is cached only if its answer is the same for everyone',
    (path) => {
      for (const one of ids) {
        const params = { id: one, requestId: one, provider: one, attemptId: one, type: one };
        const filled = fillPath(path, { ...params, z: 12, x: 1050, y: 1522 });
        const isStation = path !== paths.station || one === 'ABCDEFV';
        expect(isCachedPath(filled)).toBe(open.includes(path) && isStation);
      }
    },
  );
});

describe('an answer', () => {
  it('that is valid is returned completely, as text', async () => {
    const answer = new Response(whole, {
      headers: { 'content-encoding': 'br', 'content-length': '9', date: 'today' },
    });
    const outcome = await readOutcome(tilePath, answer);
    expect(outcome.kind).toBe('fresh');
    if (outcome.kind !== 'fresh') return;
    expect(outcome.body).toBe(whole);
    expect(Object.fromEntries(outcome.response.headers)).toMatchObject({ date: 'today' });
    expect(outcome.response.headers.has('content-encoding')).toBe(false);
    expect(outcome.response.headers.has('content-length')).toBe(false);
    expect(await outcome.response.json()).toEqual(tile);
  });

  it.each([
    [
      'the page of a captive portal',
      new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['the page of a captive portal with a JSON content type', json('<html>Sign in</html>')],
    ['empty', json('')],
    ['a 204 without content', new Response(null, { status: 204 })],
    ['of another shape', json('{"portal":true}')],
    ['another tile', json(JSON.stringify({ ...tile, x: 1 }))],
    ['truncated', json(whole.slice(0, -5))],
    ['an error of the server', json('{"code":"serverError"}', 500)],
    ['an error of a proxy', new Response('<html>', { status: 502 })],
    ['not found', json('{"code":"notFound"}', 404)],
    ['a tile with an error status', json(whole, 500)],
  ])('that is %s is unusable', async (_what, response) => {
    expect(await kindOf(tilePath, response)).toBe('bad');
  });

  it('counts as no answer if its body fails while it is read', async () => {
    expect(await kindOf(tilePath, broken(whole))).toBe('none');
  });

  it('is a refusal only if it is a problem document of the server', async () => {
    const problem = (status: number) =>
      new Response('{"code":"x"}', {
        status,
        headers: { 'content-type': 'application/problem+json; charset=utf-8' },
      });
    const station = '/api/stations/ABCDEFV';
    expect(await kindOf(station, problem(404))).toBe('refused');
    expect(await kindOf(station, json('{}', 404))).toBe('bad');
    expect(await kindOf(tilePath, problem(426))).toBe('refused');
    expect(await kindOf(tilePath, problem(404))).toBe('bad');
    expect(await kindOf(tilePath, problem(429))).toBe('bad');
  });
});

describe('ownResponse', () => {
  const response = new Response('{}', { status: 404 });

  it('returns a fresh answer and a refusal', () => {
    expect(ownResponse({ kind: 'refused', response })).toBe(response);
    expect(ownResponse({ kind: 'fresh', response, body: '{}' })).toBe(response);
  });

  it('throws for a bad answer and for no answer', () => {
    expect(() => ownResponse({ kind: 'bad', response })).toThrow('no answer: 404');
    const error = new TypeError('Failed to fetch');
    expect(() => ownResponse({ kind: 'none', error })).toThrow(error);
  });
});
