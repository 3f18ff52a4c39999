import { isForeignError } from '../../contract/rules/shapes/foreignAnswer.ts';
import type { Outcome } from './networkOutcome.ts';
import type { CacheReason } from '../messages.ts';

export interface Sources {
  /** Asks the network; never rejects. */
  network: () => Promise<Outcome>;
  cached: () => Promise<Response | undefined>;
  /** After this time, in milliseconds, a cached answer is better than waiting. */
  patienceMs: number;
  /** Gets the network's outcome when the network was too slow and the cached answer was used. */
  onLate: (outcome: Outcome) => Promise<void>;
  /** Keeps the worker alive until the late answer comes. */
  waitUntil: (work: Promise<void>) => unknown;
}

/** The network's answer if it comes soon, else the cached answer, else the late network answer. */
export async function networkFirst(sources: Sources): Promise<Response> {
  const request = sources.network();
  const soon = await within(sources.patienceMs, request);
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
  // The page checks the answer again and shows the error.
  return outcome.response;
}

/** An answer that did not come from our server counts as no answer. */
export function reasonOf(outcome: Outcome): CacheReason {
  if (outcome.kind !== 'bad' || outcome.response.ok) return 'offline';
  const { status, headers } = outcome.response;
  return isForeignError(status, headers.get('content-type')) ? 'offline' : 'failing';
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}

/** Tells the app that this answer is from the cache, so that it shows the age of the data. */
function withReason(cached: Response, reason: CacheReason): Response {
  const headers = new Headers(cached.headers);
  headers.set('x-kept', reason);
  return new Response(cached.body, { status: cached.status, headers });
}
