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

describe('a call', () => {
  it('holds updates back while a write is on its way, and for money in every tab', async () => {
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

  it('carries the session, the version and, where given, the key', async () => {
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

  it('hands on the code of a problem and what belongs to it', async () => {
    network.use(http.get('/api/thing', () => problem('unpaidOrder', { orderId: 'order-1' })));
    expect((await read()).error).toEqual({ status: 409, code: 'unpaidOrder', orderId: 'order-1' });
  });

  it('understands an answer that is no problem document by its class', async () => {
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
  ])('takes what a server of version %s does not know for passing', async (version, error) => {
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

  it('asks an old server’s successor', async () => {
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

  it('keeps in mind that this version is too old', async () => {
    const { result } = renderHook(() => useIsOutdated());
    expect(result.current).toBe(false);
    network.use(http.get('/api/thing', () => problem('updateRequired')));
    await act(read);
    expect(result.current).toBe(true);
  });
});

describe('an unanswered call', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout'],
      shouldAdvanceTime: true,
      advanceTimeDelta: 200,
    });
    return () => vi.useRealTimers();
  });

  it('is repeated while it only reads', async () => {
    let asked = 0;
    network.use(
      http.get('/api/thing', () => {
        asked += 1;
        return asked < 3 ? HttpResponse.error() : HttpResponse.json({ asked });
      }),
    );
    expect((await read()).data).toEqual({ asked: 3 });
  });

  it('is given up after three attempts', async () => {
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

  it('is never repeated by itself where it writes', async () => {
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

describe('an answer of somebody else', () => {
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
    ["a portal's page", page],
    ['nothing', () => new HttpResponse('')],
    ['the beginning of one', () => new HttpResponse('{"asked":')],
    ['another shape', () => HttpResponse.json({ portal: true })],
    ['the way elsewhere', () => HttpResponse.redirect('http://localhost/portal')],
    ["a portal's 401", () => HttpResponse.html('<h1>Sign in</h1>', { status: 401 })],
    ["a portal's 403, as JSON", () => HttpResponse.json({ portal: true }, { status: 403 })],
    ['that a network wants a sign-in', () => HttpResponse.html('', { status: 511 })],
  ])('is none to a read: %s', async (_what, answer) => {
    network.use(
      http.get('/portal', () => HttpResponse.json({ asked: 0 })),
      http.get('/api/thing', answer),
    );
    expect((await read()).error).toEqual({ status: 0, code: 'network' });
    await vi.waitFor(() => expect(currentConnection()).toBe('offline'));
  });

  it('is asked for again, until the server itself answers', async () => {
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
    ["a portal's page", page],
    ["a proxy's refusal", () => HttpResponse.html('<h1>No</h1>', { status: 403 })],
  ])('leaves open what a write has done, and says that the line is bad: %s', async (_, answer) => {
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

it('a 401 of a portal ends no session', async () => {
  storeSessionId('session-0123456789012345');
  network.use(http.post('/api/thing', () => HttpResponse.html('', { status: 401 })));
  const { store, seen } = makeStore();
  await store.dispatch(testApi.endpoints.write.initiate('k'));
  expect(readSessionId()).toBe('session-0123456789012345');
  expect(seen).toEqual([]);
});

describe('what the service worker kept', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    reportReached();
    return () => vi.useRealTimers();
  });

  it.each([
    ['slow', 'online'],
    ['failing', 'online'],
    ['offline', 'offline'],
  ])('because the network was %s means that the server is %s', async (reason, connection) => {
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

describe('a session that the server no longer knows', () => {
  it('ends here too, once, and says so', async () => {
    storeSessionId('session-0123456789012345');
    network.use(http.get('/api/thing', () => problem('signInRequired')));
    const { store, seen } = makeStore();
    await store.dispatch(testApi.endpoints.read.initiate());
    expect(readSessionId()).toBeNull();
    expect(seen).toEqual([sessionExpired.type]);
  });

  it('leaves alone the one that was begun meanwhile', async () => {
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
