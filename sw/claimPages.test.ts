import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimPages } from './claimPages.ts';

const claim = vi.fn<() => Promise<void>>();
let activate: () => void;

beforeEach(() => {
  claim.mockReset().mockResolvedValue();
  vi.stubGlobal('self', {
    clients: { claim },
    addEventListener: (_type: string, handler: () => void) => {
      activate = handler;
    },
  });
  claimPages();
});
afterEach(() => vi.unstubAllGlobals());

test('a worker that is activated waits for the pages until money moves in none of them', async () => {
  let askedFor = '';
  let moneyRests: () => Promise<void> = async () => undefined;
  const request = (name: string, work: () => Promise<void>) => {
    askedFor = name;
    moneyRests = work;
  };
  vi.stubGlobal('navigator', { locks: { request } });
  activate();
  expect(askedFor).toBe('money');
  expect(claim).not.toHaveBeenCalled();
  await moneyRests();
  expect(claim).toHaveBeenCalledOnce();
});

test.each([
  ['has no locks', {}],
  ['refuses them', { locks: { request: () => Promise.reject(new DOMException('SecurityError')) } }],
])('where the browser %s, it takes the pages at once', async (_what, navigator) => {
  vi.stubGlobal('navigator', navigator);
  activate();
  await vi.waitFor(() => expect(claim).toHaveBeenCalledOnce());
});
