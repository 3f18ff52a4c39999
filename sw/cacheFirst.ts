import { Strategy } from 'workbox-strategies';
import type { StrategyHandler } from 'workbox-strategies';
import { fetchWithCors } from './corsFetch.ts';

/**
 * What is kept, else what the network answers, which is kept from then on. Storage that is full, or
 * broken, costs the keeping and never the answer.
 */
export class CacheFirst extends Strategy {
  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const kept = await lookUp(request, handler);
    if (kept !== undefined) return kept;
    const response = await fetchWithCors(request, (asked) => handler.fetch(asked));
    void handler.waitUntil(handler.cachePut(request, response.clone()));
    return response;
  }

  override handle(options: Parameters<Strategy['handle']>[0]): Promise<Response> {
    const [answer, done] = this.handleAll(options);
    done.catch(() => {
      // No room: Workbox has emptied what may be emptied, and the next file will find some.
    });
    return answer;
  }
}

/** Undefined, too, where the browser's storage does not answer. */
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
