import { Strategy } from 'workbox-strategies';
import type { StrategyHandler } from 'workbox-strategies';
import { fetchWithCors } from './corsFetch.ts';

/**
 * Answers from the cache. If the cache does not contain the file, it answers from the network and caches the answer. If
 * the storage is full or broken, it returns the answer without caching it.
 */
export class CacheFirst extends Strategy {
  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const cached = await lookUp(request, handler);
    if (cached !== undefined) return cached;
    const response = await fetchWithCors(request, (asked) => handler.fetch(asked));
    void handler.waitUntil(handler.cachePut(request, response.clone()));
    return response;
  }

  override handle(options: Parameters<Strategy['handle']>[0]): Promise<Response> {
    const [answer, done] = this.handleAll(options);
    done.catch(() => {
      // Ignore the error, which only means that the file is not cached. If the storage was full, Workbox has deleted
      // the caches with `purgeOnQuotaError`, so there is space for the next file.
    });
    return answer;
  }
}

/**
 * Looks up a file in the cache. Returns undefined if the cache does not contain it, or if the browser's storage fails.
 */
export async function lookUp(
  request: Request,
  handler: StrategyHandler,
): Promise<Response | undefined> {
  try {
    return await handler.cacheMatch(request);
  } catch {
    return undefined;
  }
}
