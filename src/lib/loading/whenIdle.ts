import { networkIdle } from './networkIdle.ts';

/**
 * Waits until the page has loaded, and the network and the browser are idle. After the load, the
 * wait takes at most about seven seconds.
 */
export async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  }
  await networkIdle();
  await new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(resolve, { timeout: 4000 })
      : setTimeout(resolve, 2000),
  );
}
