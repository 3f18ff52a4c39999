// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import type { Middleware } from '@reduxjs/toolkit';
import { act, renderHook } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeNetwork, network, problem } from '../testing/fakeNetwork.ts';
import { api } from './api.ts';
import { isApiError } from './apiError.ts';
import { isDefinitive } from './idempotencyKeys.ts';
import { isWorkOngoing } from '../lib/page/ongoingWork.ts';
import { currentConnection, reportReached } from './connection.ts';
import { useIsOutdated } from './outdatedApp.ts';
import { readSessionId, sessionExpired, storeSessionId } from './session.ts';

fakeNetwork();
beforeEach(() => localStorage.clear());

const testApi = api.injectEndpoints({
  endpoints: (build) => ({
    read: build.query<unknown, void>({
      query: () => ({
        url: '/api/thing',
        expects: (body) => typeof body === 'object' && body !== null && 'asked' in body,
      }),
    }),
    write: build.mutation<unknown, string>({
      query: (idempotencyKey) => ({
        url: '/api/thing',
        method: 'POST',
        body: { a: 1 },
        idempotencyKey,
      }),
    }),
  }),
});

function makeStore() {
  const seen: string[] = [];
  const witness: Middleware = () => (next) => (action) => {
    if (sessionExpired.match(action)) seen.push(action.type);
    return next(action);
  };
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware).concat(witness),
  });
  return { store, seen };
}

const read = async () => makeStore().store.dispatch(testApi.endpoints.read.initiate());

describe('a request', () => {
  it('blocks updates of the app during a write, in every tab if the write moves money', async () => {
    const during: boolean[][] = [];
    const look = () => {
      during.push([isWorkOngoing('money'), isWorkOngoing()]);
      return HttpResponse.error();
    };
    network.use(http.post('/api/thing', look), http.get('/api/thing', look));
    await makeStore().store.dispatch(testApi.endpoints.write.initiate('key-0123456789abcdef'));
    expect(during).toEqual([[true, true]]);
    await read();
    expect(during.at(-1)).toEqual([false, false]);
    expect(isWorkOngoing()).toBe(false);
  });

  it('sends the session, the app version and, if given, the idempotency key', async () => {
    storeSessionId('session-0123456789012345');
    const sent: Record<string, string | null>[] = [];
    network.use(
      http.post('/api/thing', ({ request }) => {
        const names = ['authorization', 'x-app-version', 'idempotency-key', 'content-type'];
        sent.push(Object.fromEntries(names.map((name) => [name, request.headers.get(name)])));
        return HttpResponse.json({ ok: true });
      }),
    );
    await makeStore().store.dispatch(testApi.endpoints.write.initiate('key-0123456789abcdef'));
    expect(sent).toEqual([
      {
        authorization: 'Bearer session-0123456789012345',
        'x-app-version': '1.2.0',
        'idempotency-key': 'key-0123456789abcdef',
        'content-type': 'application/json',
      },
    ]);
  });

  it('returns the code and the details of a problem document', async () => {
    network.use(http.get('/api/thing', () => problem('unpaidOrder', { orderId: 'order-1' })));
    expect((await read()).error).toEqual({ status: 409, code: 'unpaidOrder', orderId: 'order-1' });
  });

  it('maps an error that is no problem document to the general code of its status', async () => {
    network.use(http.get('/api/thing', () => new HttpResponse('<html>', { status: 500 })));
    expect((await read()).error).toEqual({ status: 500, code: 'serverError' });
    network.use(
      http.get('/api/thing', () => HttpResponse.json({ code: 'ofTomorrow' }, { status: 404 })),
    );
    expect((await read()).error).toEqual({ status: 404, code: 'notFound' });
  });

  it.each([
    ['1.1.9', { status: 503, code: 'unavailable' }],
    ['1.2.0', { status: 404, code: 'notFound' }],
    ['1.10.0', { status: 404, code: 'notFound' }],
  ])('maps the error "not found" from a server of version %s', async (version, error) => {
    const headers = { 'x-server-version': version };
    network.use(
      http.post('/api/thing', () =>
        HttpResponse.json({ code: 'notFound' }, { status: 404, headers }),
      ),
    );
    const { store } = makeStore();
    const sent = await store.dispatch(testApi.endpoints.write.initiate('key-0123456789abcdef'));
    expect(sent.error).toEqual(error);
  });

  it('retries a read that an old server does not support', async () => {
    let asked = 0;
    network.use(
      http.get('/api/thing', () => {
        asked += 1;
        const headers = { 'x-server-version': '1.1.0' };
        return asked === 1
          ? HttpResponse.json({ code: 'notFound' }, { status: 404, headers })
          : HttpResponse.json({ asked });
      }),
    );
    expect((await read()).data).toEqual({ asked: 2 });
  });

  it('stores that the server refused this version as too old', async () => {
    const { result } = renderHook(() => useIsOutdated());
    expect(result.current).toBe(false);
    network.use(http.get('/api/thing', () => problem('updateRequired')));
    await act(read);
    expect(result.current).toBe(true);
  });
});

describe('a request without an answer', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout'],
      shouldAdvanceTime: true,
      advanceTimeDelta: 200,
    });
    return () => vi.useRealTimers();
  });

  it('is retried if it is a read', async () => {
    let asked = 0;
    network.use(
      http.get('/api/thing', () => {
        asked += 1;
        return asked < 3 ? HttpResponse.error() : HttpResponse.json({ asked });
      }),
    );
    expect((await read()).data).toEqual({ asked: 3 });
  });

  it('fails after three attempts', async () => {
    let asked = 0;
    network.use(
      http.get('/api/thing', () => {
        asked += 1;
        return HttpResponse.error();
      }),
    );
    expect((await read()).error).toEqual({ status: 0, code: 'network' });
    expect(asked).toBe(3);
  });

  it('is never retried automatically if it is a write', async () => {
    let asked = 0;
    network.use(
      http.post('/api/thing', () => {
        asked += 1;
        return HttpResponse.error();
      }),
    );
    const { error } = await makeStore().store.dispatch(testApi.endpoints.write.initiate('k'));
    expect(error).toEqual({ status: 0, code: 'network' });
    expect(asked).toBe(1);
  });
});

describe('an answer that is not from our server', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout'],
      shouldAdvanceTime: true,
      advanceTimeDelta: 200,
    });
    reportReached();
    return () => vi.useRealTimers();
  });

  const page = () => HttpResponse.html('<h1>Sign in to the Wi-Fi</h1>');

  it.each([
    ['the page of a captive portal', page],
    ['an empty body', () => new HttpResponse('')],
    ['a truncated body', () => new HttpResponse('{"asked":')],
    ['JSON of another shape', () => HttpResponse.json({ portal: true })],
    ['a redirect', () => HttpResponse.redirect('http://localhost/portal')],
    ['a 401 of a captive portal', () => HttpResponse.html('<h1>Sign in</h1>', { status: 401 })],
    [
      'a 403 of a captive portal, as JSON',
      () => HttpResponse.json({ portal: true }, { status: 403 }),
    ],
    ['a 511 of the network, which requires a login', () => HttpResponse.html('', { status: 511 })],
  ])('counts as no answer if it answers a read: %s', async (_what, answer) => {
    network.use(
      http.get('/portal', () => HttpResponse.json({ asked: 0 })),
      http.get('/api/thing', answer),
    );
    expect((await read()).error).toEqual({ status: 0, code: 'network' });
    await vi.waitFor(() => expect(currentConnection()).toBe('offline'));
  });

  it('is followed by retries until our server answers', async () => {
    let asked = 0;
    network.use(
      http.get('/api/thing', () => {
        asked += 1;
        return asked < 3 ? page() : HttpResponse.json({ asked });
      }),
    );
    expect((await read()).data).toEqual({ asked: 3 });
    expect(currentConnection()).toBe('online');
  });

  it.each([
    ['the page of a captive portal', page],
    ['a 403 of a proxy', () => HttpResponse.html('<h1>No</h1>', { status: 403 })],
  ])('leaves the outcome of a write unknown and makes the app offline: %s', async (_, answer) => {
    let asked = 0;
    network.use(
      http.post('/api/thing', () => {
        asked += 1;
        return answer();
      }),
    );
    const { error } = await makeStore().store.dispatch(testApi.endpoints.write.initiate('k'));
    expect(error).toEqual({ status: 0, code: 'network' });
    expect(isApiError(error) && isDefinitive(error)).toBe(false);
    expect(currentConnection()).toBe('offline');
    expect(asked).toBe(1);
  });
});

it('a 401 of a captive portal does not end the session', async () => {
  storeSessionId('session-0123456789012345');
  network.use(http.post('/api/thing', () => HttpResponse.html('', { status: 401 })));
  const { store, seen } = makeStore();
  await store.dispatch(testApi.endpoints.write.initiate('k'));
  expect(readSessionId()).toBe('session-0123456789012345');
  expect(seen).toEqual([]);
});

describe('an answer from the cache of the service worker', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    reportReached();
    return () => vi.useRealTimers();
  });

  it.each([
    ['slow', 'online'],
    ['failing', 'online'],
    ['offline', 'offline'],
  ])('with the reason "%s" means that the app is %s', async (reason, connection) => {
    network.use(
      http.get('/api/thing', () =>
        HttpResponse.json({ asked: 1 }, { headers: { 'x-kept': reason } }),
      ),
    );
    expect((await read()).data).toEqual({ asked: 1 });
    await vi.advanceTimersByTimeAsync(5000);
    expect(currentConnection()).toBe(connection);
  });
});

describe('a session that the server has ended', () => {
  it('also ends in the app, which dispatches `sessionExpired` once', async () => {
    storeSessionId('session-0123456789012345');
    network.use(http.get('/api/thing', () => problem('signInRequired')));
    const { store, seen } = makeStore();
    await store.dispatch(testApi.endpoints.read.initiate());
    expect(readSessionId()).toBeNull();
    expect(seen).toEqual([sessionExpired.type]);
  });

  it('does not end a newer session of the app', async () => {
    storeSessionId('old-session-012345678901');
    network.use(
      http.get('/api/thing', () => {
        storeSessionId('new-session-012345678901');
        return problem('signInRequired');
      }),
    );
    const { store, seen } = makeStore();
    await store.dispatch(testApi.endpoints.read.initiate());
    expect(readSessionId()).toBe('new-session-012345678901');
    expect(seen).toEqual([]);
  });
});
