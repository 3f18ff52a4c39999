// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';

type Ask = (request: Request) => Promise<Response>;

const came: Ask = async () => new Response('picture');
const offline: Ask = () => Promise.reject(new TypeError('Failed to fetch'));

/** Creates the request of an `<img>`. */
const picture = (url: string) => new Request(url, { mode: 'no-cors' });

/** Simulates a service worker that has just started. */
async function start() {
  vi.resetModules();
  const { fetchWithCors } = await import('./corsFetch.ts');
  const ask = vi.fn<Ask>(came);
  const modes = () => ask.mock.calls.map(([{ mode }]) => mode);
  return { ask, modes, fetch: (url: string) => fetchWithCors(picture(url), ask) };
}

let worker: Awaited<ReturnType<typeof start>>;

beforeEach(async () => {
  worker = await start();
});

describe('a picture of another host', () => {
  it('is requested with CORS and without credentials', async () => {
    await worker.fetch('https://open.example/1.png');
    expect(worker.modes()).toEqual(['cors']);
    expect(worker.ask.mock.lastCall?.[0].credentials).toBe('omit');
  });

  it('is requested without CORS if the host does not support it, and later requests do not try CORS again', async () => {
    worker.ask.mockImplementation((request) =>
      request.mode === 'cors' ? offline(request) : came(request),
    );
    const first = await worker.fetch('https://closed.example/1.png');
    expect(await first.text()).toBe('picture');
    await worker.fetch('https://closed.example/2.png');
    expect(worker.modes()).toEqual(['cors', 'no-cors', 'no-cors']);
  });

  it('is requested with CORS again after both requests failed without a network', async () => {
    worker.ask.mockImplementation(offline);
    await expect(worker.fetch('https://open.example/1.png')).rejects.toThrow('Failed to fetch');
    worker.ask.mockImplementation(came);
    await worker.fetch('https://open.example/1.png');
    expect(worker.modes()).toEqual(['cors', 'no-cors', 'cors']);
  });
});

it('a picture of our own server is requested without a change', async () => {
  await worker.fetch(new URL('/photo.svg', location.origin).href);
  expect(worker.modes()).toEqual(['no-cors']);
});
