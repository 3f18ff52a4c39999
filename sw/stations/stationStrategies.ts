import { loadingMs } from '../../contract/rules/app/waits.ts';
import { ExpirationPlugin } from 'workbox-expiration';
import { Strategy } from 'workbox-strategies';
import type { StrategyHandler } from 'workbox-strategies';
import { networkFirst, reasonOf } from './networkFirst.ts';
import { ownResponse, readOutcome } from './networkOutcome.ts';
import type { Outcome } from './networkOutcome.ts';
import { lookUp } from '../cache/cacheFirst.ts';
import { postToPages } from '../postToPages.ts';

/**
 * The name of the cache with the public answers of the API, such as tiles and stations. The app
 * also uses this name.
 */
export const stationsCache = 'stations';
const most = 300;
const twoWeeks = 14 * 24 * 3600;

/**
 * In milliseconds. If the network takes longer, the cached answer is used, because old counts are better than no
 * counts.
 */
const networkTimeoutMs = 300;
/** In milliseconds. A background refresh skips answers that are younger than this. */
const youngMs = 5 * 60_000;

/**
 * The header with the time at which this device stored the answer, in milliseconds since the epoch.
 * The time is from the clock of the device, because the clock of the server may differ.
 */
const storedHeader = 'x-stored';

/** Caches public answers of the API. The key is the address. */
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
        // The key is only the address, because the request itself may contain the session.
        { cacheKeyWillBeUsed: async ({ request }) => request.url },
      ],
    });
  }

  /**
   * Sends the request to the network, and caches the answer if it is valid. If the server refuses the request, removes
   * the cached answer.
   */
  protected async ask(request: Request, handler: StrategyHandler): Promise<Outcome> {
    const outcome = await fetchOutcome(request);
    if (outcome.kind === 'fresh') {
      const cached = outcome.response.clone();
      cached.headers.set(storedHeader, String(Date.now()));
      void handler.waitUntil(store(handler, request, cached));
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
      // Make the browser ask the server whether the answer in the HTTP cache is current. Otherwise the HTTP cache would
      // answer even without a network.
      cache: 'no-cache',
      // The API never redirects, so a redirect comes from a captive portal.
      redirect: 'error',
      signal: AbortSignal.timeout(loadingMs),
    });
    return await readOutcome(pathname, response);
  } catch (error) {
    return { kind: 'none', error };
  }
}

async function store(
  handler: StrategyHandler,
  request: Request,
  response: Response,
): Promise<void> {
  try {
    await handler.cachePut(request, response);
  } catch {
    // The answer is not cached. If the storage was full, the plugin has emptied the cache, so there is space for the
    // next answer.
  }
}

async function forget({ url }: Request): Promise<void> {
  const cache = await caches.open(stationsCache);
  await cache.delete(url, { ignoreVary: true });
}

/**
 * Answers requests of the pages. Uses the network's answer if it is usable and comes within `networkTimeoutMs`, and the
 * cached answer if not. If the cached answer was used because the network was slow, later sends the fresh answer to the
 * pages, or reports that no answer of our server came.
 */
export class CachedWhileSlow extends StationStrategy {
  override _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    return networkFirst({
      network: () => handler.waitUntil(this.ask(request, handler)),
      cached: () => lookUp(request, handler),
      networkTimeoutMs,
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

/**
 * Refreshes answers in the background. Uses a cached answer if it is young. If not, uses the network's answer, and
 * sends a fresh answer to the pages. Fails if the network's answer is unusable.
 */
export class Refresh extends StationStrategy {
  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const cached = await lookUp(request, handler);
    if (cached !== undefined && isYoung(cached)) return cached;
    const outcome = await this.ask(request, handler);
    // Use the server's refusal, too: a station that no longer exists must not stop the refresh of the other stations.
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
