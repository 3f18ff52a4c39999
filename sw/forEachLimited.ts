/**
 * Calls `work` for each item, with at most `concurrency` calls at a time. Stops at the first failure, because the
 * network may be missing.
 */
export async function forEachLimited<T>(
  list: readonly T[],
  concurrency: number,
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...list];
  const next = async (): Promise<void> => {
    const [one] = waiting.splice(0, 1);
    if (one === undefined) return;
    try {
      await work(one);
    } catch {
      waiting.length = 0;
    }
    await next();
  };
  await Promise.all(Array.from({ length: concurrency }, next));
}
