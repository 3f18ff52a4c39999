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

test('an activated service worker takes over the pages when none of them moves money', async () => {
  let lockName = '';
  let runWhenFree: () => Promise<void> = async () => undefined;
  const request = (name: string, work: () => Promise<void>) => {
    lockName = name;
    runWhenFree = work;
  };
  vi.stubGlobal('navigator', { locks: { request } });
  activate();
  expect(lockName).toBe('money');
  expect(claim).not.toHaveBeenCalled();
  await runWhenFree();
  expect(claim).toHaveBeenCalledOnce();
});

test.each([
  ['has no locks', {}],
  ['denies locks', { locks: { request: () => Promise.reject(new DOMException('SecurityError')) } }],
])(
  'if the browser %s, the service worker takes over the pages at once',
  async (_what, navigator) => {
    vi.stubGlobal('navigator', navigator);
    activate();
    await vi.waitFor(() => expect(claim).toHaveBeenCalledOnce());
  },
);
