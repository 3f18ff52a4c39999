/** So long nothing has come, for it to be quiet. */
const quietMs = 300;
/** A line that is never quiet is not waited for longer than this. */
const patienceMs = 3000;

/** Resolves once nothing that this page fetches has come for a moment, or after a while all the same. */
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
