import { isForeignError } from '../contract/rules/shapes/foreignAnswer.ts';
import type { Outcome } from './networkOutcome.ts';
import type { KeptReason } from './messages.ts';

export interface Sources {
  /** Asks the network; never rejects. */
  network: () => Promise<Outcome>;
  kept: () => Promise<Response | undefined>;
  /** After so many milliseconds a kept answer is better than none. */
  patienceMs: number;
  /** What came of the network after the kept answer was given for its slowness. */
  onLate: (outcome: Outcome) => Promise<void>;
  /** Keeps the worker alive for what comes late. */
  waitUntil: (work: Promise<void>) => unknown;
}

/** The network's answer where it comes soon, else the kept one, else whatever the network brings. */
export async function networkFirst(sources: Sources): Promise<Response> {
  const asked = sources.network();
  const soon = await within(sources.patienceMs, asked);
  if (soon === null) {
    const kept = await sources.kept();
    if (kept !== undefined) {
      sources.waitUntil(asked.then(sources.onLate));
      return mark(kept, 'slow');
    }
  }
  const outcome = soon ?? (await asked);
  if (outcome.kind === 'fresh' || outcome.kind === 'refused') return outcome.response;
  const kept = await sources.kept();
  if (kept !== undefined) return mark(kept, reasonOf(outcome));
  if (outcome.kind === 'none') throw outcome.error;
  // The page judges it once more, and says what is wrong.
  return outcome.response;
}

/** Whether somebody answered in the server's place counts as much as no answer. */
export function reasonOf(outcome: Outcome): KeptReason {
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

/** Tells the app that no fresh answer came; it shows the age of what it got instead. */
function mark(kept: Response, reason: KeptReason): Response {
  const headers = new Headers(kept.headers);
  headers.set('x-kept', reason);
  return new Response(kept.body, { status: kept.status, headers });
}
