import { isForeignError } from '../../contract/rules/shapes/foreignAnswer.ts';
import type { Outcome } from './networkOutcome.ts';
import type { CacheReason } from '../messages.ts';

export interface Sources {
  /** Sends the request to the network. Never rejects. */
  network: () => Promise<Outcome>;
  cached: () => Promise<Response | undefined>;
  /** In milliseconds. After this time, a cached answer is better than waiting. */
  networkTimeoutMs: number;
  /** Called with the network's outcome if the network was slow and the cached answer was used. */
  onLate: (outcome: Outcome) => Promise<void>;
  /** Keeps the service worker alive until the late answer comes. */
  waitUntil: (work: Promise<void>) => unknown;
}

/**
 * Returns the network's answer if it is usable and comes within `networkTimeoutMs`, and otherwise the cached answer. If
 * nothing is cached, waits for the network, and then returns even an unusable answer. Throws if no answer comes.
 */
export async function networkFirst(sources: Sources): Promise<Response> {
  const request = sources.network();
  const soon = await within(sources.networkTimeoutMs, request);
  if (soon === null) {
    const cached = await sources.cached();
    if (cached !== undefined) {
      sources.waitUntil(request.then(sources.onLate));
      return withReason(cached, 'slow');
    }
  }
  const outcome = soon ?? (await request);
  if (outcome.kind === 'fresh' || outcome.kind === 'refused') return outcome.response;
  const cached = await sources.cached();
  if (cached !== undefined) return withReason(cached, reasonOf(outcome));
  if (outcome.kind === 'none') throw outcome.error;
  // Return the unusable answer, because the page itself checks its answers and shows the error.
  return outcome.response;
}

/** Returns the reason why the cached answer is used. An answer that is not from our server is treated as no answer. */
export function reasonOf(outcome: Outcome): CacheReason {
  if (outcome.kind !== 'bad' || outcome.response.ok) return 'offline';
  const { status, headers } = outcome.response;
  return isForeignError(status, headers.get('content-type')) ? 'offline' : 'failing';
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Marks an answer as cached, so that the app shows the age of the data. */
function withReason(cached: Response, reason: CacheReason): Response {
  const headers = new Headers(cached.headers);
  headers.set('x-kept', reason);
  return new Response(cached.body, { status: cached.status, headers });
}
