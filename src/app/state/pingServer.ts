import { paths } from '../../../contract/paths.ts';

const answerWithinMs = 10_000;

/** Returns whether the server itself answers successfully within `answerWithinMs` milliseconds. */
export async function pingServer(): Promise<boolean> {
  try {
    const response = await fetch(paths.health, {
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
    });
    // The answer must be JSON. A captive portal also answers, but with an HTML page.
    await response.json();
    return response.ok;
  } catch {
    return false;
  }
}
