import type { CustomFetch } from 'openid-client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../time/clock.ts';
import { providerTimeoutMs } from '../providerTimeout.ts';
import { Facebook } from './facebook.ts';
import { google } from './google.ts';
import { loadOpenId } from './openid.ts';
import { ProviderUnavailableError } from './signInProvider.ts';

const client = { clientId: 'client', clientSecret: 'secret' };
const url = 'http://127.0.0.1:9';
const redirectUri = `${url}/back`;
const state = 'a-state';

// The library is loaded before the tests, because loading takes time.
beforeAll(loadOpenId);

const limits: { ms: number; controller: AbortController }[] = [];
beforeEach(() => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    limits.push({ ms, controller });
    return controller.signal;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  limits.length = 0;
});

/** Waits for this number of requests, and then aborts the requests whose time limit is not longer than `ms`. */
async function pass(ms: number, requests: number): Promise<void> {
  await expect.poll(() => limits.length).toBe(requests);
  for (const { ms: limit, controller } of limits) {
    if (limit <= ms) controller.abort(new DOMException('', 'TimeoutError'));
  }
}

/** A request that gets no answer. It rejects when its signal aborts it. */
const hang: CustomFetch = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    const end = () => reject(signal?.reason);
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end);
  });

test('a sign-in fails if an OpenID provider does not answer within the time limit of providers', async () => {
  const provider = google(client, { clock: systemClock, sandbox: { fetch: hang }, issuer: url });
  const request = { redirectUri, state, nonce: 'a-nonce', codeChallenge: 'a-challenge' };
  const asked = provider.authorizationUrl(request).catch((error: unknown) => error);
  await pass(providerTimeoutMs, 1);
  expect(await asked).toBeInstanceOf(ProviderUnavailableError);
});

test.each(['token', 'me'])(
  'a sign-in fails if Facebook does not answer the request at /%s within the time limit of providers',
  async (silent) => {
    const fetch: CustomFetch = async (address, options) =>
      address.startsWith(`${url}/${silent}`)
        ? hang(address, options)
        : Response.json({ access_token: 'a-token', token_type: 'bearer' });
    const addresses = { issuer: url, dialog: url, token: `${url}/token`, me: `${url}/me` };
    const params = new URLSearchParams({ code: 'a-code', state });
    const answer = { params, redirectUri, state, nonce: '', codeVerifier: 'a'.repeat(43) };
    const proof = new Facebook(client, addresses, { fetch }).prove(answer);
    await pass(providerTimeoutMs, silent === 'token' ? 1 : 2);
    expect(await proof).toEqual({ outcome: 'unavailable' });
  },
);
