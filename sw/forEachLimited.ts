/** Works through a list, so many at once, until one fails: then the network is not what it was. */
export async function forEachLimited<T>(
  list: readonly T[],
  together: number,
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
  await Promise.all(Array.from({ length: together }, next));
}
