/**
 * Rejects with a `TimeoutError` if the promise takes longer than this number of milliseconds. The
 * operation itself continues.
 */
export function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new DOMException('It took too long', 'TimeoutError'));
    const timer = setTimeout(giveUp, milliseconds);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
