/** The network counts as idle after this time without a new resource, in milliseconds. */
const idleMs = 300;
/** The longest wait for an idle network, in milliseconds. */
const longestMs = 3000;

/** Resolves when the page has loaded no resource for a moment, or after the longest wait. */
export function networkIdle(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      clearTimeout(idle);
      clearTimeout(longest);
      resolve();
    };
    const observer = new PerformanceObserver(() => {
      clearTimeout(idle);
      idle = setTimeout(done, idleMs);
    });
    let idle = setTimeout(done, idleMs);
    const longest = setTimeout(done, longestMs);
    observer.observe({ type: 'resource' });
  });
}
