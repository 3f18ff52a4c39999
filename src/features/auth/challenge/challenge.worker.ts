/// <reference lib="webworker" />

/** How many hashes are computed at once, because each is a task of its own. */
const batch = 256;

/** Whether the hash begins with so many zero bits. */
function startsWithZeros(hash: Uint8Array, bits: number): boolean {
  for (let index = 0; index < bits; index += 8) {
    const wanted = Math.min(8, bits - index);
    if ((hash[index / 8] ?? 0) >>> (8 - wanted) !== 0) return false;
  }
  return true;
}

/** Finds the number that solves a challenge; see `Problem.challenge` of the contract. */
async function solve(challenge: string): Promise<string> {
  const bits = Number(challenge.split('.', 1)[0]);
  const encoder = new TextEncoder();
  for (let first = 0; ; first += batch) {
    const solutions = Array.from({ length: batch }, (_, i) => `${challenge}:${first + i}`);
    const hashes = await Promise.all(
      solutions.map((text) => crypto.subtle.digest('SHA-256', encoder.encode(text))),
    );
    const found = hashes.findIndex((hash) => startsWithZeros(new Uint8Array(hash), bits));
    const solution = solutions[found];
    if (solution !== undefined) return solution;
  }
}

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (typeof data === 'string') void solve(data).then((solution) => postMessage(solution));
});
