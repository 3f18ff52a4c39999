import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from './networkOutcome.ts';
import { networkFirst } from './networkFirst.ts';

const fresh = (): Outcome => ({ kind: 'fresh', response: new Response('fresh'), body: 'fresh' });
const bad = (status = 200, type = 'text/html'): Outcome => ({
  kind: 'bad',
  response: new Response('<html>', { status, headers: { 'content-type': type } }),
});
const none: Outcome = { kind: 'none', error: new TypeError('Failed to fetch') };

/** Asks with a network that answers when the test says so, and with what is kept. */
function ask(outcome: Outcome, kept: string | undefined) {
  const late: Outcome[] = [];
  const alive: Promise<void>[] = [];
  let arrive = () => {};
  const network = new Promise<Outcome>((resolve) => {
    arrive = () => resolve(outcome);
  });
  const answer = networkFirst({
    network: () => network,
    kept: async () => (kept === undefined ? undefined : new Response(kept)),
    patienceMs: 300,
    onLate: async (one) => void late.push(one),
    waitUntil: (work) => alive.push(work),
  }).then(async (response) => [await response.text(), response.headers.get('x-kept')]);
  return { answer, arrive, late, alive };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe('an answer soon', () => {
  it("is the network's where it comes in time", async () => {
    const { answer, arrive, late } = ask(fresh(), 'kept');
    await vi.advanceTimersByTimeAsync(299);
    arrive();
    expect(await answer).toEqual(['fresh', null]);
    expect(late).toEqual([]);
  });

  it('is the kept one at 300 ms, and the late one is told afterwards', async () => {
    const outcome = fresh();
    const { answer, arrive, late, alive } = ask(outcome, 'kept');
    await vi.advanceTimersByTimeAsync(300);
    expect(await answer).toEqual(['kept', 'slow']);
    expect(late).toEqual([]);
    expect(alive).toHaveLength(1);
    arrive();
    await Promise.all(alive);
    expect(late).toEqual([outcome]);
  });

  it.each([
    ['no network', none, 'offline'],
    ["a portal's page", bad(), 'offline'],
    ['an error', bad(503), 'failing'],
    ["the server's own refusal of now", bad(429, 'application/problem+json'), 'failing'],
    ["a portal's 403", bad(403), 'offline'],
    ["a portal's 511", bad(511), 'offline'],
  ] as const)('is the kept one at once after %s', async (_what, outcome, reason) => {
    const { answer, arrive } = ask(outcome, 'kept');
    arrive();
    expect(await answer).toEqual(['kept', reason]);
  });

  it('waits for the network where nothing is kept', async () => {
    const { answer, arrive, late } = ask(fresh(), undefined);
    await vi.advanceTimersByTimeAsync(20_000);
    arrive();
    expect(await answer).toEqual(['fresh', null]);
    expect(late).toEqual([]);
  });

  it('is what came, or the error, where nothing is kept either', async () => {
    const page = ask(bad(), undefined);
    page.arrive();
    expect(await page.answer).toEqual(['<html>', null]);
    const broken = ask(none, undefined);
    broken.arrive();
    await expect(broken.answer).rejects.toThrow('Failed to fetch');
  });

  it("is the server's own refusal, whatever is kept", async () => {
    const response = new Response('{}', { status: 404 });
    const { answer, arrive } = ask({ kind: 'refused', response }, 'kept');
    arrive();
    expect(await answer).toEqual(['{}', null]);
  });
});
