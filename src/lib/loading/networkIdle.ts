/** The network is idle after this time without a new resource. */
const quietMs = 300;
/** The longest time to wait for an idle network. */
const patienceMs = 3000;

/** Resolves when the page has loaded no resource for a moment, or after the longest wait. */
export function networkIdle(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      clearTimeout(quiet);
      clearTimeout(patience);
      resolve();
    };
    const observer = new PerformanceObserver(() => {
      clearTimeout(quiet);
      quiet = setTimeout(done, quietMs);
    });
    let quiet = setTimeout(done, quietMs);
    const patience = setTimeout(done, patienceMs);
    observer.observe({ type: 'resource' });
  });
}
