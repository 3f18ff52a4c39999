import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from './networkOutcome.ts';
import { networkFirst } from './networkFirst.ts';

const fresh = (): Outcome => ({ kind: 'fresh', response: new Response('fresh'), body: 'fresh' });
const bad = (status = 200, type = 'text/html'): Outcome => ({
  kind: 'bad',
  response: new Response('<html>', { status, headers: { 'content-type': type } }),
});
const none: Outcome = { kind: 'none', error: new TypeError('Failed to fetch') };

/** Starts a request. The test decides when the network answers and what the cache contains. */
function ask(outcome: Outcome, cached: string | undefined) {
  const late: Outcome[] = [];
  const alive: Promise<void>[] = [];
  let arrive = () => {};
  const network = new Promise<Outcome>((resolve) => {
    arrive = () => resolve(outcome);
  });
  const answer = networkFirst({
    network: () => network,
    cached: async () => (cached === undefined ? undefined : new Response(cached)),
    networkTimeoutMs: 300,
    onLate: async (one) => void late.push(one),
    waitUntil: (work) => alive.push(work),
  }).then(async (response) => [await response.text(), response.headers.get('x-kept')]);
  return { answer, arrive, late, alive };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('the answer', () => {
  it('comes from the network if the network is fast enough', async () => {
    const { answer, arrive, late } = ask(fresh(), 'cached');
    await vi.advanceTimersByTimeAsync(299);
    arrive();
    expect(await answer).toEqual(['fresh', null]);
    expect(late).toEqual([]);
  });

  it('comes from the cache after 300 ms, and the late answer is reported afterwards', async () => {
    const outcome = fresh();
    const { answer, arrive, late, alive } = ask(outcome, 'cached');
    await vi.advanceTimersByTimeAsync(300);
    expect(await answer).toEqual(['cached', 'slow']);
    expect(late).toEqual([]);
    expect(alive).toHaveLength(1);
    arrive();
    await Promise.all(alive);
    expect(late).toEqual([outcome]);
  });

  it.each([
    ['no network', none, 'offline'],
    ['the page of a captive portal', bad(), 'offline'],
    ['an error of the server', bad(503), 'failing'],
    ['a temporary refusal of the server', bad(429, 'application/problem+json'), 'failing'],
    ['a 403 of a captive portal', bad(403), 'offline'],
    ['a 511 of a captive portal', bad(511), 'offline'],
  ] as const)('comes from the cache at once after %s', async (_what, outcome, reason) => {
    const { answer, arrive } = ask(outcome, 'cached');
    arrive();
    expect(await answer).toEqual(['cached', reason]);
  });

  it('comes from the network, even late, if nothing is cached', async () => {
    const { answer, arrive, late } = ask(fresh(), undefined);
    await vi.advanceTimersByTimeAsync(20_000);
    arrive();
    expect(await answer).toEqual(['fresh', null]);
    expect(late).toEqual([]);
  });

  it('is the invalid answer or the error if nothing is cached', async () => {
    const page = ask(bad(), undefined);
    page.arrive();
    expect(await page.answer).toEqual(['<html>', null]);
    const broken = ask(none, undefined);
    broken.arrive();
    await expect(broken.answer).rejects.toThrow('Failed to fetch');
  });

  it('is the refusal of the server, even if an answer is cached', async () => {
    const response = new Response('{}', { status: 404 });
    const { answer, arrive } = ask({ kind: 'refused', response }, 'cached');
    arrive();
    expect(await answer).toEqual(['{}', null]);
  });
});
