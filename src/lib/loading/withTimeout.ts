/** Rejects with a `TimeoutError` where work takes longer than so many milliseconds; it may go on. */
export function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new DOMException('It took too long', 'TimeoutError'));
    const timer = setTimeout(giveUp, milliseconds);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
