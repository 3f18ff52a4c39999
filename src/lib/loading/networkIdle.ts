/** The time in milliseconds without a new resource after which the network counts as idle. */
const idleMs = 300;
/** The maximum wait for an idle network, in milliseconds. */
const longestMs = 3000;

/** Resolves when the page has loaded no resource for a moment, or after the maximum wait. */
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
