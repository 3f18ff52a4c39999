import { loadingMs } from '../../contract/rules/app/waits.ts';
import { ExpirationPlugin } from 'workbox-expiration';
import { Strategy } from 'workbox-strategies';
import type { StrategyHandler } from 'workbox-strategies';
import { networkFirst, reasonOf } from './networkFirst.ts';
import { ownResponse, readOutcome } from './networkOutcome.ts';
import type { Outcome } from './networkOutcome.ts';
import { lookUp } from '../cache/cacheFirst.ts';
import { postToPages } from '../postToPages.ts';

/** A city's worth of tiles and details. The app reads this cache by its name, too. */
export const stationsCache = 'stations';
const most = 300;
const twoWeeks = 14 * 24 * 3600;

/** Whoever stands in a basement would rather see old counts than none. */
const patienceMs = 300;
/** In the background, nothing younger is asked for again. */
const youngMs = 5 * 60_000;

/** When this device got an answer, in milliseconds since the epoch: the server's clock may differ. */
const storedHeader = 'x-stored';

/** Keeps public answers of the API under their addresses. */
abstract class StationStrategy extends Strategy {
  constructor() {
    super({
      cacheName: stationsCache,
      matchOptions: { ignoreVary: true },
      plugins: [
        new ExpirationPlugin({
          maxEntries: most,
          maxAgeSeconds: twoWeeks,
          purgeOnQuotaError: true,
        }),
        // Under the address alone: the request itself may carry the session.
        { cacheKeyWillBeUsed: async ({ request }) => request.url },
      ],
    });
  }

  /** Asks the network, and keeps what it answers if that is what it should be. */
  protected async ask(request: Request, handler: StrategyHandler): Promise<Outcome> {
    const outcome = await fetchOutcome(request);
    if (outcome.kind === 'fresh') {
      const kept = outcome.response.clone();
      kept.headers.set(storedHeader, String(Date.now()));
      void handler.waitUntil(keep(handler, request, kept));
    }
    if (outcome.kind === 'refused') void handler.waitUntil(forget(request));
    return outcome;
  }
}

async function fetchOutcome(request: Request): Promise<Outcome> {
  const { pathname } = new URL(request.url);
  try {
    const response = await fetch(request.url, {
      headers: request.headers,
      // Asks the server whether anything changed; the browser's own cache would answer in its place
      // although nobody is there.
      cache: 'no-cache',
      // The API sends nobody elsewhere: that is a portal's doing.
      redirect: 'error',
      signal: AbortSignal.timeout(loadingMs),
    });
    return await readOutcome(pathname, response);
  } catch (error) {
    return { kind: 'none', error };
  }
}

async function keep(handler: StrategyHandler, request: Request, response: Response): Promise<void> {
  try {
    await handler.cachePut(request, response);
  } catch {
    // No room: the plugin has emptied the cache by now, and the next answer will find some.
  }
}

async function forget({ url }: Request): Promise<void> {
  const cache = await caches.open(stationsCache);
  await cache.delete(url, { ignoreVary: true });
}

/** For the pages: the network's answer if it comes soon, else the kept one, improved later. */
export class KeptWhileSlow extends StationStrategy {
  override _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    return networkFirst({
      network: () => handler.waitUntil(this.ask(request, handler)),
      kept: () => lookUp(request, handler),
      patienceMs,
      waitUntil: (work) => handler.waitUntil(work),
      onLate: async (outcome) => {
        if (outcome.kind === 'fresh') {
          await postToPages({ type: 'ANSWERED', url: request.url, body: outcome.body });
        } else if (outcome.kind !== 'refused' && reasonOf(outcome) === 'offline') {
          await postToPages({ type: 'UNANSWERED', url: request.url });
        }
      },
    });
  }
}

/** In the background: a kept answer that is young enough, else the network's, which the pages get too. */
export class Refresh extends StationStrategy {
  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const kept = await lookUp(request, handler);
    if (kept !== undefined && isYoung(kept)) return kept;
    const outcome = await this.ask(request, handler);
    // A station that is no more is no reason to leave the others old.
    const response = ownResponse(outcome);
    if (outcome.kind === 'fresh') {
      await postToPages({ type: 'ANSWERED', url: request.url, body: outcome.body });
    }
    return response;
  }
}

function isYoung({ headers }: Response): boolean {
  const age = Date.now() - Number(headers.get(storedHeader));
  return age >= 0 && age < youngMs;
}
